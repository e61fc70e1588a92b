/**
 * The words of an HTML text that the editor has made and the server has cleaned. For showing and comparing; not a guard against hostile
 * HTML.
 */

/** Ends of these stand apart from what follows. */
const blockEnd = /<(?:br|hr|\/p|\/div|\/h[1-6]|\/li|\/tr|\/td|\/th|\/blockquote|\/pre)\b[^>]*>/gi
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decoded(entity: string): string {
  const code = /^#(x?)([\da-f]+)$/i.exec(entity)
  if (code === null) return entities[entity.toLowerCase()] ?? `&${entity};`
  const point = Number.parseInt(code[2] ?? '', code[1] === '' ? 10 : 16)
  return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : ''
}

/** "<p>一行</p><p>二行 &amp; 三</p>" -> "一行 二行 & 三": one line, blanks put together. */
export function htmlToText(html: string): string {
  return html
    .replace(blockEnd, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (_, entity: string) => decoded(entity))
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}
