import { readdir, readFile } from 'node:fs/promises'

const MEBIBYTE = 1024

/**
 * Memory of the processes and their descendants in megabytes. Pages that several processes share
 * count once (Pss of smaps_rollup, see proc(5)); Linux only.
 */
export async function treeMemory(roots: readonly number[]): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/u.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = /\) \S (?<parent>\d+)/u.exec(stat)?.groups?.['parent']
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const isOurs = (pid: number): boolean => {
    for (let each: number | undefined = pid; each !== undefined && each > 1; each = parents.get(each))
      if (roots.includes(each)) return true
    return false
  }
  const sizes = await Promise.all([...parents.keys()].filter(isOurs).map(proportionalKilobytes))
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / MEBIBYTE)
}

async function proportionalKilobytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(?<kilobytes>\d+)/mu.exec(rollup)?.groups?.['kilobytes'] ?? 0)
}
