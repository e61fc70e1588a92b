/** A document of tags (XML such as CAMT.053, OFX in both its forms) as a tree. Pure. */
import { attributesOf, unescapeXml } from '../sheets/xml-text.ts'

export interface Tag {
  readonly name: string
  readonly line: number
  text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Tag[]
}
const depthMax = 60

/** Comments blanked out by as many line ends, character data as text. */
const withoutComments = (text: string): string =>
  text
    .replaceAll(/<!--[\s\S]*?-->/g, comment => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, data: string) => data.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))

/** null: a tag is not closed, the file was cut. Old OFX does not close tags that hold a text. */
export function treeOf(text: string): Tag | null {
  const root: Tag = { name: '', line: 1, text: '', attributes: {}, children: [] }
  const open: Tag[] = [root]
  let [line, at] = [1, 0]
  const plain = withoutComments(text)
  for (const found of plain.matchAll(/<(\/?)([A-Za-z][\w.:-]*)([^<>]*?)(\/?)>([^<]*)/g)) {
    const [, end = '', raw = '', attributes = '', single = '', inner = ''] = found
    line += plain.slice(at, found.index).split('\n').length - 1
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

export function* within(tag: Tag, name: string): Generator<Tag> {
  for (const child of tag.children) {
    if (child.name === name) yield child
    else yield* within(child, name)
  }
}

/** The element at the end of a path of names, the first of each. */
export const at = (tag: Tag | undefined, path: string): Tag | undefined =>
  path.split('.').reduce<Tag | undefined>((from, name) => from?.children.find(child => child.name === name), tag)

/** Text of the first of several paths that has one. */
export function textAt(tag: Tag | undefined, ...paths: readonly string[]): string {
  for (const path of paths) {
    const { text = '' } = at(tag, path) ?? {}
    if (text !== '') return text
  }
  return ''
}
