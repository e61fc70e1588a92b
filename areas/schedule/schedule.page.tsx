/** 我的日程: one's own days by month, week or day, deadlines and approvals of the suite beside them, colleagues' busy times on request. */
import { CalendarOutlined, LeftOutlined, LinkOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { approvalPath } from '#platform/format/approval-path.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { today } from '#platform/web/page/today.ts'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { recordRouteOf, recordUrl } from '#platform/web/page/record-routes.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { clearable } from '#platform/web/widgets/clearable.tsx'
import type { DueTarget, Occurrence } from './answers.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { EntryForm, type Draft } from './entry-form.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { ScheduleCalendar } from './schedule-calendar.tsx'
import { ScopeDialog, type SeriesQuestion } from './scope-dialog.tsx'
import { instantOf, spans, stretchOf, turned, type Span } from './times.tsx'
import { useSchedule, useSpecialDays, useWorkHours, useWrite } from './use-schedule.tsx'
import './schedule.css'

const colleaguesMax = 10
const dayInAddress = (): string => {
  const day = new URLSearchParams(window.location.search).get('day') ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : today()
}

export default function SchedulePage() {
  const { menu } = usePage()
  const isMobile = useIsMobile()
  const openTarget = useDueTarget()
  const [span, setSpan] = useState<Span>(isMobile ? 'list' : 'month')
  const [day, setDay] = useState(dayInAddress)
  const [colleagues, setColleagues] = useState<readonly string[]>([])
  const [shown, setShown] = useState<Occurrence | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [asked, setAsked] = useState<SeriesQuestion | null>(null)
  const [isFeed, setFeed] = useState(false)
  const stretch = stretchOf(span, day)
  const found = useSchedule(stretch, colleagues)
  const special = useSpecialDays(stretch)
  const hours = useWorkHours(day)
  const write = useWrite()

  /** of a series it is asked which are meant; `change` writes then */
  const move = (one: Occurrence, times: { startAt: string; endAt: string; allDay: boolean }): void => {
    const body = { id: one.id, version: one.version, ...times }
    const change = (more: object): Promise<boolean> => write('update', { ...body, ...more }, t('已保存'))
    if (one.occurrenceOn === null) void change({})
    else setAsked({ verb: 'edit', occurrenceOn: one.occurrenceOn, done: change })
  }
  const create = (startAt: string, endAt: string, allDay: boolean): void => setDraft({ one: null, startAt, endAt, allDay })
  const openOne = (one: Occurrence): void => {
    if (one.target !== null) openTarget(one.target)
    else if (one.id !== null) setShown(one)
  }
  if (found.data === undefined)
    return found.error === null ? <RowsLoading /> : <RowsFailed error={found.error} onRetry={() => void found.refetch()} />
  return (
    <div className="zg-schedule">
      <h1 className="zg-hidden">{menu.meta.title}</h1>
      <ScheduleBar
        {...{ span, day, colleagues, setSpan, setDay, setColleagues }}
        head={headOf(span, day, stretch)}
        onNew={() => create(instantOf(`${day}T09:00:00`), instantOf(`${day}T10:00:00`), false)}
        onFeed={() => setFeed(true)}
      />
      <ScheduleCalendar
        {...{ span, day, special, hours }}
        times={found.data}
        isBusy={found.isPlaceholderData}
        onOpen={openOne}
        onMove={move}
        onCreate={create}
        onDay={next => {
          setDay(next)
          setSpan('day')
        }}
      />
      {shown !== null && (
        <EntryDrawer
          one={shown}
          onClose={() => setShown(null)}
          onEdit={() => {
            setDraft({ one: shown, startAt: shown.startAt, endAt: shown.endAt, allDay: shown.allDay })
            setShown(null)
          }}
          onAsk={setAsked}
          write={write}
        />
      )}
      {draft !== null && <EntryForm draft={draft} onClose={() => setDraft(null)} onAsk={setAsked} write={write} />}
      {asked !== null && <ScopeDialog asked={asked} onClose={() => setAsked(null)} />}
      {isFeed && <FeedDialog onClose={() => setFeed(false)} />}
    </div>
  )
}

/** The record of a deadline, or the approval that waits. */
function useDueTarget(): (target: DueTarget) => void {
  const { open, routes } = useShell()
  return target => {
    if ('approval' in target) return open(approvalPath(target.approval))
    const record = recordRouteOf(routes, target.list)
    if (record !== null) open(recordUrl(record, target.id))
  }
}

interface BarProps {
  readonly span: Span
  readonly day: string
  readonly head: string
  readonly colleagues: readonly string[]
  setSpan(span: Span): void
  setDay(day: string): void
  setColleagues(ids: readonly string[]): void
  onNew(): void
  onFeed(): void
}

/** The way through time, and whose. */
function ScheduleBar({ span, day, head, colleagues, setSpan, setDay, setColleagues, onNew, onFeed }: BarProps) {
  return (
    <div className="zg-schedule-bar">
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onNew}>
        {t('新增日程')}
      </Button>
      <Button icon={<LeftOutlined aria-hidden />} aria-label={t('向前')} onClick={() => setDay(turned(span, day, -1))} />
      <Button icon={<RightOutlined aria-hidden />} aria-label={t('向后')} onClick={() => setDay(turned(span, day, 1))} />
      <Button icon={<CalendarOutlined aria-hidden />} onClick={() => setDay(today())}>
        {t('今天')}
      </Button>
      <strong aria-live="polite">{head}</strong>
      <span className="zg-schedule-gap" />
      <ReferenceSelect
        className="zg-schedule-people"
        target="employee"
        multiple
        maxCount={colleaguesMax}
        maxTagCount={1}
        allowClear={clearable()}
        aria-label={t('同事的忙闲')}
        placeholder={t('查看同事的忙闲')}
        value={colleagues}
        onChange={setColleagues}
      />
      <Button icon={<LinkOutlined aria-hidden />} onClick={onFeed}>
        {t('订阅')}
      </Button>
      <Segmented<Span>
        aria-label={t('时间跨度')}
        value={span}
        options={spans.map(value => ({ value, label: spanNames()[value] }))}
        onChange={setSpan}
      />
    </div>
  )
}

const spanNames = (): Readonly<Record<Span, string>> => ({ month: t('月'), week: t('周'), day: t('日'), list: t('列表') })

function headOf(span: Span, day: string, { startDate, endDate }: { startDate: string; endDate: string }): string {
  if (span === 'day') return day
  if (span === 'week') return t('{from} 至 {to}', { from: startDate, to: endDate })
  return day.slice(0, 7)
}
