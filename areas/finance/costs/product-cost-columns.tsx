/** Columns of the year of product costs: twelve months, what they come to, and 总计 below, one line per currency. */
import type { ReactNode } from 'react'
import { add, canonical } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { MISSING, showNumber } from '#platform/format/numbers.ts'
import type { GridColumn } from '#platform/web/grid/grid-columns.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import type { ProductYearRow } from '../base/answers.ts'

export type Shown = 'unitCost' | 'quantity' | 'amount'
type Cost = ProductYearRow['months'][number]
export interface YearRow {
  readonly id: string
  readonly row: ProductYearRow
}

const monthsOfYear = 12

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

/** Money with its currency on hover: products of one table are bought in several. */
function Amount({ value, currency }: { value: string | null; currency: string | null }) {
  if (value === null) return MISSING
  return (
    <span
      className={value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'}
      title={currency === null ? value : `${value} ${currency}`}
    >
      {showMoney(value)}
    </span>
  )
}

/** The exact figure of a month; null: nothing is known. */
function figureOf(cost: Cost | undefined, shown: Shown): string | null {
  if (cost === undefined) return null
  if (shown === 'amount') return cost.currency === null ? null : cost.amount
  return cost[shown]
}

/** A cost leads to what it is made of, for whoever has that page. */
function CostCell({ cost, shown, productId }: { cost: Cost | undefined; shown: Shown; productId: string }) {
  const urlOf = useRecordUrls()
  const value = figureOf(cost, shown)
  if (shown === 'quantity') return value === null ? MISSING : <span className="zg-figure">{showNumber(value)}</span>
  const amount = <Amount value={value} currency={cost?.currency ?? null} />
  const url = cost === undefined || value === null ? null : urlOf('unitCost', `p.${productId}.${cost.month}`)
  if (url === null) return amount
  return (
    <RecordLink url={url} isInCell>
      {amount}
    </RecordLink>
  )
}

/** One sum; its currency stands in front where the row does not say it. */
function Sum({ value, currency, isNamed, shown }: { value: string; currency: string; isNamed: boolean; shown: 'quantity' | 'amount' }) {
  if (shown === 'quantity') return <span className="zg-figure">{showNumber(value)}</span>
  return (
    <span>
      {isNamed && <span className="zg-currency">{currency} </span>}
      <Amount value={value} currency={currency} />
    </span>
  )
}

/** The currencies of a product's costs; nearly always one. */
const currenciesOf = ({ months }: ProductYearRow): string => [...new Set(months.flatMap(one => one.currency ?? []))].join(t('、'))

const words = (key: string, name: string, width: number, of: (row: ProductYearRow) => string): GridColumn<YearRow> => ({
  key,
  name,
  width,
  render: ({ row }) => (
    <span className="zg-text" title={of(row)}>
      {of(row)}
    </span>
  ),
  shown: ({ row }) => of(row),
  copy: ({ row }) => ({ text: of(row), isText: true }),
})

function monthColumn(at: number, shown: Shown, totals: readonly ReactNode[]): GridColumn<YearRow> {
  return {
    key: String(at),
    name: t('{month} 月', { month: at + 1 }),
    width: shown === 'amount' ? 120 : 96,
    align: 'right',
    card: 'detail',
    render: ({ row }) => <CostCell cost={row.months[at]} shown={shown} productId={row.productId} />,
    copy: ({ row }) => {
      const value = figureOf(row.months[at], shown)
      return { text: value === null ? '' : canonical(value), isText: false }
    },
    totals,
  }
}

function sumColumn(shown: 'quantity' | 'amount', totals: readonly ReactNode[]): GridColumn<YearRow> {
  return {
    key: 'sum',
    name: t('全年'),
    width: 150,
    align: 'right',
    pin: 'right',
    card: 'amount',
    render: ({ row }) => {
      const sums = [...sumsOf(row.months, shown)]
      if (sums.length === 0) return MISSING
      return sums.map(([currency, value]) => (
        <Sum key={currency} value={value} currency={currency} isNamed={sums.length > 1} shown={shown} />
      ))
    },
    copy: ({ row }) => ({
      text: [...sumsOf(row.months, shown)].map(([currency, value]) => `${currency} ${canonical(value)}`.trim()).join(' '),
      isText: true,
    }),
    totals,
  }
}

/** The last month in which a cost is known: what a card of unit costs shows. */
const lastKnown = (list: readonly ProductYearRow[]): number =>
  Math.max(0, ...list.map(one => one.months.findLastIndex(month => month.unitCost !== null)))

/** `list`: what 总计 sums. Unit costs are not summed. */
export function yearColumns(list: readonly ProductYearRow[], shown: Shown): { columns: GridColumn<YearRow>[]; totalRows: number } {
  const all = list.flatMap(one => one.months)
  const currencies = shown === 'unitCost' ? [] : [...sumsOf(all, shown).keys()]
  const totalsOf = (months: readonly Cost[]): ReactNode[] => {
    if (shown === 'unitCost') return []
    const sums = sumsOf(months, shown)
    return currencies.map(currency => {
      const value = sums.get(currency)
      return value === undefined ? null : <Sum key={currency} value={value} currency={currency} isNamed={false} shown={shown} />
    })
  }
  const months = Array.from({ length: monthsOfYear }, (_, at) =>
    monthColumn(at, shown, totalsOf(list.flatMap(one => one.months[at] ?? []))),
  ).map((column, at) => (shown === 'unitCost' && at === lastKnown(list) ? { ...column, card: 'amount' as const } : column))
  const columns: GridColumn<YearRow>[] = [
    {
      ...words('sku', 'SKU', 130, row => row.sku),
      pin: 'left',
      card: 'title',
      ...(shown === 'amount' ? { totals: currencies.map(currency => t('总计 {currency}', { currency })) } : {}),
    },
    { ...words('name', t('商品'), 180, row => row.name), card: 'subtitle' },
    ...(shown === 'quantity' ? [] : [{ ...words('currency', t('币种'), 64, currenciesOf), card: 'subtitle' as const }]),
    ...months,
    ...(shown === 'unitCost' ? [] : [sumColumn(shown, totalsOf(all))]),
  ]
  return { columns, totalRows: currencies.length }
}
