import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'

export const SECTION_NAMES = ['display', 'content', 'privacy', 'account', 'data', 'advanced'] as const
export type SectionName = (typeof SECTION_NAMES)[number]

/** The first section has the page's own address. */
export function sectionAddress(name: SectionName): string {
  return name === SECTION_NAMES[0] ? paths.settings : `${paths.settings}?section=${name}`
}

/** A section is reached when its heading is in this upper part of the window. */
const READING_PART = 0.3

/** The section in the address, which follows what the person scrolls to, and a function that scrolls to one. */
export function useSection(names: readonly SectionName[]) {
  const [params, setParams] = useSearchParams()
  const section = names.find((name) => name === params.get('section')) ?? SECTION_NAMES[0]
  const inView = useRef<SectionName>(null)
  const isJumping = useRef(false)

  const show = (name: SectionName) => {
    inView.current = name
    isJumping.current = true
    if (name === SECTION_NAMES[0]) scrollTo(0, 0)
    else document.getElementById(name)?.scrollIntoView()
    // The scroll event comes with the next frame. At the end of the page, it would name another section than the chosen one.
    requestAnimationFrame(() => requestAnimationFrame(() => (isJumping.current = false)))
  }
  const arrive = useEffectEvent((name: SectionName) => {
    if (name !== inView.current) show(name)
  })
  useEffect(() => arrive(section), [section])

  const follow = useEffectEvent(() => {
    // Scrolling goes on while the next page loads; its address must not be replaced.
    if (location.pathname !== paths.settings) return
    const name = sectionInView(names)
    if (isJumping.current || name === inView.current) return
    inView.current = name
    setParams(
      (now) => {
        now.delete('section')
        if (name !== SECTION_NAMES[0]) now.set('section', name)
        return now
      },
      { replace: true, state: history.state },
    )
  })
  useEffect(() => {
    const scrolled = () => follow()
    addEventListener('scroll', scrolled, { passive: true })
    return () => removeEventListener('scroll', scrolled)
  }, [])
  return { section, show }
}

function sectionInView(names: readonly SectionName[]): SectionName {
  const { scrollHeight } = document.documentElement
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2
  const reached = names.findLast((name) => {
    const top = document.getElementById(name)?.getBoundingClientRect().top ?? Infinity
    return isAtEnd || top <= innerHeight * READING_PART
  })
  return reached ?? SECTION_NAMES[0]
}
