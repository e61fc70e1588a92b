/**
 * A document of tags (XML such as CAMT.053, OFX in both its forms) as rows of cells: what stands beside the records first, a row for each
 * part; then a head of paths, then a row for each record. Pure.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import type { TaggedWord } from '#platform/declare/sheet-layout.ts'
import { attributesOf, unescapeXml } from '../sheets/xml-text.ts'

interface Tag {
  readonly name: string
  readonly line: number
  text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Tag[]
}
export type TaggedRows =
  | { readonly ok: true; readonly rows: readonly SourceRow[]; readonly notes: readonly Wording[]; readonly parts: number }
  | { readonly ok: false; readonly reason: Wording }

const depthMax = 60

/** null: a tag is not closed, the file was cut. Old OFX does not close tags that hold a text. */
function treeOf(text: string): Tag | null {
  const root: Tag = { name: '', line: 1, text: '', attributes: {}, children: [] }
  const open: Tag[] = [root]
  let [line, at] = [1, 0]
  for (const found of text.matchAll(/<(\/?)([A-Za-z][\w.:-]*)([^<>]*?)(\/?)>([^<]*)/g)) {
    const [, end = '', raw = '', attributes = '', single = '', inner = ''] = found
    line += text.slice(at, found.index).split('\n').length - 1
    at = found.index
    const name = raw.replace(/^.*:/, '')
    if (end === '/') {
      const from = open.findLastIndex(tag => tag.name === name)
      if (from > 0) open.length = from
      continue
    }
    const above = open.at(-1)
    // a text without an end tag: what comes next stands beside it
    if (above && above.text !== '' && open.length > 1) open.pop()
    const tag: Tag = { name, line, text: unescapeXml(inner.trim()), attributes: attributesOf(attributes), children: [] }
    open.at(-1)?.children.push(tag)
    if (single !== '/') open.push(tag)
    if (open.length > depthMax) return null
  }
  return open.length === 1 ? root : null
}

function* within(tag: Tag, name: string): Generator<Tag> {
  for (const child of tag.children) {
    if (child.name === name) yield child
    else yield* within(child, name)
  }
}

/** Texts of a part by path, each path once: its first. */
function leaves(tag: Tag, path = '', into = new Map<string, string>(), skip = ''): Map<string, string> {
  for (const child of tag.children) {
    if (child.name === skip) continue
    const own = path === '' ? child.name : `${path}.${child.name}`
    if (child.text !== '' && !into.has(own)) into.set(own, child.text)
    for (const [name, value] of Object.entries(child.attributes)) if (!into.has(`${own}@${name}`)) into.set(`${own}@${name}`, value)
    leaves(child, own, into, skip)
  }
  return into
}

/** `part`: which of several statements with lines, from 1. */
export function taggedRows(text: string, word: TaggedWord, part: number): TaggedRows {
  const root = treeOf(text)
  if (root === null) return { ok: false, reason: sentence`文件不完整，请重新下载` }
  const statements = word.statements.flatMap(name => [...within(root, name)])
  const filled = statements.filter(one => !within(one, word.record).next().done)
  const statement = filled[part - 1]
  if (!statement) return { ok: false, reason: sentence`文件里没有数据行，请确认下载的日期范围` }
  const above = statement.children.flatMap(part => {
    if (part.name === word.record) return []
    const cells = [...leaves(part, '', new Map(), word.record)].map(([path, value]) => `${path}=${value}`)
    return [{ line: part.line, cells: [part.name, ...(part.text === '' ? [] : [`=${part.text}`]), ...cells] }]
  })
  const records = [...within(statement, word.record)].map(record => ({ line: record.line, of: leaves(record) }))
  const paths = [...new Set(records.flatMap(record => [...record.of.keys()]))]
  // the rows are counted by the lines of the file; the head stands before the first record
  const headLine = Math.max(0, (records[0]?.line ?? 1) - 1)
  const others = statements.length - filled.length
  return {
    ok: true,
    rows: [
      ...above.map(row => ({ ...row, line: Math.min(row.line, headLine) - 1 })),
      { line: headLine, cells: paths },
      ...records.map(({ line, of }) => ({ line, cells: paths.map(path => of.get(path) ?? '') })),
    ],
    parts: filled.length,
    notes: others > 0 ? [sentence`文件里另有 ${others} 个账户没有流水，未导入`] : [],
  }
}
