/** A command cannot do its work, for a reason that its user can fix. Only the message is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
