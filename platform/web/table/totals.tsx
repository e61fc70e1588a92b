/** 总计 of a column: over the whole filter, not over the page. */
import { Popover } from 'antd'
import type { FieldDefinition, ListAnswer, RateName } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { CellValue } from '../values/cell-value.tsx'
import { showFigure } from '../values/value.ts'

/** What of an answer makes the totals. */
export type TotalsOf = Pick<ListAnswer, 'totals' | 'totalsByCurrency' | 'converted'>

export interface TotalLine {
  /** null: the figures have one currency, or none */
  readonly currency: string | null
  readonly value: string | null
  /** all of the others in one currency: the rates by which, and those that are missing for it */
  readonly by?: UsedRates
}

type UsedRates = Pick<NonNullable<ListAnswer['converted']>, 'missing' | 'latest'>

const named = (rates: readonly RateName[]): string => rates.map(one => `${one.month} ${one.currency || '—'}`.trim()).join(t('、'))

/** 缺少汇率：2026-02 EUR、… */
export const missingText = (missing: readonly RateName[]): string => t('缺少汇率：{rates}', { rates: named(missing) })

/** By which rates: those of each month, or the latest of what has no day, with their months. */
export const ratesText = (latest: readonly RateName[] | undefined): string =>
  latest === undefined ? t('折合，按各月汇率') : t('折合，没有日期的按最近月份的汇率：{rates}', { rates: named(latest) })

/** Totals of a column as lines; several currencies are never added up but by the rates of their months, which goes before them. */
export function totalLines(field: FieldDefinition, answer: TotalsOf): readonly TotalLine[] {
  const byCurrency = Object.entries(answer.totalsByCurrency?.[field.field] ?? {})
  const total = answer.totals?.[field.field]
  if (typeof total === 'string') return [{ currency: null, value: total }]
  if (byCurrency.length > 0) {
    const { converted } = answer
    const value = converted?.totals[field.field]
    const all = converted === undefined || value === undefined ? [] : [{ currency: converted.currency, value, by: converted }]
    return [...all, ...byCurrency.map(([currency, value]) => ({ currency, value }))]
  }
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
  const { by } = first
  const count = by === undefined ? lines.length : rest.length
  const all = (by === undefined ? lines : rest).map(line => <Line key={line.currency} field={field} line={line} />)
  const note = by === undefined ? null : first.value === null ? missingText(by.missing) : ratesText(by.latest)
  const content = (
    <div className="zg-total-list">
      {all}
      {note !== null && <span className="zg-currency">{note}</span>}
    </div>
  )
  return (
    <Popover trigger={['hover', 'click']} placement="topRight" title={field.title} content={content}>
      <button type="button" className="zg-total-more">
        <Line field={field} line={first} />
        {by === undefined && <span className="zg-currency">+{rest.length}</span>}
        {/* beside what is seen, not in its place: who speaks to the screen says what he sees */}
        <span className="zg-hidden">{t('{title}：{count} 个币种', { title: field.title, count })}</span>
      </button>
    </Popover>
  )
}

export const hasTotals = (answer: ListAnswer | undefined): boolean =>
  Object.keys(answer?.totals ?? {}).length > 0 || Object.keys(answer?.totalsByCurrency ?? {}).length > 0
