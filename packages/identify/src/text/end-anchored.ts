/**
 * The same pattern, but only where the text ends with it. Read backwards from the end: with `$` behind it a pattern would
 * be tried from every letter of the text on.
 */
export const endAnchored = ({ source, flags }: RegExp): RegExp => new RegExp(`$(?<=${source})`, flags)
