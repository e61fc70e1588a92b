/** What the screens over one of the calls of sales statistics have in common: title, filters, until when the figures are complete. */
import { Tag } from 'antd'
import { useMemo, type ReactNode } from 'react'
import type { ReportDefinition } from '#platform/declare/wire.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { useListDefinition } from '#platform/web/values/use-list-definition.ts'
import type { Cell } from '#platform/web/report/figure.tsx'
import { CellDrawer } from '#platform/web/report/cell-drawer.tsx'
import { CompleteUntil, useCompleteUntil } from '#platform/web/report/complete-until.tsx'
import { ReportFilters } from '#platform/web/report/report-filters.tsx'
import { periodOf } from '#platform/web/report/report-query.ts'
import type { ReportState } from '#platform/web/report/report-state.ts'
import { useReportState } from '#platform/web/report/use-report-state.ts'
import { useStateFor } from '#platform/web/report/use-state-for.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import type { FilterNames } from './wire.ts'
import '#platform/web/table/list.css'
import '#platform/web/report/report.css'

/** Of a definition what the calls can be narrowed by, and what the screen shows. */
type Kept = (definition: ReportDefinition) => Partial<ReportDefinition>
export interface Asked {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly setState: (state: ReportState) => void
  /** begins the path of the calls */
  readonly product: string
  /** filters and period in the words of the calls */
  readonly ask: Readonly<Record<string, unknown>>
  readonly onCell: (cell: Cell) => void
}
interface StatisticsPageProps {
  readonly keep: Kept
  /** of the title line */
  readonly tools?: (asked: Asked) => ReactNode
  readonly children: (asked: Asked) => ReactNode
}

/** The marketplace is told by the name of the menu entry: amazonSaleQuantities. */
export function StatisticsPage({ keep, tools, children }: StatisticsPageProps) {
  const { menu } = usePage()
  const product = /^[a-z]+/.exec(menu.name)?.[0] ?? ''
  const { data, error, refetch } = useListDefinition(`${product}SaleStatistics`)
  const whole = data?.report ?? null
  const definition = useMemo(() => whole && narrowed(whole, keep), [whole, keep])
  if (error !== null && data === undefined) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (definition === null || whole === null) return <RowsLoading />
  return (
    <Screen title={menu.meta.title} product={product} whole={whole} definition={definition} {...(tools && { tools })}>
      {children}
    </Screen>
  )
}

/** dimensions by which the calls are narrowed, as they call them */
const fieldOf: { readonly [Field in keyof FilterNames as FilterNames[Field]]: Field } = {
  shop: 'shopIds',
  brand: 'brands',
  category: 'categoryIds',
  country: 'countries',
  sku: 'skus',
  salesman: 'employeeIds',
  productGroup: 'groupIds',
  productTag: 'tagIds',
}
const names = new Map<string, string>(Object.entries(fieldOf))
const narrowed = (whole: ReportDefinition, keep: Kept): ReportDefinition => ({
  ...whole,
  dimensions: whole.dimensions.filter(one => names.has(one.name)),
  compare: [],
  clocks: [],
  ...keep(whole),
})

interface ScreenProps extends Pick<StatisticsPageProps, 'children' | 'tools'> {
  readonly title: string
  readonly product: string
  readonly whole: ReportDefinition
  readonly definition: ReportDefinition
}
function Screen({ title, product, whole, definition, tools, children }: ScreenProps) {
  const { state: kept, setState } = useReportState(definition)
  // what has no currency is asked for over shops of all currencies
  const state: ReportState = definition.hasCurrencies ? kept : { ...kept, currency: 'CNY' }
  const { data: complete } = useCompleteUntil(whole, state.where)
  const where = Object.entries(state.where).map(([dimension, values]) => [names.get(dimension) ?? dimension, values])
  const ask = { ...Object.fromEntries(where), ...periodOf(state), currency: state.currency }
  const [cell, setCell] = useStateFor<Cell | null>(JSON.stringify(ask), null)
  const asked: Asked = { definition, state, setState, product, ask, onCell: setCell }
  return (
    <section className="zg-list zg-report" aria-label={title}>
      <header className="zg-list-head zg-report-head">
        <div className="zg-report-title">
          <h1>{title}</h1>
          <CompleteUntil answer={complete} to={periodOf(state).endDate} />
        </div>
        {tools && <div className="zg-list-tools">{tools(asked)}</div>}
      </header>
      <ReportFilters definition={definition} state={state} onState={setState} isNested={false} />
      {children(asked)}
      {cell !== null && <CellDrawer definition={whole} state={state} cell={cell} onClose={() => setCell(null)} />}
    </section>
  )
}

/** Shops whose days are being computed: their figures are on their way. */
export function Computing({ shops }: { readonly shops: readonly string[] }) {
  if (shops.length === 0) return null
  return (
    <Tag color="processing" role="status">
      {t('计算中：{shops}', { shops: shops.slice(0, 3).join(t('、')) })}
    </Tag>
  )
}
