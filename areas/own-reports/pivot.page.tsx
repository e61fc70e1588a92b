/** 自助报表: any report as a pivot that a person puts together, keeps and shares. */
import { DownloadOutlined, FilterOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Badge, Button, Empty, Segmented, Select, Spin } from 'antd'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PivotAnswer } from '#platform/declare/wire-pivot.ts'
import type { ReportDefinition, Scheme } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { exportFile } from '#platform/web/api/export-file.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { multiSelectProps } from '#platform/web/values/multi-select-props.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { today } from '#platform/web/page/today.ts'
import { definitionQuery } from '#platform/web/values/use-list-definition.ts'
import { CompleteUntil, useCompleteUntil } from '#platform/web/report/complete-until.tsx'
import { CellDrawer } from '#platform/web/report/cell-drawer.tsx'
import { DimensionFilter } from '#platform/web/report/dimension-filter.tsx'
import type { Cell } from '#platform/web/report/figure.tsx'
import { isByDays, withFilter, withUnit } from '#platform/web/report/report-state.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { RangePicker } from '#platform/web/widgets/date-pickers.tsx'
import { OwnSchemes } from './own-schemes.tsx'
import { addressOf, keptOf, pivotQuery, readOwn, writeOwn, type OwnState } from './own-state.tsx'
import { PivotTable } from './pivot-table.tsx'
import '#platform/web/report/report.css'
import './own-report.css'

const [rowsMax, acrossMax, measuresMax] = [4, 2, 10]
const [monthFormat, dayFormat] = ['YYYY-MM', 'YYYY-MM-DD']

export default function OwnReportPage() {
  const { menu } = usePage()
  const [search, setSearch] = useSearchParams()
  const name = search.get('report')
  const { data, error, refetch } = useQuery({ ...definitionQuery(name ?? ''), enabled: name !== null, throwOnError: false })
  const definition = data?.report ?? null
  const state = useMemo(() => (definition === null ? null : readOwn(definition, search, today())), [definition, search])
  const setState = (next: OwnState): void => {
    if (definition !== null) setSearch(before => writeOwn(definition, next, before, today()), { replace: true })
  }
  const open = (scheme: Scheme | null): void => {
    if (scheme?.report === undefined) return setSearch({}, { replace: true })
    if (scheme.removed.length > 0) feedback.warning(t('报表里已没有：{names}，其余照常显示', { names: scheme.removed.join(t('、')) }))
    const next = addressOf(scheme.report, today())
    next.set('scheme', scheme.profileId)
    setSearch(next, { replace: true })
  }
  return (
    <section className="zg-own-report" aria-label={menu.meta.title}>
      <header>
        <h1>{menu.meta.title}</h1>
        <OwnSchemes
          opened={search.get('scheme')}
          isFresh={name === null && !search.has('scheme')}
          shown={definition === null || state === null ? null : keptOf(definition, state, today())}
          onOpen={open}
        />
      </header>
      <div className="zg-filter-bar" role="search">
        <ReportSelect value={name} onChange={report => setSearch({ report }, { replace: true })} />
        {definition !== null && state !== null && <Shape definition={definition} state={state} onState={setState} />}
      </div>
      {name === null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('选择一个报表，再选择行、列和指标；也可以打开保存的报表')} />
      ) : error !== null ? (
        <RowsFailed error={error} onRetry={() => void refetch()} />
      ) : definition === null || state === null ? (
        <RowsLoading />
      ) : (
        <Pivot definition={definition} state={state} onState={setState} />
      )}
    </section>
  )
}

/** The reports whose pages the person has. */
function ReportSelect({ value, onChange }: { readonly value: string | null; readonly onChange: (name: string) => void }) {
  const { routes } = useShell()
  const options = useMemo(
    () =>
      routes.flatMap(({ menu }) => {
        const name = /^report\/(\w+)$/.exec(menu.component ?? '')?.[1]
        return name === undefined ? [] : [{ value: name, label: menu.meta.title }]
      }),
    [routes],
  )
  return (
    <Select
      className="zg-own-choice"
      aria-label={t('报表')}
      placeholder={t('选择报表')}
      prefix={<span className="zg-control-title">{t('报表')}</span>}
      value={value}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      notFoundContent={t('没有可以查看的报表')}
      onChange={onChange}
    />
  )
}

interface ShapeProps {
  readonly definition: ReportDefinition
  readonly state: OwnState
  readonly onState: (state: OwnState) => void
}

function Several({
  title,
  value,
  options,
  max,
  onChange,
}: {
  readonly title: string
  readonly value: readonly string[]
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly max: number
  readonly onChange: (next: readonly string[]) => void
}) {
  return (
    <Select
      {...multiSelectProps}
      className={`zg-own-choice ${multiSelectProps.className ?? ''}`}
      aria-label={title}
      prefix={<span className="zg-control-title">{title}</span>}
      maxCount={max}
      value={[...value]}
      options={[...options]}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      onChange={onChange}
    />
  )
}

/** The period by months, or by days. */
function Months({ state, onState }: Omit<ShapeProps, 'definition'>) {
  const isDays = isByDays(state)
  const month = isDays ? dayFormat : monthFormat
  return (
    <>
      <Segmented<'month' | 'day'>
        aria-label={t('期间单位')}
        value={isDays ? 'day' : 'month'}
        options={[
          { value: 'month', label: t('按月') },
          { value: 'day', label: t('按日') },
        ]}
        onChange={unit => onState(withUnit(state, unit, today()))}
      />
      <RangePicker
        key={month}
        picker={isDays ? 'date' : 'month'}
        className="zg-report-period"
        aria-label={t('期间')}
        prefix={<span className="zg-control-title">{t('期间')}</span>}
        format={month}
        allowClear={false}
        value={[dayjs(state.from), dayjs(state.to)]}
        onChange={days => {
          const [from, to] = [days?.[0]?.format(month), days?.[1]?.format(month)]
          if (from !== undefined && to !== undefined) onState({ ...state, from, to })
        }}
      />
    </>
  )
}

