/** 销量: units by department and SKU, month by month, beside what was approved to be stocked for them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Empty, Pagination, Segmented } from 'antd'
import { MISSING, showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import type { GridColumn } from '#platform/web/grid/grid-columns.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { PageLink } from '#platform/web/report/page-link.tsx'
import { useStateFor } from '#platform/web/report/use-state-for.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import { useState } from 'react'
import { Computing, StatisticsPage, type Asked } from './statistics-page.tsx'
import { TreeGrid, type TreeLine, type TreeRow } from './tree-grid.tsx'
import type { ColumnDescriptor, QuantityAnswer, QuantityRow } from './wire.ts'

type Line = TreeLine<QuantityRow>
/** what stands below the months; a month alone is asked for with its weeks */
type Within = 'MONTH' | 'WEEK' | 'DAY'
/** the time of a column that its units can be asked by; null: all of the period; 'part': of a week, by which nothing is asked */
type Time = 'month' | 'day' | 'part' | null
const pageSize = 50
const planned = ['approvalQty', 'surplusQty', 'deliveredQty'] as const

// units have no currency
const keep = () => ({ hasCurrencies: false })

export default function QuantitiesPage() {
  return <StatisticsPage keep={keep}>{asked => <Quantities {...asked} />}</StatisticsPage>
}

function Quantities({ definition, product, ask, onCell }: Asked) {
  const [within, setWithin] = useState<Within>('MONTH')
  const [pageNum, setPageNum] = useStateFor(JSON.stringify(ask), 1)
  const question = { ...ask, timeEnum: within === 'DAY' ? 'DAY' : 'WEEK', pageNum, pageSize }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['report', definition.name, 'quantities', question],
    queryFn: ({ signal }) => api.post<QuantityAnswer>(`/${product}SaleStatistics/qtyStatistics`, question, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const notice =
    error !== null ? (
      <RowsFailed error={error} onRetry={() => void refetch()} />
    ) : data === undefined ? (
      <RowsLoading />
    ) : (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这个期间没有订单，也没有备货计划')}>
        <PageLink component="list/saleStockPlan" title={t('去填备货计划')} type="primary" />
      </Empty>
    )
  const columns = [...plannedColumns(data), ...unitColumns(data, within, onCell)]
  return (
    <>
      <TreeGrid<QuantityRow>
        title={t('销量')}
        name={t('部门 › 平台 SKU')}
        rows={(data?.list ?? []).map(rowOf)}
        startsOpen
        columns={columns}
        totals={(data?.totals ?? []).map(() => t('总计'))}
        notice={notice}
        isStale={isPlaceholderData}
        question={JSON.stringify(question)}
      />
      <footer className="zg-report-foot">
        <Computing shops={data?.computing ?? []} />
        <Segmented<Within>
          aria-label={t('时间粒度')}
          size="small"
          value={within}
          options={[
            { value: 'MONTH', label: t('按月') },
            { value: 'WEEK', label: t('按周') },
            { value: 'DAY', label: t('按天') },
          ]}
          onChange={setWithin}
        />
        <Pagination
          size="small"
          current={pageNum}
          pageSize={pageSize}
          total={data?.total ?? 0}
          showSizeChanger={false}
          showTotal={count => t('共 {count} 个 SKU', { count })}
          itemRender={pageSteps}
          onChange={setPageNum}
        />
      </footer>
    </>
  )
}

const rowOf = (row: QuantityRow): TreeRow<QuantityRow> => ({
  id: JSON.stringify([row.key.dept, row.key.sku]),
  label: row.key.sku === null ? row.label.dept : row.label.sku,
  note: '',
  row,
  children: (row.children ?? []).map(rowOf),
})

const shown = (value: string | null | undefined): string => (value == null ? MISSING : showNumber(value))
const figure = (value: string | null | undefined) => (
  <span className={value === '0' ? 'zg-figure zg-zero' : 'zg-figure'}>{shown(value)}</span>
)

function plannedColumns(answer: QuantityAnswer | undefined): GridColumn<Line>[] {
  const names = { approvalQty: t('核准数量'), surplusQty: t('剩余数量'), deliveredQty: t('已交付') }
  return planned.map(field => ({
    key: field,
    over: t('备货计划'),
    name: names[field],
    width: 100,
    align: 'right',
    render: ({ row }) => figure(row[field]),
    copy: ({ row }) => ({ text: row[field] ?? '', isText: false }),
    totals: (answer?.totals ?? []).map(one => figure(one.values[field])),
  }))
}

function unitColumns(answer: QuantityAnswer | undefined, within: Within, onCell: Asked['onCell']): GridColumn<Line>[] {
  const whole = { ...unitColumn(answer, onCell, null, { key: 'units', name: t('销量（下单）') }), width: 124 }
  const months = (answer?.columns ?? []).flatMap((month: ColumnDescriptor) => {
    if (within === 'MONTH') return [unitColumn(answer, onCell, 'month', { key: month.field, name: month.field })]
    const parts = (month.children ?? []).map(({ field }) => {
      const day = field.slice(5)
      const head = { key: field, over: month.field, name: within === 'DAY' ? day : t('{day} 起', { day }) }
      return unitColumn(answer, onCell, within === 'DAY' ? 'day' : 'part', head)
    })
    return [unitColumn(answer, onCell, 'month', { key: month.field, over: month.field, name: t('合计') }), ...parts]
  })
  return [whole, ...months]
}

/** Units of a SKU open their lines: of the period, of a month, of a day. */
function unitColumn(
  answer: QuantityAnswer | undefined,
  onCell: Asked['onCell'],
  time: Time,
  head: Pick<GridColumn<Line>, 'key' | 'name' | 'over'>,
): GridColumn<Line> {
  const render = ({ row, label }: Line) => {
    const { sku } = row.key
    const value = row.values[head.key]
    if (sku === null || value === undefined || time === 'part') return figure(value)
    const steps = [
      { dimension: 'sku', value: sku, label },
      ...(time === null ? [] : [{ dimension: time, value: head.key, label: head.key }]),
    ]
    const cell = { measure: 'units', part: 'now' as const, path: { steps, currency: 'CNY' }, currency: 'CNY' }
    return (
      <button
        type="button"
        className="zg-figure zg-figure-link"
        tabIndex={-1}
        aria-label={t('{title} {figure}，查看组成', { title: head.name, figure: shown(value) })}
        onClick={() => onCell({ ...cell, values: { units: value }, was: null, isConverted: false, rates: [] })}
      >
        {shown(value)}
      </button>
    )
  }
  return {
    ...head,
    width: 96,
    align: 'right',
    render,
    copy: ({ row }) => ({ text: row.values[head.key] ?? '', isText: false }),
    totals: (answer?.totals ?? []).map(one => figure(one.values[head.key])),
  }
}
