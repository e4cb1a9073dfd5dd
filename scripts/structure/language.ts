import { isProductCode, type SourceFile, type Violation } from './repository.ts'

type Finding = Pick<Violation, 'path' | 'message'>

const LOWER_CASE_CONSTANT =
  /^(?:export )?const (?<name>[a-z]\w*)(?:: \w+)? = (?:-?[\d_.]+|'[^'\n]*')(?: [*+/-] [\w.]+)*$/gm

/** A number or text that a module names is in upper case, so that a reader knows it for a constant wherever it is used. */
export function constantsInOneCase(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => isProductCode(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(LOWER_CASE_CONSTANT)].map((match) => ({
        path,
        message: `'${match.groups?.['name']}' is a constant: write it in upper case`,
      })),
    )
}

/** Phrases that readers stumbled over, as they stand in comments. */
const UNCLEAR: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(?:\/\*\*|\/\/|\*) +(?:What|Who) (?!\w+ \w+ \?)/gm,
    'begin with the subject, not with "What" or "Who"',
  ],
  [
    /^\s*(?:\/\*\*|\/\/|\*).*\bso many\b(?! \w+ that)/gm,
    'say how many, or "this many", instead of "so many"',
  ],
]

export function plainComments(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => isProductCode(path))
    .flatMap(({ path, text }) =>
      UNCLEAR.flatMap(([pattern, advice]) =>
        [...text.matchAll(pattern)].map(([found]) => ({
          path,
          message: `'${found.trim().slice(0, 60)}': ${advice}`,
        })),
      ),
    )
}
