import type { Review } from '@antojo/domain/reviews'
import { m } from '@antojo/i18n/messages'
import { ChevronDown, Star } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../../lib/view/cx.ts'
import { Button } from '../../../ui/button.tsx'
import { ratingLabel } from '../../../entities/video/labels.ts'
import { Avatar } from '../../../components/avatar.tsx'

/** The reviews, which can be unfolded; unfolded and in view at once when the person pressed "reviews". */
export function DetailReviews({ reviews, open }: { reviews: readonly Review[]; open: boolean }) {
  const [shown, setShown] = useState(open)
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open) return undefined
    // The dialog around it opens after this effect; nothing scrolls before.
    const frame = requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'start' }))
    return () => cancelAnimationFrame(frame)
  }, [open])
  if (reviews.length === 0) return null
  return (
    <section ref={section} className="grid justify-items-start gap-3">
      <Button
        aria-expanded={shown}
        aria-controls={id}
        icon={
          <ChevronDown aria-hidden className={cx('size-4.5 transition-transform', shown && 'rotate-180')} />
        }
        onClick={() => setShown(!shown)}
      >
        {shown ? m.detail_reviews_hide() : m.detail_reviews_show()}
      </Button>
      <ul id={id} hidden={!shown} className="grid w-full gap-3">
        {reviews.map((review) => (
          <ReviewItem key={`${review.author_name} ${review.text}`} review={review} />
        ))}
      </ul>
    </section>
  )
}

function ReviewItem({ review }: { review: Review }) {
  return (
    <li className="grid gap-1 rounded-2xl bg-surface p-4 contrast:border contrast:border-line">
      <div className="flex items-center gap-2.5">
        <Avatar name={review.author_name} picture={review.profile_photo_url ?? null} />
        <span className="font-semibold">{review.author_name}</span>
        {review.rating ? (
          <span className="tabular ml-auto inline-flex items-center gap-1 text-sm font-bold">
            <Star aria-hidden className="size-4 fill-maiz stroke-maiz" />
            <span aria-hidden>{ratingLabel(review.rating)}</span>
            <span className="sr-only">{m.rating_of({ rating: ratingLabel(review.rating) })}</span>
          </span>
        ) : null}
      </div>
      {review.relative_time ? <p className="text-xs text-ink-soft">{review.relative_time}</p> : null}
      <p className="max-w-prose text-sm">{review.text}</p>
    </li>
  )
}
