const REFERENCE = /`([^`›]+) › ([^`]+)`/g

/** What is wrong with the table: rows without a test, tests that are in no file. `read` gives null for no file. */
export function coverageProblems(table: string, read: (path: string) => string | null): readonly string[] {
  const lines = table.split('\n').map((text, index) => ({ text, number: index + 1 }))
  const rows = lines.filter(
    ({ text }, index) => text.startsWith('|') && !/^\| ?:?-/.test(text) && !isHead(lines[index + 1]?.text),
  )
  if (rows.length === 0) return ['The table has no rows.']
  return rows.flatMap(({ text, number }) => {
    const tests = [...text.matchAll(REFERENCE)]
    if (tests.length === 0) return [`Line ${number} names no test: ${text}`]
    return tests.flatMap(([, file = '', name = '']) => {
      const content = read(file)
      if (content === null) return [`Line ${number}: there is no file ${file}`]
      return content.includes(name) ? [] : [`Line ${number}: ${file} has no test '${name}'`]
    })
  })
}

function isHead(next: string | undefined): boolean {
  return next !== undefined && /^\| ?:?-/.test(next)
}
