/** Records as bars over their days, with progress and what each waits for. Only rows and days in sight are drawn; a drag moves the days. */
import { Alert, Segmented } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dayNumber } from '#platform/format/dates.ts'
import { t } from '../../i18n/t.ts'
import { NoRows, RowsFailed, RowsLoading } from '../../values/list-notices.tsx'
import { isNarrowed, withoutFilters } from '../../values/list-state.ts'
import { rowName } from '../../values/list-texts.ts'
import { today } from '../../page/today.ts'
import { useIsMobile } from '../../page/use-is-mobile.ts'
import { cardTexts, stateHue } from '../card.tsx'
import { CutNotice } from '../cut-notice.tsx'
import { mayMove } from '../span.ts'
import { useSpanRows } from '../use-span-rows.ts'
import type { ViewProps } from '../view-props.ts'
import { windowOf } from '../window.ts'
import { GanttBar } from './gantt-bar.tsx'
import { GanttGround, GanttHead } from './gantt-head.tsx'
import { boxOf, lineOf, opensAt, planOf, type GanttFields, type Plan } from './plan.ts'
import '../views.css'
import './gantt.css'

/** px; gantt.css has the same figures */
const rowHeight = 36
const headHeight = 48
const dayWidths = { day: 32, week: 14, month: 5 } as const
type Zoom = keyof typeof dayWidths
const overscan = 6
/** of the days before today that are in sight at first */
const daysBefore = 7
const namedMax = 5

interface Sight {
  readonly rows: { readonly from: number; readonly to: number }
  readonly days: { readonly from: number; readonly to: number }
}
const same = (a: Sight, b: Sight): boolean =>
  a.rows.from === b.rows.from && a.rows.to === b.rows.to && a.days.from === b.days.from && a.days.to === b.days.to

