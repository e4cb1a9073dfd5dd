import { createElement, type ComponentType, type SVGProps } from 'react'

interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

/**
 * Makes a component of an icon of lucide-react. The build puts this function in place of the package's own, whose options
 * nobody here uses and which cost the first load 1 kB.
 */
// oxlint-disable-next-line import/no-default-export -- The icons of the package import a default.
export default function createIcon({ node }: IconData): ComponentType<SVGProps<SVGSVGElement>> {
  return function Icon(props) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
