/** The filter bar of a report: what it is nested by, period, currency, nesting; other dimensions stand in a drawer. */
import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { addDays, addMonths, monthOf } from '#platform/format/dates.ts'
import type { DimensionDefinition, ReportDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { today } from '../page/today.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { RangePicker } from '../widgets/date-pickers.tsx'
import { DimensionFilter } from './dimension-filter.tsx'
import { NestingSelect } from './nesting-select.tsx'
import { isByDays, isChosen, openingOf, withCompare, withUnit, withFilter, type ReportState } from './report-state.ts'

interface ReportFiltersProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly onState: (state: ReportState) => void
  /** false: the levels of its rows stand fast */
  readonly isNested?: boolean
}

const formats = { month: 'YYYY-MM', day: 'YYYY-MM-DD' } as const

const span = (label: string, from: string, to: string) => ({ label, value: [dayjs(from), dayjs(to)] as [dayjs.Dayjs, dayjs.Dayjs] })

/** Periods chosen with one click: first and last month back from the present one, or the days before today. */
function presets(isDays: boolean) {
  const [day, present] = [today(), monthOf(today())]
  if (isDays)
    return [
      span(t('昨天'), addDays(day, -1), addDays(day, -1)),
      span(t('最近 7 天'), addDays(day, -7), addDays(day, -1)),
      span(t('最近 30 天'), addDays(day, -30), addDays(day, -1)),
      span(t('最近 90 天'), addDays(day, -90), addDays(day, -1)),
    ]
  const year = present.slice(0, 4)
  return [
    span(t('本月'), present, present),
    span(t('上月'), addMonths(present, -1), addMonths(present, -1)),
    span(t('最近 3 个月'), addMonths(present, -2), present),
    span(t('最近 12 个月'), addMonths(present, -11), present),
    span(t('今年'), `${year}-01`, present),
    span(t('去年'), `${Number(year) - 1}-01`, `${Number(year) - 1}-12`),
  ]
}

/** Months; where the report tells days apart, days as well. */
function Period({ definition, state, onState }: ReportFiltersProps) {
  const isDays = isByDays(state)
  const format = formats[isDays ? 'day' : 'month']
  const hasDays = isDays || definition.dimensions.some(one => one.time === 'day')
  return (
    <RangePicker
      // another unit is another picker
      key={format}
      className={isDays ? 'zg-filter zg-report-period zg-report-days' : 'zg-filter zg-report-period'}
      picker={isDays ? 'date' : 'month'}
      aria-label={t('期间')}
      prefix={<span className="zg-control-title">{t('期间')}</span>}
      format={format}
      allowClear={false}
      presets={presets(isDays)}
      {...(hasDays ? { renderExtraFooter: () => <UnitChoice state={state} onState={onState} /> } : {})}
      value={[dayjs(state.from), dayjs(state.to)]}
      onChange={days => {
        const [from, to] = [days?.[0]?.format(format), days?.[1]?.format(format)]
        if (from !== undefined && to !== undefined) onState({ ...state, from, to })
      }}
    />
  )
}

const UnitChoice = ({ state, onState }: Omit<ReportFiltersProps, 'definition'>) => (
  <Segmented<'month' | 'day'>
    size="small"
    aria-label={t('期间单位')}
    value={isByDays(state) ? 'day' : 'month'}
    options={[
      { value: 'month', label: t('按月') },
      { value: 'day', label: t('按日') },
    ]}
    onChange={unit => onState(withUnit(state, unit, today()))}
  />
)

function CurrencyChoice({ state, onState }: Omit<ReportFiltersProps, 'definition'>) {
  return (
    <Segmented<ReportState['currency']>
      aria-label={t('币种')}
      value={state.currency}
      options={[
        { value: 'shop', label: t('店铺币种') },
        { value: 'CNY', label: t('人民币') },
      ]}
      onChange={currency => onState({ ...state, currency })}
    />
  )
}

/** Which day of an amount the period means. */
function ClockChoice({ definition, state, onState }: ReportFiltersProps) {
  const [first] = definition.clocks
  if (first === undefined) return null
  const chosen = definition.clocks.find(one => one.name === state.clock) ?? first
  return (
    <Select
      className="zg-report-clock"
      popupMatchSelectWidth={false}
      aria-label={t('时间口径')}
      title={chosen.help}
      prefix={<span className="zg-control-title">{t('口径')}</span>}
      value={chosen.name}
      options={definition.clocks.map(one => ({ value: one.name, label: one.title, title: one.help }))}
      onChange={name => onState({ ...state, clock: name === first.name ? null : name })}
    />
  )
}

