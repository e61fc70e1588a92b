/** What the marked cells come to, beside the pages. Comes when several cells are marked for the first time. */
import { Popover } from 'antd'
import { useSyncExternalStore } from 'react'
import { toFixedScale } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { showNumber } from '#platform/format/numbers.ts'
import type { ListDefinition, Row } from '../../declare/wire.ts'
import type { MarkedCells } from '../grid/data-grid.tsx'
import type { Observable } from '../api/observable.ts'
import { t } from '../i18n/t.ts'
import { markedCount, type MarkedSum } from './marked-sums.ts'

interface MarkedFiguresProps {
  readonly definition: ListDefinition
  readonly marked: Observable<MarkedCells<Row> | null>
}

const shown = (value: string, isMoney: boolean): string => (isMoney ? showMoney(value) : showNumber(value))
const averageShown = (value: string, isMoney: boolean): string => shown(isMoney ? value : trimmed(value), isMoney)
/** a whole number has no decimals, an average two */
const trimmed = (value: string): string => (value.includes('.') ? toFixedScale(value, 2, 'floor') : value)

function Sum({ one }: { readonly one: MarkedSum }) {
  const isMoney = one.currency !== null
  return (
    <span className="zg-marked-sum">
      <span title={one.sum}>{t('合计 {value}', { value: `${one.currency ?? ''} ${shown(one.sum, isMoney)}`.trim() })}</span>
      <span title={one.average}>{t('平均 {value}', { value: averageShown(one.average, isMoney) })}</span>
    </span>
  )
}

export default function MarkedFigures({ definition, marked }: MarkedFiguresProps) {
  const cells = useSyncExternalStore(marked.subscribe, marked.get)
  if (cells === null) return null
  const fields = cells.keys.flatMap(key => definition.result.find(one => one.field === key) ?? [])
  if (fields.length === 0) return null
  const { cells: count, sums } = markedCount(fields, cells.rows)
  const [first, ...rest] = sums
  return (
    <span className="zg-marked" role="status">
      <span>{t('计数 {count}', { count: showNumber(String(count)) })}</span>
      {first !== undefined && <Sum one={first} />}
      {rest.length > 0 && (
        <Popover
          trigger={['hover', 'click']}
          content={
            <div className="zg-total-list">
              {sums.map(one => (
                <Sum key={one.currency} one={one} />
              ))}
            </div>
          }
        >
          <button type="button" className="zg-total-more">
            {t('另有 {count} 个币种', { count: rest.length })}
          </button>
        </Popover>
      )}
    </span>
  )
}
