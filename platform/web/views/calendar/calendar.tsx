/** Records by their days: a month, a week, or a list of the month. A drag moves the days by an update. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import FullCalendar, { type CalendarRef, type EventInput } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import listPlugin from '@fullcalendar/react/list'
import chinese from '@fullcalendar/react/locales/zh-cn'
import classic from '@fullcalendar/react/themes/classic'
import { Button, Segmented } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { addDays } from '#platform/format/dates.ts'
import type { ListDefinition, Row, ShownAsDefinition } from '../../../declare/wire.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { RowsFailed, RowsLoading } from '../../values/list-notices.tsx'
import { today } from '../../page/today.ts'
import { useIsMobile } from '../../page/use-is-mobile.ts'
import { cardTexts, stateHue } from '../card.tsx'
import { CutNotice } from '../cut-notice.tsx'
import { daysOf, mayMove, type SpanFields } from '../span.ts'
import { useSpanRows } from '../use-span-rows.ts'
import type { ViewProps } from '../view-props.ts'
import { rangeOf, shownDay, turnedDay, type CalendarSpan } from './calendar-range.ts'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '../views.css'
import './calendar.css'

const plugins = [dayGrid, listPlugin, interaction, classic]
const viewNames: Readonly<Record<CalendarSpan, string>> = { month: 'dayGridMonth', week: 'dayGridWeek', list: 'listMonth' }

export default function Calendar({ definition, shown, title, query, state, isReady, onState, onOpen }: ViewProps) {
  const isMobile = useIsMobile()
  const day = shownDay(state.day, today())
  const first: CalendarSpan = isMobile ? 'list' : 'month'
  const span: CalendarSpan = state.span === 'month' || state.span === 'week' || state.span === 'list' ? state.span : first
  const during = rangeOf(span, day)
  const asked = useMemo(() => ({ ...query, during: { from: during.from, to: during.to } }), [query, during.from, during.to])
  const found = useSpanRows(definition, 'calendar', asked, isReady)
  const fields = shown.calendar as SpanFields
  const events = useEvents(definition, shown, fields, found.rows)
  const calendar = useRef<CalendarRef>(null)
  useEffect(() => {
    // turned from outside, not while it draws
    queueMicrotask(() => calendar.current?.getApi().changeView(viewNames[span], day))
  }, [span, day])
  const moved = (info: { event: { startStr: string; endStr: string; extendedProps: Record<string, unknown> } }): void => {
    const { startStr, endStr, extendedProps } = info.event
    found.move(extendedProps['row'] as Row, fields, { from: startStr, to: endStr === '' ? startStr : addDays(endStr, -1) })
  }
  const heading = span === 'week' ? t('{from} 至 {to}', during) : day.slice(0, 7)
  if (found.error !== null) return <RowsFailed error={found.error} onRetry={found.retry} />
  return (
    <div className="zg-calendar" role="group" aria-label={title}>
      <CalendarBar {...{ span, day, first, heading, state, onState }} shown={found.rows.length} total={found.total} />
      <div className="zg-calendar-days" aria-busy={found.isPending}>
        {found.isPending ? (
          <RowsLoading />
        ) : (
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
            displayEventTime={false}
            allDayText=""
            locales={[chinese]}
            locale={currentLanguage() === 'en-US' ? 'en' : 'zh-cn'}
            noEventsText={t('没有数据')}
            events={events}
            eventClick={({ event }) => onOpen(event.extendedProps['row'] as Row)}
            eventDrop={moved}
            eventResize={moved}
          />
        )}
      </div>
    </div>
  )
}

/** Records as entries of the calendar; those that have no day are left out. */
function useEvents(definition: ListDefinition, shown: ShownAsDefinition, fields: SpanFields, rows: readonly Row[]): EventInput[] {
  const textOf = useMemo(() => cardTexts(definition, shown), [definition, shown])
  const hueOf = useMemo(() => stateHue(definition, shown), [definition, shown])
  return useMemo(
    () =>
      rows.flatMap((row): EventInput[] => {
        const days = daysOf(row, fields)
        if (days === null) return []
        const { title: text, due, tags } = textOf(row)
        const ofState = hueOf(row)
        const hue = ofState === 'default' ? (tags.find(one => one.hue !== 'default')?.hue ?? ofState) : ofState
        return [
          {
            id: row.id,
            title: text,
            start: days.from,
            end: addDays(days.to, 1),
            allDay: true,
            editable: mayMove(definition, fields, row),
            durationEditable: fields.to !== null,
            extendedProps: { row },
            className: `zg-event zg-hue-${hue}${due?.isLate === true ? ' zg-event-late' : ''}`,
          },
        ]
      }),
    [rows, fields, textOf, hueOf, definition],
  )
}

interface BarProps extends Pick<ViewProps, 'state' | 'onState'> {
  readonly span: CalendarSpan
  /** the stretch that it begins with */
  readonly first: CalendarSpan
  readonly day: string
  readonly heading: string
  readonly shown: number
  readonly total: number
}

/** The way through time. */
function CalendarBar({ span, first, day, heading, shown, total, state, onState }: BarProps) {
  const go = (to: string): void => onState({ ...state, day: to === today() ? null : to })
  return (
    <div className="zg-view-bar">
      <Button icon={<LeftOutlined aria-hidden />} aria-label={t('向前')} onClick={() => go(turnedDay(span, day, -1))} />
      <Button icon={<RightOutlined aria-hidden />} aria-label={t('向后')} onClick={() => go(turnedDay(span, day, 1))} />
      <Button onClick={() => go(today())}>{t('今天')}</Button>
      <strong aria-live="polite">{heading}</strong>
      <CutNotice shown={shown} total={total} />
      <Segmented<CalendarSpan>
        aria-label={t('时间跨度')}
        value={span}
        options={[
          { value: 'month', label: t('月') },
          { value: 'week', label: t('周') },
          { value: 'list', label: t('列表') },
        ]}
        onChange={next => onState({ ...state, span: next === first ? null : next })}
      />
    </div>
  )
}
