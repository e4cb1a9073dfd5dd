/** The column separator of a table, read from its first line that has one outside of quotes; a comma by default. */
export function tableSeparator(sample: string): string {
  const lines = sample.replaceAll(/"[^"]*"/gu, '').split(/[\r\n]+/u)
  const header = lines.find((line) => /[,;\t|]/u.test(line)) ?? ''
  const count = (sign: string): number => header.split(sign).length
  return [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}
