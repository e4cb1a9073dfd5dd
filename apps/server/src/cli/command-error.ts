/** A command cannot do its work, for a reason that its user can change. The message is all that is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
