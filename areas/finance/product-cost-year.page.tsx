/** 产品成本年表: unit cost, units sold and cost of goods of every product by month of a year. */
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Segmented, Select, Table, type TableColumnType } from 'antd'
import { useSearchParams } from 'react-router'
import { add } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { MISSING, showNumber, withThousands } from '#platform/format/numbers.ts'
import { longYears } from '#platform/format/years.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { today } from '#platform/web/list/today.ts'
import { PageLink } from '#platform/web/report/page-link.tsx'
import { isPageFailure } from '#platform/web/shell/page/error-boundary.tsx'
import type { ProductYearRow } from './amazon/answers.ts'
import '#platform/web/list/list.css'

type Shown = 'unitCost' | 'quantity' | 'amount'
type Cost = ProductYearRow['months'][number]

const monthsOfYear = 12
const presentYear = (): number => Number(today().slice(0, 4))

/** Sums per currency; a month without cost has no currency and no amount. Quantities have none. */
export function sumsOf(months: readonly Cost[], shown: 'quantity' | 'amount'): ReadonlyMap<string, string> {
  const sums = new Map<string, string>()
  for (const one of months) {
    const currency = shown === 'quantity' ? '' : (one.currency ?? '')
    if (shown === 'amount' && currency === '') continue
    sums.set(currency, add(sums.get(currency) ?? '0', one[shown]))
  }
  return sums
}

/** Money with its currency beside: products of one table are bought in several. */
function Amount({ value, currency }: { value: string | null; currency: string | null }) {
  if (value === null) return MISSING
  return (
    <span
      className={value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'}
      title={currency === null ? value : `${value} ${currency}`}
    >
      {showMoney(value, { trueMinus: true })}
    </span>
  )
}

function CostCell({ cost, shown }: { cost: Cost | undefined; shown: Shown }) {
  if (cost === undefined) return MISSING
  if (shown === 'quantity') return <span className="zg-figure">{showNumber(cost.quantity)}</span>
  if (shown === 'amount') return <Amount value={cost.currency === null ? null : cost.amount} currency={cost.currency} />
  return <Amount value={cost.unitCost} currency={cost.currency} />
}

/** Sums below each other, one per currency. */
function Sums({ sums, shown }: { sums: ReadonlyMap<string, string>; shown: 'quantity' | 'amount' }) {
  if (sums.size === 0) return MISSING
  return [...sums].map(([currency, value]) => (
    <div key={currency}>
      {currency !== '' && <span className="zg-currency">{currency} </span>}
      {shown === 'quantity' ? <span className="zg-figure">{showNumber(value)}</span> : <Amount value={value} currency={currency} />}
    </div>
  ))
}

function columnsOf(shown: Shown): TableColumnType<ProductYearRow>[] {
  const months = Array.from({ length: monthsOfYear }, (_, at): TableColumnType<ProductYearRow> => ({
    key: String(at),
    title: t('{month} 月', { month: at + 1 }),
    width: 96,
    align: 'right',
    render: (_value, row) => <CostCell cost={row.months[at]} shown={shown} />,
  }))
  return [
    { key: 'sku', title: 'SKU', dataIndex: 'sku', width: 130, fixed: 'left', ellipsis: true },
    { key: 'name', title: t('商品'), dataIndex: 'name', width: 180, ellipsis: true },
    ...(shown === 'quantity'
      ? []
      : [
          {
            key: 'currency',
            title: t('币种'),
            width: 64,
            render: (_: unknown, row: ProductYearRow) => [...new Set(row.months.flatMap(one => one.currency ?? []))].join(t('、')),
          },
        ]),
    ...months,
    ...(shown === 'unitCost'
      ? []
      : [
          {
            key: 'sum',
            title: t('全年'),
            width: 170,
            align: 'right' as const,
            fixed: 'right' as const,
            render: (_: unknown, row: ProductYearRow) => <Sums sums={sumsOf(row.months, shown)} shown={shown} />,
          },
        ]),
  ]
}

/** A function, not a component: antd fixes the totals to the foot only where it finds its own Summary element at once. */
function totalsRow(list: readonly ProductYearRow[], shown: 'quantity' | 'amount') {
  const leading = shown === 'quantity' ? 2 : 3
  const all = list.flatMap(one => one.months)
  return (
    <Table.Summary fixed="bottom">
      <Table.Summary.Row className="zg-totals">
        <Table.Summary.Cell index={0} colSpan={leading}>
          {t('总计')}
        </Table.Summary.Cell>
        {Array.from({ length: monthsOfYear }, (_, at) => (
          <Table.Summary.Cell key={at} index={leading + at} align="right">
            <Sums
              sums={sumsOf(
                list.flatMap(one => one.months[at] ?? []),
                shown,
              )}
              shown={shown}
            />
          </Table.Summary.Cell>
        ))}
        <Table.Summary.Cell index={leading + monthsOfYear} align="right">
          <Sums sums={sumsOf(all, shown)} shown={shown} />
        </Table.Summary.Cell>
      </Table.Summary.Row>
    </Table.Summary>
  )
}

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
  const columns = columnsOf(shown)
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
      <div className="zg-list-table">
        <Table<ProductYearRow>
          rowKey="productId"
          size="small"
          columns={columns}
          dataSource={[...list]}
          pagination={{ pageSize: 50, size: 'small', hideOnSinglePage: true, showSizeChanger: false, placement: ['none'] }}
          scroll={{ x: columns.reduce((sum, one) => sum + Number(one.width), 0), y: '100%' }}
          locale={{ emptyText: notice }}
          {...(list.length === 0 || shown === 'unitCost' ? {} : { summary: () => totalsRow(list, shown) })}
        />
      </div>
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
