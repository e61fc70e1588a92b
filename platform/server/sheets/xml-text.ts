/** The little XML that workbooks need: text as their programs write it. */
import { ownValue } from '#platform/declare/own-value.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text of an element or attribute with its entities resolved. Unknown ones stay as they are. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name) return ownValue(ENTITIES, name.toLowerCase()) ?? whole
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

/** Text of a cell: entities, line ends as XML has them, and Office's own `_x000D_` for characters that XML can't hold. */
export function cellString(raw: string): string {
  let text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  text = unescapeXml(text)
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
}

/** Attributes inside a start tag, by name without prefix. */
export function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of tag.matchAll(/(?:\w+:)?(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[name] = unescapeXml(double ?? single ?? '')
  return attributes
}

/** Attributes of every element with that local name. */
export function elementsOf(xml: string, localName: string): Record<string, string>[] {
  return Array.from(xml.matchAll(new RegExp(`<(?:\\w+:)?${localName}(\\s[^<>]*?)?/?>`, 'g')), ([, attributes = '']) =>
    attributesOf(attributes),
  )
}

const ONE_TEXT = /^(?:<is>)?<t(?: xml:space="preserve")?>([^<]*)<\/t>(?:<\/is>)?$/

/** Joined text of the `<t>` elements of a rich or plain string, readings (phonetic runs) left out. */
export function joinedText(xml: string): string {
  const one = ONE_TEXT.exec(xml)
  if (one) return cellString(one[1] ?? '')
  const source = xml.includes('rPh') ? replaceBetween(xml, /<(?:\w+:)?rPh[\s>]/g, /<\/(?:\w+:)?rPh>/g, () => '') : xml
  let text = ''
  for (const [, part = ''] of source.matchAll(/<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)<\/(?:\w+:)?t>/g)) text += part
  return cellString(text)
}

/**
 * Replaces each stretch from an opening to the next closing mark. In one pass: a lazy pattern would look for a missing end again from every
 * beginning.
 */
function replaceBetween(text: string, open: RegExp, close: RegExp, replacement: (inside: string) => string): string {
  let result = ''
  let at = 0
  for (;;) {
    open.lastIndex = at
    const begin = open.exec(text)
    if (!begin) break
    close.lastIndex = open.lastIndex
    const end = close.exec(text)
    if (!end) break
    result += text.slice(at, begin.index) + replacement(text.slice(open.lastIndex, end.index))
    at = close.lastIndex
  }
  return result + text.slice(at)
}

/** Markup in which every character stands for itself: sections of raw text are escaped, comments dropped. */
export function withoutSections(xml: string): string {
  if (!xml.includes('<!')) return xml
  const escaped = replaceBetween(xml, /<!\[CDATA\[/g, /\]\]>/g, raw =>
    raw.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'),
  )
  return replaceBetween(escaped, /<!--/g, /-->/g, () => '')
}

/**
 * Cuts a stream of markup into whole elements of one name: what lies between `<name` and `</name>`. Text in front of the first element is
 * given once as `head`.
 */
export class ElementCutter {
  readonly #open: RegExp
  readonly #close: string
  readonly #bytesMax: number
  #rest = ''

  /** `qualified` is the name as the file writes it, prefix included. `bytesMax` bounds one element. */
  constructor(qualified: string, bytesMax: number) {
    this.#open = new RegExp(`<${qualified}(?=[\\s/>])([^<>]*)>`, 'g')
    this.#close = `</${qualified}>`
    this.#bytesMax = bytesMax
  }

  /**
   * Calls back for each element that is complete: its attributes as text, its content ('' when it closes itself). False when an element
   * passes its bound.
   */
  push(text: string, element: (attributes: string, content: string) => void): boolean {
    const end = this.#rest === '' ? -1 : text.indexOf(this.#close)
    if (end < 0) this.#cut(this.#rest + text, element)
    else {
      // what was cut in two is put together alone: the whole chunk need not be copied for it
      const begun = end + this.#close.length
      this.#cut(this.#rest + text.slice(0, begun), element)
      this.#cut(this.#rest + text.slice(begun), element)
    }
    return this.#rest.length <= this.#bytesMax
  }

  #cut(source: string, element: (attributes: string, content: string) => void): void {
    let at = 0
    for (;;) {
      this.#open.lastIndex = at
      const match = this.#open.exec(source)
      if (!match) {
        // a start tag may be cut in two
        at = Math.max(at, source.lastIndexOf('<'))
        break
      }
      const start = this.#open.lastIndex
      const attributes = match[1] ?? ''
      if (attributes.endsWith('/')) {
        element(attributes, '')
        at = start
        continue
      }
      const end = source.indexOf(this.#close, start)
      if (end < 0) {
        at = match.index
        break
      }
      element(attributes, withoutSections(source.slice(start, end)))
      at = end + this.#close.length
    }
    this.#rest = source.slice(at)
  }
}
