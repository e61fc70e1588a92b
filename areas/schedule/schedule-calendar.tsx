/** The grid of days and hours. Times stand by the organisation's clock, whatever the browser's is. */
import FullCalendar, { type CalendarRef, type EventInput } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import listPlugin from '@fullcalendar/react/list'
import chinese from '@fullcalendar/react/locales/zh-cn'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { useEffect, useMemo, useRef } from 'react'
import { addDays } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { currentLanguage } from '#platform/web/i18n/language.ts'
import { t } from '#platform/web/i18n/t.ts'
import { today } from '#platform/web/page/today.ts'
import type { Occurrence, SpecialDay, WorkSpan } from './answers.ts'
import { dayOf, instantOf, lastDayOf, wallOf, type Span } from './times.tsx'
import { kindHues } from './use-schedule.tsx'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '#platform/web/views/views.css'
import '#platform/web/views/calendar/calendar.css'

const plugins = [dayGrid, timeGrid, listPlugin, interaction, classic]
const viewNames: Readonly<Record<Span, string>> = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay', list: 'listMonth' }

interface Props {
  readonly span: Span
  readonly day: string
  readonly times: readonly Occurrence[]
  readonly special: readonly SpecialDay[]
  readonly hours: readonly WorkSpan[]
  readonly isBusy: boolean
  onOpen(one: Occurrence): void
  onMove(one: Occurrence, times: { startAt: string; endAt: string; allDay: boolean }): void
  onCreate(startAt: string, endAt: string, allDay: boolean): void
  onDay(day: string): void
}

/** What a drag tells. */
interface Moved {
  readonly event: { startStr: string; endStr: string; allDay: boolean; extendedProps: Record<string, unknown> }
  revert(): void
}

export function ScheduleCalendar({ span, day, times, special, hours, isBusy, onOpen, onMove, onCreate, onDay }: Props) {
  const calendar = useRef<CalendarRef>(null)
  const days = useMemo(() => new Map(special.map(one => [one.day, one])), [special])
  const events = useMemo(() => times.map(eventOf), [times])
  const workWeek = useMemo(() => hours.map(({ from, to }) => ({ daysOfWeek: weekdays, startTime: from, endTime: to })), [hours])
  useEffect(() => {
    // turned from outside, not while it draws
    queueMicrotask(() => calendar.current?.getApi().changeView(viewNames[span], day))
  }, [span, day])
  const moved = (info: Moved): void => {
    const { startStr, endStr, allDay, extendedProps } = info.event
    const one = extendedProps['one'] as Occurrence
    const end = endStr === '' ? (allDay ? addDays(startStr.slice(0, 10), 1) : later(startStr)) : endStr
    info.revert()
    onMove(one, { startAt: instantOf(startStr), endAt: instantOf(end), allDay })
  }
  return (
    <div className="zg-calendar zg-schedule-days" aria-busy={isBusy}>
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        initialView={viewNames[span]}
        initialDate={day}
        now={today()}
        headerToolbar={false}
        timeZone="UTC"
        firstDay={1}
        height="100%"
        dayMaxEvents
        navLinks
        navLinkDayClick={(date: Date) => onDay(date.toISOString().slice(0, 10))}
        selectable
        selectMirror
        scrollTime="08:00:00"
        businessHours={workWeek}
        slotHeaderFormat={clock}
        eventTimeFormat={clock}
        allDayText={t('全天')}
        locales={[chinese]}
        locale={currentLanguage() === 'en-US' ? 'en' : 'zh-cn'}
        noEventsText={t('这段时间没有日程')}
        dayCellClass={info => dayClass(days.get(info.date.toISOString().slice(0, 10)))}
        events={[...events, ...special.map(holidayOf)]}
        select={info => onCreate(instantOf(info.startStr), instantOf(info.endStr), info.allDay)}
        eventClick={({ event }) => {
          const one = event.extendedProps['one'] as Occurrence | undefined
          if (one !== undefined) onOpen(one)
        }}
        eventDrop={moved}
        eventResize={moved}
      />
    </div>
  )
}

const hourMs = 3_600_000
const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const
const weekdays = [1, 2, 3, 4, 5]
const later = (wall: string): string => wallOf(new Date(instantMs(instantOf(wall)) + hourMs).toISOString())
const dayClass = (special: SpecialDay | undefined): string =>
  special === undefined ? '' : special.kind === 2 ? 'zg-day-off' : 'zg-day-worked'

/** A holiday, or a day that is worked instead of one, stands first in its day. */
const holidayOf = ({ day, kind, name }: SpecialDay): EventInput => ({
  id: `day-${day}`,
  title: kind === 1 ? t('{name} 调休上班', { name: titleIn(name) }) : titleIn(name),
  start: day,
  end: addDays(day, 1),
  allDay: true,
  editable: false,
  order: -1,
  className: kind === 1 ? 'zg-holiday zg-hue-orange' : 'zg-holiday zg-hue-red',
})
const titleIn = (name: readonly [string, string]): string => name[currentLanguage() === 'en-US' ? 1 : 0]

function eventOf(one: Occurrence, at: number): EventInput {
  const isMoved = one.source === 'entry' && one.isOwn
  const times = one.allDay
    ? { start: dayOf(one.startAt), end: addDays(lastDayOf(one.endAt), 1) }
    : { start: wallOf(one.startAt), end: wallOf(one.endAt) }
  return {
    id: `${one.source}-${one.id ?? at}-${one.occurrenceOn ?? ''}`,
    title: textOf(one),
    ...times,
    allDay: one.allDay,
    editable: isMoved,
    extendedProps: { one },
    className: ['zg-event', `zg-hue-${hueOf(one)}`, one.answer === 1 && 'zg-event-open', (one.answer === 3 || one.done) && 'zg-event-off']
      .filter(Boolean)
      .join(' '),
  }
}

function textOf(one: Occurrence): string {
  if (one.source === 'busy')
    return one.title === '' ? t('{name} 忙', { name: one.owner?.name ?? '' }) : `${one.owner?.name ?? ''} ${one.title}`
  if (one.source === 'deadline') return t('截止：{title}', { title: one.title })
  if (one.source === 'approval') return t('待审批：{title}', { title: one.title })
  return one.title
}
const sourceHues = { busy: 'default', away: 'purple', deadline: 'red', approval: 'orange' } as const
const hueOf = (one: Occurrence): string => (one.source === 'entry' ? (kindHues[one.kind ?? 1] ?? 'blue') : sourceHues[one.source])
