/** 团队考勤: who is there, late and away at this moment, by group; and the days of a month as a grid. */
import { Object as O } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import type { GridAnswer, GridCell } from '#platform/declare/wire.ts'
import { addDays, daysFromTo, firstOfMonth, lastOfMonth, monthOf, weekday } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { call, type Context, type RouteMap } from '#platform/server/area.ts'
import { cells, type CellsAsked } from '#platform/server/lists.ts'
import type { TeamGroup, TeamNow } from '../answers.ts'
import { attendanceDay, dayStates } from '../day-tables.ts'
import { isStatutory } from '../day/statutory.ts'
import { knownDays } from '../known.ts'
import { groupsOf, peopleOf } from '../people-of.ts'
import { nowNames, nowOf } from './now.ts'

/** people of one look; more than that are read by their heads */
const peopleMax = 3_000
const minuteMs = 60_000

async function teamNow(context: Context): Promise<TeamNow> {
  const day = todayOf(context)
  const { people, total } = await peopleOf(context, { month: monthOf(day), pageNum: 1, pageSize: peopleMax })
  const server = await context.house.asSystem(context.caller.orgId, 'shifts and punches of people whom the caller sees')
  // the night of yesterday goes on after midnight, and workplaces have zones of their own
  const wanted = [-1, 0, 1].flatMap(n => people.map(one => ({ employeeId: one.id, day: addDays(day, n) })))
  const minute = Math.floor(context.now().getTime() / minuteMs)
  const near = wanted.length === 0 ? [] : await knownDays(server, wanted, context.now())
  const known = near.filter(({ whole }) => whole.from <= minute && minute < whole.to)
  const nameOf = new Map(people.map(one => [one.id, one.name]))
  const titles = new Map((await groupsOf(context)).map(one => [one.value, one.label]))
  const groups = [...Map.groupBy(known, one => one.groupId)].map(([id, days]): TeamGroup => {
    const states = days.map(one => ({
      id: one.employeeId,
      name: nameOf.get(one.employeeId) ?? '',
      now: nowOf(one.input, minute),
      firstIn: one.input.punches[0] === undefined ? null : new Date(one.input.punches[0] * minuteMs).toISOString(),
    }))
    const count = (name: string): number => states.filter(one => one.now === name).length
    return {
      id,
      name: titles.get(id) ?? '',
      counts: Object.fromEntries(nowNames.map(name => [name, count(name)])) as TeamGroup['counts'],
      people: states.filter(one => one.now === 'late' || one.now === 'notCome' || one.now === 'away'),
    }
  })
  return {
    now: context.now().toISOString(),
    day,
    total,
    shown: people.length,
    groups: groups.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

type DayRow = Readonly<
  Record<'late' | 'early' | 'absent' | 'missing' | 'leave' | 'trip' | 'outing' | 'worked' | 'forgiven' | 'scheduled', number>
>
/** The one word of a day that matters most. */
export function wordOf(row: DayRow, isOpen: boolean, isEnglish: boolean): Omit<GridCell, 'id'> {
  const say = (zh: string, en: string): string => (isEnglish ? en : zh)
  if (isOpen) return { text: '…', tone: 'quiet' }
  if (row.absent > 0) return { text: say('旷', 'Abs'), tone: 'bad' }
  if (row.missing > 0) return { text: say('缺', 'Mis'), tone: 'bad' }
  if (row.late > 0) return { text: `${say('迟', 'L')}${row.late}`, tone: 'warn' }
  if (row.early > 0) return { text: `${say('早', 'E')}${row.early}`, tone: 'warn' }
  if (row.leave > 0) return { text: say('假', 'Lv'), tone: 'info' }
  if (row.trip > 0) return { text: say('差', 'Trip'), tone: 'info' }
  if (row.outing > 0) return { text: say('外', 'Out'), tone: 'info' }
  return row.worked + row.forgiven > 0 ? { text: '√', tone: 'good' } : { text: '', tone: 'quiet' }
}

async function monthCells(context: Context, asked: CellsAsked): Promise<GridAnswer> {
  const isEnglish = context.language === 'en'
  const days = daysFromTo(firstOfMonth(asked.month), lastOfMonth(asked.month))
  const { people, total } = await peopleOf(context, asked)
  const rows =
    people.length === 0
      ? []
      : await context.db
          .selectFrom('attendance_day')
          .select(['id', 'employee_id', 'day', 'state', 'late', 'early', 'absent', 'missing', 'leave', 'trip', 'outing', 'worked'])
          .select(['forgiven', 'scheduled'])
          .where(
            'employee_id',
            'in',
            people.map(one => one.id),
          )
          .where('day', '>=', days[0] ?? '')
          .where('day', '<=', days.at(-1) ?? '')
          .execute()
  const of = new Map(rows.map(row => [`${asText(row.employee_id)} ${asText(row.day)}`, row]))
  const came = (id: string, day: string): boolean => {
    const row = of.get(`${id} ${day}`)
    return row !== undefined && row.worked + row.forgiven + row.late + row.early + row.trip + row.outing > 0
  }
  return {
    days: days.map(day => ({ day, isOff: weekday(day) > 5 || isStatutory(day) })),
    sums: days.map(day => String(people.filter(one => came(one.id, day)).length)),
    rows: people.map(({ id, name, no }) => ({
      id,
      name,
      note: no,
      cells: days.map((day): GridCell | null => {
        const row = of.get(`${id} ${day}`)
        return row === undefined ? null : { ...wordOf(row, row.state !== dayStates.done[0], isEnglish), id: asText(row.id) }
      }),
      sum: String(days.filter(day => came(id, day)).length),
    })),
    total,
    values: [],
    groups: { title: isEnglish ? 'Group' : '考勤组', options: await groupsOf(context) },
  }
}

export const teamRoutes: RouteMap = {
  'POST /attendanceDay/cells': cells(attendanceDay, monthCells),
  'POST /attendanceDay/team': call(
    {
      demand: needs('attendanceTeam', operations.view),
      summary: '团队今日考勤',
      input: O({}, { additionalProperties: false }),
      write: false,
    },
    context => teamNow(context),
  ),
}
