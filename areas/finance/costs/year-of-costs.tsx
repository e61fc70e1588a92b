/** A year of costs by month: unit cost, units and amount of every product, or of every part. */
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { withThousands } from '#platform/format/numbers.ts'
import { longYears } from '#platform/format/years.ts'
import { PlainGrid } from '#platform/web/grid/plain-grid.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { today } from '#platform/web/page/today.ts'
import { PageLink } from '#platform/web/report/page-link.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { ProductYearRow } from '../base/answers.ts'
import { yearColumns, type Shown } from './product-cost-columns.tsx'
import '#platform/web/table/list.css'

const presentYear = (): number => Number(today().slice(0, 4))

const shownOf = (text: string | null): Shown => (text === 'quantity' || text === 'amount' ? text : 'unitCost')

interface YearOfCostsProps {
  readonly title: string
  /** begins the key of what was read */
  readonly name: string
  readonly load: (year: number, signal: AbortSignal) => Promise<{ readonly list: readonly ProductYearRow[] }>
  readonly words: Readonly<Record<Shown, string>>
  readonly empty: (year: number) => string
  /** where what is missing is entered */
  readonly fill: { readonly component: string; readonly title: string }
  /** further choices of the bar */
  readonly children?: ReactNode
}

export function YearOfCosts({ title, name, load, words, empty, fill, children }: YearOfCostsProps) {
  const [search, setSearch] = useSearchParams()
  const years = longYears(presentYear())
  const year = years.find(one => String(one) === search.get('year')) ?? presentYear()
  const shown = shownOf(search.get('shown'))
  const set = (next: { year: number; shown: Shown }): void =>
    setSearch(
      before => {
        before.set('year', String(next.year))
        before.set('shown', next.shown)
        return before
      },
      { replace: true },
    )
  const costs = useQuery({
    queryKey: [name, year],
    queryFn: ({ signal }) => load(year, signal),
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
  const list = costs.data?.list ?? []
  const notice = costs.isError ? (
    <RowsFailed error={costs.error} onRetry={() => void costs.refetch()} />
  ) : costs.data === undefined ? (
    <RowsLoading />
  ) : (
    <NoCosts empty={empty(year)} fill={fill} year={year} onBefore={() => set({ year: year - 1, shown })} />
  )
  const rows = list.map(row => ({ id: row.productId, row }))
  const { columns, totalRows } = yearColumns(list, shown)
  return (
    <section className="zg-list" aria-label={title}>
      <header className="zg-list-head">
        <h1>{title}</h1>
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
            { value: 'unitCost', label: words.unitCost },
            { value: 'quantity', label: words.quantity },
            { value: 'amount', label: words.amount },
          ]}
          onChange={next => set({ year, shown: next })}
        />
        {children}
      </div>
      <PlainGrid label={title} rows={rows} columns={columns} notice={notice} question={`${year} ${shown}`} totalRows={totalRows} />
      <footer className="zg-list-footer">
        {costs.data === undefined ? null : t('共 {count} 条', { count: withThousands(String(list.length)) })}
      </footer>
    </section>
  )
}

interface NoCostsProps extends Pick<YearOfCostsProps, 'fill'> {
  readonly year: number
  readonly empty: string
  readonly onBefore: () => void
}

function NoCosts({ year, empty, fill, onBefore }: NoCostsProps) {
  return (
    <div className="zg-list-notice">
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty}>
        <PageLink component={fill.component} title={fill.title} type="primary" />
        <Button type="link" onClick={onBefore}>
          {t('看 {year} 年', { year: year - 1 })}
        </Button>
      </Empty>
    </div>
  )
}