const noComparison = ''

/** 环比 and 同比, off to begin with. */
function CompareChoice({ definition, state, onState }: ReportFiltersProps) {
  if (definition.compare.length === 0) return null
  return (
    <Select
      className="zg-report-compare"
      popupMatchSelectWidth={false}
      aria-label={t('对比')}
      value={state.compare ?? noComparison}
      options={[
        { value: noComparison, label: t('不对比') },
        ...definition.compare.map(one => ({
          value: one.name,
          label: t('{rate}（{was}）', { rate: one.rate, was: one.was }),
          rate: one.rate,
        })),
      ]}
      // the bar has room for the short word
      labelRender={({ value, label }) => definition.compare.find(one => one.name === value)?.rate ?? label}
      onChange={value => onState(withCompare(state, definition.compare.find(one => one.name === value)?.name ?? null))}
    />
  )
}

/**
 * Filters on the line and in the drawer: time is the period's business, but for one that a link came with. One that is set stands on the
 * line, where it is seen and taken back; while the drawer is open it stays there, for more is chosen. `emptied`: those that lost their
 * last value on the line, which are not taken from under the hand.
 */
function splitDimensions(
  definition: ReportDefinition,
  where: ReportState['where'],
  isMobile: boolean,
  isOpen: boolean,
  emptied: readonly string[],
): { line: DimensionDefinition[]; drawer: DimensionDefinition[] } {
  const all = definition.dimensions.filter(one => one.time === null || where[one.name] !== undefined || emptied.includes(one.name))
  const isSet = (name: string): boolean => !isOpen && ((where[name]?.length ?? 0) > 0 || emptied.includes(name))
  const line = isMobile ? [] : all.filter(one => definition.by.includes(one.name) || isSet(one.name))
  return { line, drawer: all.filter(one => !line.includes(one)) }
}

export function ReportFilters({ definition, state, onState, isNested = true }: ReportFiltersProps) {
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  const [emptied, setEmptied] = useState<readonly string[]>([])
  const { line, drawer } = splitDimensions(definition, state.where, isMobile, isOpen, emptied)
  const filter = (dimension: DimensionDefinition) => (
    <DimensionFilter
      key={dimension.name}
      definition={definition}
      dimension={dimension}
      state={state}
      onChange={values => {
        if (!isOpen && values.length === 0) setEmptied([...emptied, dimension.name])
        onState(withFilter(state, dimension.name, values))
      }}
    />
  )
  const openDrawer = (): void => {
    setEmptied([])
    setOpen(true)
  }
  const nesting = isNested && <NestingSelect definition={definition} by={state.by} onBy={by => onState({ ...state, by, sort: null })} />
  const hiddenSet = drawer.filter(one => (state.where[one.name]?.length ?? 0) > 0).length
  const { from, to } = openingOf(definition, today())
  return (
    <div className="zg-filter-bar zg-report-filters" role="search">
      <Period definition={definition} state={state} onState={onState} />
      {line.map(filter)}
      {!isMobile && nesting}
      {definition.hasCurrencies && <CurrencyChoice state={state} onState={onState} />}
      <ClockChoice definition={definition} state={state} onState={onState} />
      <CompareChoice definition={definition} state={state} onState={onState} />
      <Badge count={hiddenSet} size="small">
        <Button icon={<FilterOutlined aria-hidden />} aria-label={t('更多筛选')} title={t('更多筛选')} onClick={openDrawer} />
      </Badge>
      {isChosen(definition, state, today()) && (
        <Button
          type="text"
          onClick={() => {
            setEmptied([])
            onState({ ...state, where: {}, from, to })
          }}
        >
          {t('重置')}
        </Button>
      )}
      <TabDrawer title={t('更多筛选')} open={isOpen} onClose={() => setOpen(false)} size={360}>
        <div className="zg-filter-drawer">
          {drawer.map(filter)}
          {isMobile && nesting}
        </div>
      </TabDrawer>
    </div>
  )
}
