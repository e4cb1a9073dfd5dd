import { EVIDENCE_SOURCES } from '@antojo/domain/places/evidence-kinds'
import type { Evidence, EvidenceText } from './evidence.ts'
import { z } from 'zod'

const text = z.string().nullish()

/** One line of a posts file: the text that a post says and shows. Unknown fields are ignored. */
export const postSchema = z.object({
  id: z.string(),
  platform: text,
  lang: text,
  title: text,
  description: text,
  creator: text,
  hashtags: z.array(z.string()).nullish(),
  city_hint: text,
  ocr: text,
  transcript: text,
  /** Further texts, each with its source, as `antojo identify --export` writes them. */
  texts: z.array(z.object({ source: z.enum(EVIDENCE_SOURCES), text: z.string() })).nullish(),
})
export type Post = z.infer<typeof postSchema>

/** Turns a post of a posts file into evidence. */
export function evidenceOfPost(post: Post): Evidence {
  const texts: EvidenceText[] = []
  const add = (source: EvidenceText['source'], value: string | null | undefined): void => {
    if (value !== null && value !== undefined && value.trim() !== '') texts.push({ source, text: value })
  }
  add('title', post.title)
  add('description', post.description)
  add('hashtag', post.hashtags?.map((tag) => `#${tag.replace(/^#/, '')}`).join(' '))
  add('creator', post.creator)
  add('ocr', post.ocr)
  add('transcript', post.transcript)
  for (const further of post.texts ?? []) add(further.source, further.text)
  const hint = post.city_hint?.trim() ?? ''
  return { texts, ...(hint === '' ? {} : { cityHint: hint }) }
}
