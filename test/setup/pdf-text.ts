/** The words of a PDF that Chromium has printed: what its pages write, glyph by glyph, read back by the maps of its fonts. */
import { inflateSync } from 'node:zlib'

const unicode = (hex: string): string =>
  hex
    .match(/.{4}/g)
    ?.map(one => String.fromCharCode(Number.parseInt(one, 16)))
    .join('') ?? ''
const next = (hex: string, by: number): string => (Number.parseInt(hex, 16) + by).toString(16).padStart(hex.length, '0')

/** Objects by their numbers; streams as they were before they were packed. */
function objectsOf(pdf: Buffer): Map<string, { head: string; body: string }> {
  const found = new Map<string, { head: string; body: string }>()
  const text = pdf.toString('latin1')
  for (const { 1: id = '', index } of text.matchAll(/(?<=^|\n)(\d+) 0 obj\b/g)) {
    const end = text.indexOf('endobj', index)
    const at = text.indexOf('stream', index)
    if (at === -1 || at > end) {
      found.set(id, { head: text.slice(index, end), body: '' })
      continue
    }
    const head = text.slice(index, at)
    const from = text.indexOf('\n', at) + 1
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    const bytes = pdf.subarray(from, from + length)
    found.set(id, { head, body: head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1') })
  }
  return found
}

/** Glyphs of a font by the characters they stand for. */
function mapOf(cmap: string): Map<string, string> {
  const map = new Map<string, string>()
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, glyph = '', to = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g)) map.set(glyph.toLowerCase(), unicode(to))
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, from = '', to = '', first = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let by = 0; by <= Number.parseInt(to, 16) - Number.parseInt(from, 16); by += 1)
        map.set(next(from, by).toLowerCase(), unicode(next(first, by)))
  return map
}

/** Fonts that are drawn name a glyph by one byte, others by two. */
const widthOf = (font: Map<string, string> | undefined): RegExp => (font?.keys().next().value?.length === 2 ? /.{2}/g : /.{4}/g)

export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<string, string>>()
  for (const { head, body } of objects.values())
    for (const [, name = '', id = ''] of `${head}${body}`.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]
      if (map !== undefined) fonts.set(name, mapOf(objects.get(map)?.body ?? ''))
    }
  let text = ''
  for (const { body } of objects.values()) {
    if (!body.includes(' Tf')) continue
    let font: Map<string, string> | undefined
    for (const [, name, glyphs] of body.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g))
      if (name === undefined)
        text +=
          glyphs
            ?.toLowerCase()
            .match(widthOf(font))
            ?.map(one => font?.get(one) ?? '')
            .join('') ?? ''
      else font = fonts.get(name)
    text += '\n'
  }
  // forms of a character that look alike
  return text.normalize('NFKC')
}
