/** The origin of a view's output column: a column of a relation directly beneath the view. */
export interface ColumnOrigin {
  readonly position: number
  readonly relation: string
  readonly column: number
}

/**
 * Reads the origins of a view's columns from its rewrite rule (pg_rewrite.ev_action, a node tree in text form). Each
 * TARGETENTRY of the outermost QUERY names the relation and column that it passes on.
 */
export function viewColumnOrigins(action: string): ColumnOrigin[] {
  const list = outermostTargetList(action)
  const origins: ColumnOrigin[] = []
  for (const entry of topLevelEntries(list)) {
    const match = /:resno (\d+) .*:resorigtbl (\d+) :resorigcol (-?\d+) /s.exec(entry)
    const [, position, relation, column] = match ?? []
    if (position !== undefined && relation !== undefined && relation !== '0' && Number(column) > 0)
      origins.push({ position: Number(position), relation, column: Number(column) })
  }
  return origins
}

function outermostTargetList(action: string): string {
  const marker = ':targetList ('
  let depth = 0
  for (let at = 0; at < action.length; at += 1) {
    const character = action[at]
    if (character === '\\') at += 1
    else if (character === '(' || character === '{') depth += 1
    else if (character === ')' || character === '}') depth -= 1
    else if (depth === 2 && character === ':' && action.startsWith(marker, at)) {
      const start = at + marker.length
      return action.slice(start, closingOf(action, start))
    }
  }
  return ''
}

/** The position of the bracket that closes the one just before `start`. */
function closingOf(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '(' || character === '{') depth += 1
    else if (character === ')' || character === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return text.length
}

/** The text of each node at the top level of a list, with the nodes inside it removed. */
function topLevelEntries(list: string): string[] {
  const entries: string[] = []
  let at = 0
  while (at < list.length) {
    const open = list.indexOf('{', at)
    if (open < 0) break
    const close = closingOf(list, open + 1)
    entries.push(withoutChildren(list.slice(open + 1, close)))
    at = close + 1
  }
  return entries
}

function withoutChildren(entry: string): string {
  let text = ''
  let depth = 0
  for (let at = 0; at < entry.length; at += 1) {
    const character = entry[at] ?? ''
    if (character === '\\') at += 1
    else if (character === '{' || character === '(') depth += 1
    else if (character === '}' || character === ')') depth -= 1
    else if (depth === 0) text += character
  }
  return `${text} `
}
