import { readdirSync, readFileSync } from 'node:fs'
import { decodeText } from '/work/wt/a/packages/imports/src/decode-text.ts'
import { readImport } from '/work/wt/a/packages/imports/src/read-import.ts'
const dir = process.argv[2] ?? '/work/shared/cases/imports'
const only = process.argv[3]
for (const f of readdirSync(dir).sort()) {
  if (f === 'README.md' || (only && !f.includes(only))) continue
  const r = readImport([{ name: f, text: decodeText(readFileSync(`${dir}/${f}`)) }])
  console.log('=== ' + f)
  if (!r) { console.log('  NULL'); continue }
  console.log('  ', r.format, 'read', r.read, 'unread', JSON.stringify(r.unread), 'parts', JSON.stringify(r.parts.map(p => [p.kind, p.name])), 'choices', JSON.stringify(r.choices.formats))
  for (const p of r.posts) console.log('   -', decodeURIComponent(p.url.length<300?p.url:p.url.slice(0,300).replace(/%.?$/,'')), '|', p.platform, '|', p.title, '|', p.savedAt?.toISOString() ?? '', '| note', p.note, '| vis', p.visited.join(','), '|', JSON.stringify(p.texts), p.placeUrl ? '| beside ' + p.placeUrl : '', JSON.stringify(p.parts))
}