const nothing = ''
/** The period before, or the same one a year before; off to begin with. */
function Compare({ definition, state, onState }: ShapeProps) {
  if (definition.compare.length === 0) return null
  return (
    <Select
      className="zg-own-compare"
      popupMatchSelectWidth={false}
      aria-label={t('对比')}
      value={state.compare ?? nothing}
      options={[
        { value: nothing, label: t('不对比') },
        ...definition.compare.map(one => ({ value: one.name, label: t('{rate}（{was}）', { rate: one.rate, was: one.was }) })),
      ]}
      onChange={name => onState({ ...state, compare: definition.compare.find(one => one.name === name)?.name ?? null })}
    />
  )
}

/** Rows, columns, figures, period, currency, filters. */
function Shape({ definition, state, onState }: ShapeProps) {
  const [isOpen, setOpen] = useState(false)
  const dimensions = definition.dimensions.map(one => ({ value: one.name, label: one.title }))
  const measures = definition.measures.filter(one => one.class !== 'none').map(one => ({ value: one.name, label: one.title }))
  const free = (others: readonly string[]) => dimensions.filter(one => !others.includes(one.value))
  const filtered = definition.dimensions.filter(one => one.time === null)
  return (
    <>
      <Several
        title={t('行维度')}
        value={state.by}
        options={free(state.across)}
        max={rowsMax}
        onChange={by => onState({ ...state, by, sort: null })}
      />
      <Several
        title={t('列维度')}
        value={state.across}
        options={free(state.by)}
        max={acrossMax}
        onChange={across => onState({ ...state, across })}
      />
      <Several
        title={t('指标')}
        value={state.columns ?? []}
        options={measures}
        max={measuresMax}
        onChange={columns => onState({ ...state, columns, sort: null })}
      />
      <Months state={state} onState={onState} />
      <Compare definition={definition} state={state} onState={onState} />
      {definition.hasCurrencies && (
        <Segmented<OwnState['currency']>
          aria-label={t('币种')}
          value={state.currency}
          options={[
            { value: 'shop', label: t('店铺币种') },
            { value: 'CNY', label: t('人民币') },
          ]}
          onChange={currency => onState({ ...state, currency })}
        />
      )}
      <Badge count={Object.keys(state.where).length} size="small">
        <Button icon={<FilterOutlined aria-hidden />} onClick={() => setOpen(true)}>
          {t('更多筛选')}
        </Button>
      </Badge>
      <TabDrawer title={t('更多筛选')} open={isOpen} onClose={() => setOpen(false)} size={360}>
        <div className="zg-filter-drawer">
          {filtered.map(dimension => (
            <DimensionFilter
              key={dimension.name}
              definition={definition}
              dimension={dimension}
              state={state}
              onChange={values => onState({ ...state, ...withFilter(state, dimension.name, values) })}
            />
          ))}
        </div>
      </TabDrawer>
    </>
  )
}

function Pivot({ definition, state, onState }: ShapeProps) {
  const [cell, setCell] = useState<Cell | null>(null)
  const { data: complete } = useCompleteUntil(definition, state.where)
  const query = pivotQuery(definition, state)
  const { data, error, refetch, isFetching } = useQuery<PivotAnswer>({
    queryKey: ['report', definition.name, 'pivot', query],
    queryFn: ({ signal }) => api.post<PivotAnswer>('/ownReport/pivot', query, { signal, quiet: true }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    retry: false,
    throwOnError: (reason, one) => isPageFailure(reason, one.state.data !== undefined),
  })
  if (query === null) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('请选择行和指标')} />
  if (error !== null) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <RowsLoading />
  if (data.rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这个期间没有数据')} />
  const measures = (state.columns ?? []).flatMap(one => definition.measures.find(measure => measure.name === one) ?? [])
  const sortBy = (field: string): void =>
    onState({ ...state, sort: { field, way: state.sort?.field === field && state.sort.way === 'DESC' ? 'ASC' : 'DESC' } })
  const save = (): Promise<void> => exportFile('/ownReport/export', { query }, `${definition.title}.xlsx`)
  return (
    <>
      <div className="zg-own-note">
        <CompleteUntil answer={complete} to={query.endDate} />
        <span>
          {t('{rows} 行，{columns} 列', { rows: data.rows.length, columns: data.across.length })}
          {data.computing.length > 0 && ` · ${t('计算中：{shops}', { shops: data.computing.join(t('、')) })}`}
        </span>
        {definition.calls.export !== undefined && (
          <Button size="small" icon={<DownloadOutlined aria-hidden />} onClick={() => void save()}>
            {t('导出')}
          </Button>
        )}
      </div>
      <Spin spinning={isFetching} delay={300}>
        <PivotTable
          key={JSON.stringify(query)}
          definition={definition}
          state={state}
          measures={measures}
          answer={data}
          onCell={setCell}
          onSort={sortBy}
        />
      </Spin>
      {cell !== null && (
        <CellDrawer key={JSON.stringify(cell)} definition={definition} state={state} cell={cell} onClose={() => setCell(null)} />
      )}
    </>
  )
}
