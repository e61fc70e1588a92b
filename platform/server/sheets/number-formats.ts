/** Which styles of a workbook show a number as a date or time: the file itself says it nowhere else. */
import { elementsOf } from './xml-text.ts'

export type Shown =
  | 'number'
  | 'date'
  /** hours beyond 24, as [h]:mm */
  | 'elapsed'

/** Ids of Excel's own formats that are dates or times, the East Asian ones included. */
function builtIn(id: number): Shown {
  if (id === 46) return 'elapsed'
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58) ? 'date' : 'number'
}

/** How a format code shows a number: by the letters left when quoted and escaped text, colours, locales and fillers are taken away. */
export function shownBy(format: string): Shown {
  const positive = format.replace(/"[^"]*"|\\.|[_*]./g, '').split(';')[0] ?? ''
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'elapsed'
  return /[ymdhs]/i.test(positive.replace(/\[[^\]]*\]/g, '').replace(/general/gi, '')) ? 'date' : 'number'
}

/** How each cell style shows numbers, by style number, from xl/styles.xml. */
export function shownByStyle(stylesXml: string): readonly Shown[] {
  const own = new Map(elementsOf(stylesXml, 'numFmt').map(({ numFmtId = '', formatCode = '' }) => [Number(numFmtId), shownBy(formatCode)]))
  const start = stylesXml.search(/<(?:\w+:)?cellXfs[\s>]/)
  const styles = start < 0 ? '' : stylesXml.slice(start, stylesXml.search(/<\/(?:\w+:)?cellXfs>/))
  return elementsOf(styles, 'xf').map(({ numFmtId = '0' }) => own.get(Number(numFmtId)) ?? builtIn(Number(numFmtId)))
}
