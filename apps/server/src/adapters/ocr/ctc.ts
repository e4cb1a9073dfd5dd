/** Text with the mean probability of its characters (0–1). */
export interface ReadText {
  readonly text: string
  readonly confidence: number
}

/**
 * Greedy CTC decoding (Graves et al. 2006): the likeliest class of each step, repeats merged, blanks (class 0) dropped.
 * `dictionary[i]` is the character of class i + 1; `scores` holds steps × classes probabilities.
 */
export function decodeCtc(scores: Float32Array, classes: number, dictionary: readonly string[]): ReadText {
  let text = ''
  let sum = 0
  let kept = 0
  let previous = 0
  for (let step = 0; step + classes <= scores.length; step += classes) {
    let best = 0
    for (let c = 1; c < classes; c++) if ((scores[step + c] ?? 0) > (scores[step + best] ?? 0)) best = c
    if (best !== 0 && best !== previous) {
      text += dictionary[best - 1] ?? ''
      sum += scores[step + best] ?? 0
      kept++
    }
    previous = best
  }
  return { text: text.trim(), confidence: kept === 0 ? 0 : sum / kept }
}
