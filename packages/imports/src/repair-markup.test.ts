import { expect, it } from 'vitest'
import { repairMarkup } from './repair-markup.ts'

it.each([
  ['a page that is whole', '<p class="a>b">x<br/></p><!-- y --><style>a>b</style><script>a<b</script>', null],
  ['a tag in words', 'usa <script> y <a href="x">', 'usa &lt;script> y <a href="x">'],
  ['an element that ends after an entry', '<title><a href=x></title>', '&lt;title><a href=x></title>'],
  ['a comment that ends after an entry', '<!-- <A HREF="x"> -->', '&lt;!-- <A HREF="x"> -->'],
  ['a comment without an end', 'a <!-- b', 'a &lt;!-- b'],
  ['signs', 'a < b <3 <', 'a &lt; b &lt;3 &lt;'],
  ['a tag that is cut', '<dt <a href="x">', '&lt;dt <a href="x">'],
  ['an entry that is cut', '<A HREF="http://x<DT><A HREF="y">', '<A HREF="http://x"><DT><A HREF="y">'],
  ['an entry at the end', '<a href="http://x', '<a href="http://x">'],
  ['an entry whose address has no end', '<a href="http://x>Mole</a>', '<a href="http://x">Mole</a>'],
  ['another tag whose value has no end', '<b class="x>Mole</b>', '&lt;b class="x>Mole</b>'],
  ['nothing', '', null],
])('%s', (_, text, right) => {
  expect(repairMarkup(text, false)).toBe(right ?? text)
})

it.each([
  ['a section', '<name><![CDATA[a <b> & c]]></name>', null],
  ['a section without an end', '<![CDATA[a<Placemark>', '&lt;![CDATA[a<Placemark>'],
  ['a script', '<script><Placemark>', null],
  ['a document type', '<!DOCTYPE k [<!ENTITY a "b">]>', '&lt;!DOCTYPE k [<!ENTITY a "b">]>'],
  ['a waypoint that is cut', '<wpt lat="19.4<wpt lat="1">', '<wpt lat="19.4"><wpt lat="1">'],
])('of XML: %s', (_, text, right) => {
  expect(repairMarkup(text, true)).toBe(right ?? text)
})

it.each(['<!--', '<script ', '<a href="', '<b "', '<', '<![CDATA['])('takes no time for many %s', (piece) => {
  const text = piece.repeat(1_000_000 / piece.length)
  const start = performance.now()
  repairMarkup(text, false)
  repairMarkup(text, true)
  expect(performance.now() - start).toBeLessThan(15_000)
})
