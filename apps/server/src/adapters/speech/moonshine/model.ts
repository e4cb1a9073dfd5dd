import path from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import llamaTokenizer from 'llama-tokenizer-js'
import { SAMPLE_RATE } from './chunks.ts'

const START = 1
const END = 2
const TOKENS_PER_SECOND = 6.5
const HEADS = 8

/** Size of a head by number of layers: the tiny and the base model (Jeffries et al. 2024, table 1). */
const HEAD_SIZES: ReadonlyMap<number, number> = new Map([
  [6, 36],
  [8, 52],
])

interface Heard {
  readonly text: string
  /** Mean probability of the tokens, 0–1: low for another language and for sound without speech. */
  readonly confidence: number
}

/** A Moonshine model: encoder and merged decoder, with greedy decoding. */
export type MoonshineModel = Awaited<ReturnType<typeof openMoonshine>>

/** Loads `encoder_model.onnx` and `decoder_model_merged.onnx` from a folder; one thread. */
export async function openMoonshine(folder: string) {
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1 }
  const encoder = await InferenceSession.create(path.join(folder, 'encoder_model.onnx'), options)
  const decoder = await InferenceSession.create(path.join(folder, 'decoder_model_merged.onnx'), options)
  return {
    transcribe: async (samples: Float32Array): Promise<Heard> => {
      const { last_hidden_state: heard } = await encoder.run({
        input_values: new Tensor('float32', samples, [1, samples.length]),
      })
      if (heard === undefined) throw new Error('The speech encoder gave no state')
      const most = Math.ceil((samples.length / SAMPLE_RATE) * TOKENS_PER_SECOND)
      const { tokens, confidence } = await decode(decoder, heard, most)
      return { text: llamaTokenizer.decode(tokens, false, false).trim(), confidence }
    },
  }
}

interface Decoded {
  readonly tokens: number[]
  readonly confidence: number
}

async function decode(decoder: InferenceSession, heard: Tensor, most: number): Promise<Decoded> {
  const cacheNames = decoder.inputNames.filter((name) => name.startsWith('past_key_values'))
  const size = HEAD_SIZES.get(cacheNames.length / 4)
  if (size === undefined) throw new Error('Not a Moonshine tiny or base model')
  const empty: Tensor = new Tensor('float32', new Float32Array(0), [0, HEADS, 1, size])
  let cache = new Map(cacheNames.map((name) => [name, empty]))
  const tokens: number[] = []
  let sum = 0
  for (let token = START; tokens.length < most;) {
    const result = await decoder.run({
      input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: heard,
      use_cache_branch: new Tensor('bool', [tokens.length > 0], [1]),
      ...Object.fromEntries(cache),
    })
    cache = nextCache(cache, result, tokens.length === 0)
    const next = likeliest(result['logits'])
    token = next.token
    if (token === END) break
    tokens.push(token)
    sum += next.probability
  }
  return { tokens, confidence: tokens.length === 0 ? 0 : sum / tokens.length }
}

/** The decoder returns the keys of the encoder only at the first step; they stay the same after that. */
function nextCache(
  cache: ReadonlyMap<string, Tensor>,
  result: InferenceSession.OnnxValueMapType,
  isFirst: boolean,
): Map<string, Tensor> {
  return new Map(
    [...cache].map(([name, before]) => {
      const after = result[name.replace('past_key_values', 'present')]
      const isTaken = after instanceof Tensor && (isFirst || name.includes('decoder'))
      return [name, isTaken ? after : before]
    }),
  )
}

function likeliest(logits: unknown): { token: number; probability: number } {
  if (!(logits instanceof Tensor) || !(logits.data instanceof Float32Array))
    throw new Error('The speech decoder gave no scores')
  const scores = logits.data
  let token = 0
  for (let other = 1; other < scores.length; other++)
    if ((scores[other] ?? 0) > (scores[token] ?? 0)) token = other
  const top = scores[token] ?? 0
  return { token, probability: 1 / scores.reduce((sum, score) => sum + Math.exp(score - top), 0) }
}
