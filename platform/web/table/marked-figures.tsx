/**
 * What the marked cells, else the ticked rows come to: it floats above the pages and moves nothing. Comes when there are several for the
 * first time.
 */
import { useSyncExternalStore } from 'react'
import { toFixedScale } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { showNumber } from '#platform/format/numbers.ts'
import type { FieldDefinition, ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import type { MarkedCells } from '../grid/data-grid.tsx'
import type { Observable } from '../api/observable.ts'
import { t } from '../i18n/t.ts'
import { markedCount, type MarkedCount, type MarkedSum } from './marked-sums.ts'
import { missingText, ratesText } from './totals.tsx'

interface MarkedFiguresProps {
  readonly definition: ListDefinition
  readonly marked: Observable<MarkedCells<Row> | null>
  /** those in sight */
  readonly columns: readonly FieldDefinition[]
  readonly ticked: readonly Row[]
  readonly answer: ListAnswer | undefined
}

const shown = (value: string, isMoney: boolean): string => (isMoney ? showMoney(value) : showNumber(value))
const averageShown = (value: string, isMoney: boolean): string => shown(isMoney ? value : trimmed(value), isMoney)
/** a whole number has no decimals, an average two */
const trimmed = (value: string): string => (value.includes('.') ? toFixedScale(value, 2, 'floor') : value)

function Sum({ one }: { readonly one: MarkedSum }) {
  const isMoney = one.currency !== null
  return (
    <span className="zg-marked-sum">
      <span>{t('合计 {value}', { value: `${one.currency ?? ''} ${shown(one.sum, isMoney)}`.trim() })}</span>
      <span>{t('平均 {value}', { value: averageShown(one.average, isMoney) })}</span>
    </span>
  )
}

/** so many columns of the ticked rows are summed: the first that the list itself sums */
const columnsMax = 3

/** One line for each column that the list sums: by currency, and what all come to where the page has the rates of all rows. */
function Ticked({ columns, ticked, answer }: Pick<MarkedFiguresProps, 'columns' | 'ticked' | 'answer'>) {
  const fields = columns.filter(one => one.isTotal).slice(0, columnsMax)
  const ids = new Set(answer?.list.map(one => one.id))
  const known = ticked.every(one => ids.has(one.id)) ? answer?.rates : undefined
  const lines = fields.map(field => ({ field, ...markedCount([field], ticked, known) })).filter(one => one.sums.length > 0)
  if (lines.length === 0) return null
  return (
    <span className="zg-marked" role="status">
      {lines.map(({ field, sums, converted }) => (
        <span key={field.field} className="zg-marked-sum">
          <span>{field.title}</span>
          {sums.map(({ currency, sum }) => (
            <span key={currency}>{`${currency ?? ''} ${shown(sum, currency !== null)}`.trim()}</span>
          ))}
          {converted !== null && <Converted of={converted} />}
        </span>
      ))}
    </span>
  )
}

function Converted({ of: { currency, value, missing, latest } }: { readonly of: NonNullable<MarkedCount['converted']> }) {
  return (
    <span title={ratesText(latest)}>
      {value === null ? t('折合 — {why}', { why: missingText(missing) }) : t('折合 {value}', { value: `${currency} ${showMoney(value)}` })}
    </span>
  )
}

export default function MarkedFigures({ definition, marked, columns, ticked, answer }: MarkedFiguresProps) {
  const cells = useSyncExternalStore(marked.subscribe, marked.get)
  if (cells === null) return ticked.length > 1 ? <Ticked {...{ columns, ticked, answer }} /> : null
  const fields = cells.keys.flatMap(key => definition.result.find(one => one.field === key) ?? [])
  if (fields.length === 0) return null
  const { cells: count, sums, converted } = markedCount(fields, cells.rows, answer?.rates)
  return (
    <span className="zg-marked" role="status">
      <span>{t('计数 {count}', { count: showNumber(String(count)) })}</span>
      {sums.map(one => (
        <Sum key={one.currency} one={one} />
      ))}
      {converted !== null && <Converted of={converted} />}
    </span>
  )
}