/** Rows and days in sight, in steps, so that a scroll draws anew now and then only. */
function useSight(box: HTMLDivElement | null, dayWidth: number): Sight {
  const [sight, setSight] = useState<Sight>({ rows: { from: 0, to: 30 }, days: { from: 0, to: 120 } })
  useEffect(() => {
    if (box === null) return
    const look = (): void => {
      const next = {
        rows: windowOf(box.scrollTop, box.clientHeight, rowHeight, overscan),
        days: windowOf(box.scrollLeft, box.clientWidth, dayWidth, Math.ceil(400 / dayWidth)),
      }
      const days = { from: Math.floor(next.days.from / 7) * 7, to: Math.ceil(next.days.to / 7) * 7 }
      setSight(before => (same(before, { ...next, days }) ? before : { ...next, days }))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [box, dayWidth])
  return sight
}

/** Opens where the first bars are. */
function useFirstSight(box: HTMLDivElement | null, plan: Plan, day: string, dayWidth: number): void {
  const isPlaced = useRef(false)
  const toFirst = (dayNumber(opensAt(plan, day)) - dayNumber(plan.from) - daysBefore) * dayWidth
  useEffect(() => {
    if (box === null || isPlaced.current) return
    isPlaced.current = true
    box.scrollLeft = toFirst
  }, [box, toFirst])
}

export default function Gantt({ definition, shown, title, query, state, isReady, onState, onOpen }: ViewProps) {
  const isMobile = useIsMobile()
  const zoom: Zoom = state.span === 'day' || state.span === 'week' || state.span === 'month' ? state.span : 'week'
  const dayWidth = dayWidths[zoom]
  const fields = shown.gantt as GanttFields
  const found = useSpanRows(definition, 'gantt', query, isReady)
  const day = today()
  const plan = useMemo(() => planOf(found.rows, fields, day), [found.rows, fields, day])
  const textOf = useMemo(() => cardTexts(definition, shown), [definition, shown])
  const hueOf = useMemo(() => stateHue(definition, shown), [definition, shown])
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const sight = useSight(box, dayWidth)
  useFirstSight(box, plan, day, dayWidth)
  if (found.error !== null) return <RowsFailed error={found.error} onRetry={found.retry} />
  if (found.isPending) return <RowsLoading />
  if (plan.bars.length === 0)
    return <NoRows text={definition.empty} isFiltered={isNarrowed(state)} begin={null} onReset={() => onState(withoutFilters(state))} />
  const days = Math.max(dayNumber(plan.to) - dayNumber(plan.from) + 1, Math.ceil((box?.clientWidth ?? 0) / dayWidth))
  const time = { from: plan.from, days, dayWidth, zoom, sight: sight.days, today: day }
  const [width, height] = [days * dayWidth, plan.bars.length * rowHeight]
  const visible = plan.bars.slice(sight.rows.from, sight.rows.to).map((bar, at) => ({ bar, at: sight.rows.from + at }))
  return (
    <div className="zg-gantt" role="group" aria-label={title}>
      <GanttTools {...{ definition, plan, zoom, state, onState }} total={found.total} />
      <div ref={setBox} className="zg-gantt-box">
        <div className="zg-gantt-sheet" style={{ width: width + (isMobile ? 120 : 260), height: height + headHeight }}>
          <div className="zg-gantt-top">
            <div className="zg-gantt-corner">{title}</div>
            <GanttHead {...time} />
          </div>
          <div className="zg-gantt-names">
            {visible.map(({ bar, at }) => (
              <button
                key={bar.row.id}
                type="button"
                className={bar.hasBelow ? 'zg-gantt-name zg-gantt-above' : 'zg-gantt-name'}
                style={{ top: at * rowHeight, paddingInlineStart: 8 + bar.level * (isMobile ? 8 : 16) }}
                title={textOf(bar.row).title}
                onClick={() => onOpen(bar.row)}
              >
                {textOf(bar.row).title}
              </button>
            ))}
          </div>
          <div className="zg-gantt-chart" style={{ width, height }}>
            <GanttGround {...time} />
            <Lines {...{ plan, width, height, dayWidth }} rows={sight.rows} />
            {visible.map(({ bar, at }) =>
              bar.days === null ? null : (
                <GanttBar
                  key={bar.row.id}
                  bar={bar}
                  days={bar.days}
                  box={boxOf(bar.days, plan.from, dayWidth)}
                  top={at * rowHeight}
                  dayWidth={dayWidth}
                  text={textOf(bar.row).title}
                  hue={hueOf(bar.row)}
                  isMovable={mayMove(definition, fields, bar.row)}
                  onMove={to => found.move(bar.row, fields, to)}
                  onOpen={() => onOpen(bar.row)}
                />
              ),
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

interface ToolsProps extends Pick<ViewProps, 'definition' | 'state' | 'onState'> {
  readonly plan: Plan
  readonly zoom: Zoom
  readonly total: number
}

/** What is wrong with the plan, and how much of time is shown. */
function GanttTools({ definition, plan, zoom, total, state, onState }: ToolsProps) {
  return (
    <div className="zg-view-bar">
      {plan.circle !== null && (
        <Alert
          type="error"
          showIcon
          className="zg-view-cut"
          title={t('这些记录互相依赖，形成了循环：{names}', {
            names: plan.circle
              .slice(0, namedMax)
              .map(row => rowName(definition.result, row))
              .join(' → '),
          })}
        />
      )}
      <CutNotice shown={plan.bars.length} total={total} />
      <Segmented<Zoom>
        aria-label={t('时间跨度')}
        value={zoom}
        options={[
          { value: 'day', label: t('日') },
          { value: 'week', label: t('周') },
          { value: 'month', label: t('月') },
        ]}
        onChange={next => onState({ ...state, span: next === 'week' ? null : next })}
      />
    </div>
  )
}

interface LinesProps {
  readonly plan: Plan
  readonly width: number
  readonly height: number
  readonly dayWidth: number
  /** rows in sight */
  readonly rows: Sight['rows']
}

/** Dependencies of the bars in sight. */
function Lines({ plan, width, height, dayWidth, rows }: LinesProps) {
  const middle = (at: number): number => at * rowHeight + rowHeight / 2
  const isNear = (at: number): boolean => at >= rows.from && at < rows.to
  const lines = plan.dependencies.filter(one => isNear(one.from) || isNear(one.to))
  return (
    <svg className="zg-gantt-lines" width={width} height={height} aria-hidden>
      <defs>
        <marker id="zg-gantt-arrow" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto">
          <path d="M0 0L6 3L0 6z" fill="context-stroke" />
        </marker>
      </defs>
      {lines.map(({ from, to, isBroken }) => {
        const [a, b] = [plan.bars[from]?.days, plan.bars[to]?.days]
        if (a == null || b == null) return null
        const path = lineOf(boxOf(a, plan.from, dayWidth), boxOf(b, plan.from, dayWidth), middle(from), middle(to))
        return <path key={`${from} ${to}`} d={path} className={isBroken ? 'zg-gantt-broken' : undefined} markerEnd="url(#zg-gantt-arrow)" />
      })}
    </svg>
  )
}
