/** The message of a caught error, for the log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
