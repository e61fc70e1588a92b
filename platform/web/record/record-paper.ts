/** A record as a paper: its fields in their groups, and the lines of a document. Pure. */
import type { FieldDefinition, ListAnswer, ListDefinition, RecordDefinition, Row } from '../../declare/wire.ts'
import { withThousands } from '#platform/format/numbers.ts'
import { t } from '../i18n/t.ts'
import { isFigure, showValue } from '../values/value.ts'
import { word, type Paper, type PaperCell, type PaperRow, type PaperTable } from '../paper/paper.ts'
import { recordName } from './record-head.tsx'

/** Lines of the document as they were read; null: they were not. */
export interface PaperLines {
  readonly definition: ListDefinition
  readonly answer: Pick<ListAnswer, 'list' | 'total'> | null
}

export interface ShownRecord {
  readonly definition: ListDefinition
  readonly record: RecordDefinition
  readonly row: Row
  readonly lines: PaperLines | null
  /** when it is printed */
  readonly at: string
}

const sayings = (): [string, string] => [t('是'), t('否')]
const textOf = (field: FieldDefinition, row: Row): string => showValue(field, row, sayings()).text
const cellOf = (field: FieldDefinition, row: Row): PaperCell => ({ text: textOf(field, row), isFigure: isFigure(field) })
const isLong = ({ kind, isHtml }: FieldDefinition): boolean => kind === 'longText' || isHtml === true

/** Two fields a row; a long text has one to itself. */
function groupOf({ result }: ListDefinition, title: string, names: readonly string[], row: Row): PaperTable {
  const fields = names.flatMap(name => result.find(one => one.field === name) ?? [])
  const pair = (field: FieldDefinition): PaperCell[] => [word(field.title), word(textOf(field, row))]
  const short = fields.filter(one => !isLong(one)).map(pair)
  const rows: PaperRow[] = []
  for (let at = 0; at < short.length; at += 2) rows.push({ cells: [...(short[at] ?? []), ...(short[at + 1] ?? [word(''), word('')])] })
  return { title, heads: [], rows: [...rows, ...fields.filter(isLong).map(field => ({ cells: [...pair(field), word(''), word('')] }))] }
}

/** The columns that its list begins with, but for the document itself. */
function linesOf({ definition, answer }: PaperLines, by: string): PaperTable {
  if (answer === null) return { title: definition.title, heads: [], rows: [{ cells: [word(t('明细没有打开，请用页面上的打印按钮'))] }] }
  const fields = definition.showList.filter(one => one.isShow && one.field !== by && one.picture === undefined)
  const left = answer.total - answer.list.length
  return {
    title: definition.title,
    heads: fields.map(one => ({ text: one.title, isFigure: isFigure(one) })),
    rows: [
      ...answer.list.map(row => ({ cells: fields.map(field => cellOf(field, row)) })),
      ...(left > 0
        ? [{ cells: fields.map((_, at) => word(at === 0 ? t('还有 {count} 条没有显示', { count: withThousands(String(left)) }) : '')) }]
        : []),
    ],
  }
}

export function paperOfRecord({ definition, record, row, lines, at }: ShownRecord): Paper {
  const groups = record.groups.map(one => groupOf(definition, one.title, one.fields, row))
  return {
    title: `${definition.title} ${recordName(definition, record, row)}`,
    lines: [t('打印于 {time}', { time: at })],
    tables: [...groups.filter(one => one.rows.length > 0), ...(lines === null ? [] : [linesOf(lines, definition.lines?.by ?? '')])],
  }
}
