/** What the marked cells come to: it floats above the pages and moves nothing. Comes when several cells are marked for the first time. */
import { useSyncExternalStore } from 'react'
import { toFixedScale } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { showNumber } from '#platform/format/numbers.ts'
import type { ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import type { MarkedCells } from '../grid/data-grid.tsx'
import type { Observable } from '../api/observable.ts'
import { t } from '../i18n/t.ts'
import { markedCount, type MarkedSum } from './marked-sums.ts'
import { missingText } from './totals.tsx'

interface MarkedFiguresProps {
  readonly definition: ListDefinition
  readonly marked: Observable<MarkedCells<Row> | null>
  /** of the page, where it has several currencies */
  readonly rates: ListAnswer['rates']
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

export default function MarkedFigures({ definition, marked, rates }: MarkedFiguresProps) {
  const cells = useSyncExternalStore(marked.subscribe, marked.get)
  if (cells === null) return null
  const fields = cells.keys.flatMap(key => definition.result.find(one => one.field === key) ?? [])
  if (fields.length === 0) return null
  const { cells: count, sums, converted } = markedCount(fields, cells.rows, rates)
  return (
    <span className="zg-marked" role="status">
      <span>{t('计数 {count}', { count: showNumber(String(count)) })}</span>
      {sums.map(one => (
        <Sum key={one.currency} one={one} />
      ))}
      {converted !== null && (
        <span className="zg-marked-sum">
          {converted.value === null
            ? t('折合 — {why}', { why: missingText(converted.missing) })
            : t('折合 {value}', { value: `${converted.currency} ${showMoney(converted.value)}` })}
        </span>
      )}
    </span>
  )
}
