/** What narrows all cards: the period, and the dimensions that their reports share. */
import { useQueries } from '@tanstack/react-query'
import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Select } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { monthOf } from '#platform/format/dates.ts'
import type { DashboardCard, DashboardFilter, PeriodName } from '#platform/declare/wire-dashboards.ts'
import { t } from '#platform/web/i18n/t.ts'
import { today } from '#platform/web/page/today.ts'
import { definitionQuery } from '#platform/web/values/use-list-definition.ts'
import { DimensionFilter } from '#platform/web/report/dimension-filter.tsx'
import { firstState } from '#platform/web/report/report-state.ts'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import { periodOf } from '#platform/format/named-periods.ts'
import { dimensionIn, filterDimensions, narrowedIn, periodTitles } from './words.tsx'

interface FilterBarProps {
  readonly cards: readonly DashboardCard[]
  readonly filter: DashboardFilter
  readonly onFilter: (filter: DashboardFilter) => void
}

const ofCards = 'cards'

/** filters in the bar beside the period; the others stand in a drawer */
const inBar = 3

/** In the bar; on a phone all behind a button. */
export function FilterBar(props: FilterBarProps) {
  const isMobile = useIsMobile()
  if (!isMobile) return <Filters {...props} inBar={inBar} />
  const { period, where = {} } = props.filter
  const count = (period === undefined ? 0 : 1) + Object.values(where).filter(one => one.length > 0).length
  return (
    <InDrawer count={count} title={t('筛选')}>
      <Filters {...props} inBar={filterDimensions.length} />
    </InDrawer>
  )
}

/** Behind a button that says how many of them are set. */
function InDrawer({ count, title, children }: { readonly count: number; readonly title: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Badge count={count} size="small">
        <Button icon={<FilterOutlined aria-hidden />} onClick={() => setOpen(true)}>
          {title}
        </Button>
      </Badge>
      <TabDrawer title={title} open={isOpen} onClose={() => setOpen(false)} size={360}>
        <div className="zg-filter-drawer">{children}</div>
      </TabDrawer>
    </>
  )
}

function Filters({ cards, filter, onFilter, inBar: places }: FilterBarProps & { readonly inBar: number }) {
  const names = useMemo(() => [...new Set(cards.flatMap(card => card.measure?.report ?? []))], [cards])
  const reports = useQueries({
    queries: names.map(name => ({ ...definitionQuery(name), throwOnError: false })),
    combine: all => all.flatMap(one => one.data?.report ?? []),
  })
  const where = filter.where ?? {}
  const { from, to } = periodOf(filter.period ?? 'months12', today())
  const known = filterDimensions.flatMap(name => {
    const definition = reports.find(one => dimensionIn(one, name) !== undefined)
    const dimension = definition === undefined ? undefined : dimensionIn(definition, name)
    return definition === undefined || dimension === undefined ? [] : [{ name, definition, dimension }]
  })
  const drawer = known.slice(places)
  const filterOf = ({ name, definition, dimension }: (typeof known)[number]) => (
    <DimensionFilter
      key={name}
      definition={definition}
      dimension={dimension}
      state={{ ...firstState(definition, today()), where: narrowedIn(definition, filter).where, from: monthOf(from), to: monthOf(to) }}
      onChange={values => onFilter({ ...filter, where: { ...where, [name]: values } })}
    />
  )
  return (
    <>
      <Select
        className="zg-filter"
        aria-label={t('期间')}
        prefix={<span className="zg-control-title">{t('期间')}</span>}
        value={filter.period ?? ofCards}
        options={[{ value: ofCards, label: t('按各卡片') }, ...Object.entries(periodTitles()).map(([value, label]) => ({ value, label }))]}
        onChange={(period: string) => {
          const { period: _before, ...rest } = filter
          onFilter(period === ofCards ? rest : { ...rest, period: period as PeriodName })
        }}
      />
      {known.slice(0, places).map(filterOf)}
      {drawer.length > 0 && (
        <InDrawer count={drawer.filter(one => (where[one.name]?.length ?? 0) > 0).length} title={t('更多筛选')}>
          {drawer.map(filterOf)}
        </InDrawer>
      )}
    </>
  )
}
