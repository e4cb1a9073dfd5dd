import { cruise, type ICruiseResult, type IForbiddenRuleType, type IModule } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.ts'
import { isProductCode, type Violation } from './repository.ts'

const FOLDERS = ['apps', 'packages', 'scripts', 'e2e', 'bench', 'demo']

/** Reads the imports of all files and checks them against `.dependency-cruiser.ts`. */
export async function readDependencies(root: string, folders = FOLDERS): Promise<ICruiseResult> {
  const { enhancedResolveOptions, ...options } = config.options ?? {}
  const rules = { forbidden: config.forbidden ?? [] }
  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, validate: true, ruleSet: rules },
    enhancedResolveOptions ?? {},
  )
  if (typeof output === 'string') throw new Error('dependency-cruiser gave a text in place of a result')
  return output
}

export function dependencyViolations({ summary }: ICruiseResult): Violation[] {
  return summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    path: from,
    message: [
      ...(cycle ? cycle.map(({ name }) => name) : from === to ? [] : [to]).map((path) => `→ ${path}`),
      commentOf(rule.name),
    ].join(' '),
  }))
}

function commentOf(name: string): string {
  const rule = config.forbidden?.find((each: IForbiddenRuleType) => each.name === name)
  return rule?.comment ?? ''
}

const MAX_LINES = 45

/**
 * Short files whose only importer, apart from tests, is in the same folder: most belong into that file.
 */
export function fragments({ modules }: ICruiseResult, linesOf: (path: string) => number): string[] {
  const importers = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    if (!isProductCode(source)) continue
    for (const { resolved } of dependencies) {
      importers.set(resolved, (importers.get(resolved) ?? new Set()).add(source))
    }
  }
  return modules
    .map(({ source }: IModule) => source)
    .filter((path) => {
      const [importer, ...others] = importers.get(path) ?? []
      return (
        isProductCode(path) &&
        importer !== undefined &&
        others.length === 0 &&
        folderOf(importer) === folderOf(path) &&
        linesOf(path) < MAX_LINES
      )
    })
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}
