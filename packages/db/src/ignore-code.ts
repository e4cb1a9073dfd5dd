/** For `catch`: swallows the errors with these codes and throws all others. */
export function ignoreCode(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return undefined
    throw error
  }
}
