/**
 * The pattern, matched only at the end of a text. It is read backwards from the end: with `$` after it, a pattern would
 * be tried from every letter of the text.
 */
export const endAnchored = ({ source, flags }: RegExp): RegExp => new RegExp(`$(?<=${source})`, flags)
