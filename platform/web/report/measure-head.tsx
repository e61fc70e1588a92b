/** Head of a column: title, currency, order, and the formula with its source. */
import { CaretDownOutlined, CaretUpOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import type { MeasureDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import type { Sort } from '../list/list-state.ts'

interface SortButtonProps {
  readonly field: string
  readonly title: string
  /** the way of the first click */
  readonly first: Sort['way']
  readonly sort: Sort | null
  readonly onSort: (sort: Sort | null) => void
}

const other = (way: Sort['way']): Sort['way'] => (way === 'ASC' ? 'DESC' : 'ASC')

/** First way, other way, none. */
export function nextSort(field: string, first: Sort['way'], sort: Sort | null): Sort | null {
  if (sort?.field !== field) return { field, way: first }
  return sort.way === first ? { field, way: other(first) } : null
}

export const ariaSort = (field: string, sort: Sort | null): 'ascending' | 'descending' | 'none' =>
  sort?.field !== field ? 'none' : sort.way === 'ASC' ? 'ascending' : 'descending'

export function SortButton({ field, title, first, sort, onSort }: SortButtonProps) {
  const way = sort?.field === field ? sort.way : null
  return (
    <button type="button" className="zg-head-sort" title={t('点击排序')} onClick={() => onSort(nextSort(field, first, sort))}>
      <span>{title}</span>
      <span className="zg-head-arrow" aria-hidden>
        {way === 'ASC' ? <CaretUpOutlined /> : way === 'DESC' ? <CaretDownOutlined /> : null}
      </span>
    </button>
  )
}

export function MeasureInfo({ measure }: { measure: MeasureDefinition }) {
  const content = (
    <div className="zg-measure-info">
      <p className="zg-formula">{measure.formula}</p>
      <p>{measure.source}</p>
    </div>
  )
  return (
    <Popover title={measure.title} content={content} trigger={['hover', 'click']} mouseEnterDelay={0.3}>
      <button type="button" className="zg-head-info" aria-label={t('{title}的公式和来源', { title: measure.title })}>
        <InfoCircleOutlined />
      </button>
    </Popover>
  )
}
