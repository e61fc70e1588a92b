/** 产品成本年表: unit cost, units sold and cost of goods of every product by month of a year. */
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Segmented, Select } from 'antd'
import { useSearchParams } from 'react-router'
import { withThousands } from '#platform/format/numbers.ts'
import { longYears } from '#platform/format/years.ts'
import { api } from '#platform/web/api/client.ts'
import { PlainGrid } from '#platform/web/grid/plain-grid.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { today } from '#platform/web/list/today.ts'
import { PageLink } from '#platform/web/report/page-link.tsx'
import { isPageFailure } from '#platform/web/shell/page/error-boundary.tsx'
import type { ProductYearRow } from './amazon/answers.ts'
import { yearColumns, type Shown } from './product-cost-columns.tsx'
import '#platform/web/list/list.css'

const presentYear = (): number => Number(today().slice(0, 4))

const shownOf = (text: string | null): Shown => (text === 'quantity' || text === 'amount' ? text : 'unitCost')

export default function ProductCostYearPage() {
  const [search, setSearch] = useSearchParams()
  const years = longYears(presentYear())
  const year = years.find(one => String(one) === search.get('year')) ?? presentYear()
  const shown = shownOf(search.get('shown'))
  const set = (next: { year: number; shown: Shown }): void => setSearch({ year: String(next.year), shown: next.shown }, { replace: true })
  const costs = useQuery({
    queryKey: ['productCostYear', year],
    queryFn: ({ signal }) =>
      api.get<{ readonly list: readonly ProductYearRow[] }>('/ProductCost/productYearReport', { year }, { signal, quiet: true }),
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
  const list = costs.data?.list ?? []
  const notice = costs.isError ? (
    <RowsFailed error={costs.error} onRetry={() => void costs.refetch()} />
  ) : costs.data === undefined ? (
    <RowsLoading />
  ) : (
    <NoCosts year={year} onBefore={() => set({ year: year - 1, shown })} />
  )
  const rows = list.map(row => ({ id: row.productId, row }))
  const { columns, totalRows } = yearColumns(list, shown)
  return (
    <section className="zg-list" aria-label={t('产品成本年表')}>
      <header className="zg-list-head">
        <h1>{t('产品成本年表')}</h1>
      </header>
      <div className="zg-filter-bar" role="search">
        <Select
          aria-label={t('年份')}
          className="zg-filter"
          value={year}
          options={years.map(one => ({ value: one, label: t('{year} 年', { year: one }) }))}
          onChange={next => set({ year: next, shown })}
        />
        <Segmented<Shown>
          aria-label={t('指标')}
          value={shown}
          options={[
            { value: 'unitCost', label: t('单位成本') },
            { value: 'quantity', label: t('销量') },
            { value: 'amount', label: t('销售成本') },
          ]}
          onChange={next => set({ year, shown: next })}
        />
      </div>
      <PlainGrid
        label={t('产品成本年表')}
        rows={rows}
        columns={columns}
        notice={notice}
        question={`${year} ${shown}`}
        totalRows={totalRows}
      />
      <footer className="zg-list-footer">
        {costs.data === undefined ? null : t('共 {count} 条', { count: withThousands(String(list.length)) })}
      </footer>
    </section>
  )
}

function NoCosts({ year, onBefore }: { year: number; onBefore: () => void }) {
  return (
    <div className="zg-list-notice">
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('{year} 年还没有产品成本，也没有销量', { year })}>
        <PageLink component="list/productCost" title={t('去填产品成本')} type="primary" />
        <Button type="link" onClick={onBefore}>
          {t('看 {year} 年', { year: year - 1 })}
        </Button>
      </Empty>
    </div>
  )
}
