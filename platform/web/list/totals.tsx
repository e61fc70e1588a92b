/** 总计 of a column: over the whole filter, not over the page. */
import { Popover } from 'antd'
import type { FieldDefinition, ListAnswer } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { CellValue } from './cell-value.tsx'
import { showFigure } from './value.ts'

/** What of an answer makes the totals. */
export type TotalsOf = Pick<ListAnswer, 'totals' | 'totalsByCurrency'>

export interface TotalLine {
  /** null: the figures have one currency, or none */
  readonly currency: string | null
  readonly value: string | null
}

/** Totals of a column as lines; several currencies are never added up. */
export function totalLines(field: FieldDefinition, answer: TotalsOf): readonly TotalLine[] {
  const byCurrency = Object.entries(answer.totalsByCurrency?.[field.field] ?? {})
  const total = answer.totals?.[field.field]
  if (typeof total === 'string') return [{ currency: null, value: total }]
  if (byCurrency.length > 0) return byCurrency.map(([currency, value]) => ({ currency, value }))
  return field.isTotal && total === null ? [{ currency: null, value: null }] : []
}

function Line({ field, line: { currency, value } }: { field: FieldDefinition; line: TotalLine }) {
  return (
    <span className="zg-total">
      {currency !== null && <span className="zg-currency">{currency}</span>}
      <CellValue shown={showFigure(field, value)} figure />
    </span>
  )
}

/** One line, so that the rows keep their room; more currencies than one open over it. */
export function Total({ field, lines }: { field: FieldDefinition; lines: readonly TotalLine[] }) {
  const [first, ...rest] = lines
  if (first === undefined) return null
  if (rest.length === 0) return <Line field={field} line={first} />
  const all = lines.map(line => <Line key={line.currency} field={field} line={line} />)
  return (
    <Popover trigger={['hover', 'click']} placement="topRight" title={field.title} content={<div className="zg-total-list">{all}</div>}>
      <button type="button" className="zg-total-more">
        <Line field={field} line={first} />
        <span className="zg-currency">+{rest.length}</span>
        {/* beside what is seen, not in its place: who speaks to the screen says what he sees */}
        <span className="zg-hidden">{t('{title}：{count} 个币种', { title: field.title, count: lines.length })}</span>
      </button>
    </Popover>
  )
}

export const hasTotals = (answer: ListAnswer | undefined): boolean =>
  Object.keys(answer?.totals ?? {}).length > 0 || Object.keys(answer?.totalsByCurrency ?? {}).length > 0
