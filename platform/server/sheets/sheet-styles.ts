/** The styles of an exported workbook: one static part, whatever the columns are. */
import { tones, type Tone } from '#platform/declare/tone.ts'
import type { ColumnKind } from './sheet-to-write.ts'

/** Negative amounts red. Shows at least two decimals and never rounds what the books hold (six decimals at most). */
const AMOUNT = '#,##0.00####;[Red]-#,##0.00####'

const FORMATS: Record<ColumnKind, string | null> = {
  text: null,
  money: AMOUNT,
  number: AMOUNT,
  integer: '#,##0;[Red]-#,##0',
  serial: '0',
  percent: '0.0%;[Red]-0.0%',
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm:ss',
}
const KINDS = Object.keys(FORMATS) as ColumnKind[]
/** ids below 164 belong to Excel */
const FIRST_FORMAT = 164

export const STYLE_HEAD = 1
/** text that begins like a formula: shown as it is, and stays text when somebody edits the cell */
export const STYLE_QUOTED = 2
/** a number with more digits than Excel keeps, as text */
export const STYLE_LONG_NUMBER = 3
const STYLE_LONG_TOTAL = 4
const FIRST_BODY = 5
const FIRST_TOTAL = FIRST_BODY + KINDS.length

export interface KindStyle {
  readonly plain: number
  readonly long: number
}

/** Style numbers for the cells of a kind, in the body or in the totals row. */
export function styleOf(kind: ColumnKind, total: boolean): KindStyle {
  const index = KINDS.indexOf(kind)
  return total ? { plain: FIRST_TOTAL + index, long: STYLE_LONG_TOTAL } : { plain: FIRST_BODY + index, long: STYLE_LONG_NUMBER }
}

const BOLD = 1
const HEAD_FILL = 2
const HEAD_BORDER = 1
const TOTAL_BORDER = 2

function xf(format: number, font: number, fill: number, border: number, more = '', inside = ''): string {
  return (
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" ` +
    `applyFill="1" applyBorder="1"${more}${inside ? `>${inside}</xf>` : '/>'}`
  )
}

function formatId(kind: ColumnKind): number {
  return FORMATS[kind] === null ? 0 : FIRST_FORMAT + KINDS.indexOf(kind)
}

/** ARGB of text and ground: 4.5:1 and more */
const toneColours: Readonly<Record<Tone, readonly [text: string, ground: string]>> = {
  quiet: ['FF595959', 'FFF5F5F5'],
  info: ['FF003EB3', 'FFE6F4FF'],
  good: ['FF237804', 'FFF6FFED'],
  warn: ['FF874D00', 'FFFFFBE6'],
  bad: ['FFA8071A', 'FFFFF1F0'],
}

/** What the rules of sheet-tones.ts name by place. */
const toneStylesXml = `<dxfs count="${tones.length}">${tones
  .map(tone => {
    const [text, ground] = toneColours[tone]
    return `<dxf><font><color rgb="${text}"/></font><fill><patternFill><bgColor rgb="${ground}"/></patternFill></fill></dxf>`
  })
  .join('')}</dxfs>`

/** xl/styles.xml */
export function stylesXml(): string {
  const formats = KINDS.filter(kind => FORMATS[kind] !== null)
  const right = '<alignment horizontal="right"/>'
  const styles = [
    xf(0, 0, 0, 0),
    xf(0, BOLD, HEAD_FILL, HEAD_BORDER, ' applyAlignment="1"', '<alignment horizontal="center" vertical="center" wrapText="1"/>'),
    xf(0, 0, 0, 0, ' quotePrefix="1"'),
    xf(0, 0, 0, 0, ' quotePrefix="1" applyAlignment="1"', right),
    xf(0, BOLD, 0, TOTAL_BORDER, ' quotePrefix="1" applyAlignment="1"', right),
    ...KINDS.map(kind => xf(formatId(kind), 0, 0, 0)),
    ...KINDS.map(kind => xf(formatId(kind), BOLD, 0, TOTAL_BORDER)),
  ]
  const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
  const side = (name: string): string => `<${name} style="thin"><color rgb="FFBFBFBF"/></${name}>`
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${formats.length}">${formats
    .map(kind => `<numFmt numFmtId="${formatId(kind)}" formatCode="${FORMATS[kind] ?? ''}"/>`)
    .join(
      '',
    )}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF0F2F5"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border><border>${side(
    'left',
  )}${side('right')}${side('top')}${side('bottom')}<diagonal/></border><border><left/><right/>${side('top')}<bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>${toneStylesXml}</styleSheet>`
}
