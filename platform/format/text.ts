/** Width and cutting of text. Counts code points, so that a character above U+FFFF is never cut in half. */

export const ELLIPSIS = '…'

/** Display width: ASCII counts 1, every other character 2. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += character.charCodeAt(0) < 128 ? 1 : 2
  return width
}

/** Cuts to `widthMax` and adds an ellipsis, which is not counted, where something was cut. */
export function ellipsis(text: string, widthMax: number): string {
  let width = 0
  let end = 0
  for (const character of text) {
    width += character.charCodeAt(0) < 128 ? 1 : 2
    if (width > widthMax) return text.slice(0, end) + ELLIPSIS
    end += character.length
  }
  return text
}

/** Cut in the middle: what tells numbers apart stands at their ends. */
export function middleEllipsis(text: string, charactersMax: number): string {
  const characters = [...text]
  if (characters.length <= charactersMax || charactersMax < shortestCut) return text
  const tail = Math.floor((charactersMax - 1) / 2)
  return characters.slice(0, charactersMax - 1 - tail).join('') + ELLIPSIS + characters.slice(-tail).join('')
}
const shortestCut = 7

/** Cuts to a number of characters and adds an ellipsis where something was cut: titles of tabs take 8. */
export function cutToCharacters(text: string, charactersMax: number): string {
  const characters = Array.from(text)
  return characters.length <= charactersMax ? text : characters.slice(0, charactersMax).join('') + ELLIPSIS
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Text as it stands in HTML. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, one => marks[one] ?? one)

/**
 * A value off the wire as text: words and numbers as they are, anything else as JSON, so that no object ever shows as `[object Object]`.
 */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return value === undefined ? '' : JSON.stringify(value)
}
