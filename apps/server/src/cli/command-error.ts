export const DISK_FULL = 'The disk of the database is full. Make room there, and repeat the command.'

/** A command cannot do its work, for a reason that its user can fix. Only the message is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
