/** The roster of a month as a grid: persons by days, each with its shift; what is typed, pasted and filled in. */
import { sentence } from '#platform/declare/sentence.ts'
import type { GridAnswer, GridBlock, GridCell } from '#platform/declare/wire.ts'
import { addDays, daysFromTo, firstOfMonth, lastOfMonth, monthOf, weekday } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import type { CellsAsked } from '#platform/server/lists.ts'
import { changeEachTo, createEach, removeRecords } from '#platform/server/records.ts'
import { isStatutory } from '../day/statutory.ts'
import { peopleOf, groupsOf } from '../people-of.ts'
import { planOf, readPlanFacts, type Plan } from '../plan.ts'
import { holdPeople } from '../requests.ts'
import { rosterDay } from './tables.ts'

/** what is typed for a day of rest */
const restTexts: ReadonlySet<string> = new Set(['休', '休息', 'OFF', 'REST', '-'])
/** records that are removed at once */
const removedAtOnce = 1_000
const isOff = (day: string): boolean => weekday(day) > 5 || isStatutory(day)

interface Rostered {
  readonly id: string
  readonly shiftId: string | null
  readonly published: boolean
}
async function rosterOf({ db }: Context, ids: readonly string[], [first, last]: readonly [string, string]) {
  const rows = await db
    .selectFrom('roster_day')
    .select(['id', 'employee_id', 'day', 'shift_id', 'published'])
    .where('employee_id', 'in', ids)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute()
  return new Map(
    rows.map((row): [string, Rostered] => [
      `${asText(row.employee_id)} ${asText(row.day)}`,
      { id: asText(row.id), shiftId: row.shift_id === null ? null : asText(row.shift_id), published: row.published },
    ]),
  )
}

const restText = (context: Context): string => (context.language === 'en' ? 'OFF' : '休')

function cellOf(context: Context, plan: Plan, roster: ReadonlyMap<string, Rostered>, employeeId: string, day: string): GridCell | null {
  if (plan.group(employeeId, day) === null) return null
  const shift = plan.shift(employeeId, day)
  const own = roster.get(`${employeeId} ${day}`)
  const text = shift?.code ?? (own === undefined ? '' : restText(context))
  if (own === undefined) return { text, tone: 'quiet' }
  return { text, id: own.id, ...(own.published ? {} : { isMarked: true }), ...(shift === null ? { tone: 'good' as const } : {}) }
}

export async function readRoster(context: Context, asked: CellsAsked): Promise<GridAnswer> {
  const [first, last] = [firstOfMonth(asked.month), lastOfMonth(asked.month)]
  const days = daysFromTo(first, last)
  const { people, total } = await peopleOf(context, asked)
  const ids = people.map(one => one.id)
  const shifts = await context.db
    .selectFrom('attendance_shift')
    .select(['code', 'name', 'spans'])
    .where('valid_from', '<=', last)
    .where(w => w.or([w('valid_to', 'is', null), w('valid_to', '>=', first)]))
    .orderBy('code')
    .execute()
  const plan = ids.length === 0 ? null : await planOf(context, await readPlanFacts(context, ids, [first, last]))
  const roster = ids.length === 0 ? new Map<string, Rostered>() : await rosterOf(context, ids, [first, last])
  const works = (id: string, day: string): boolean => (plan?.shift(id, day) ?? null) !== null
  return {
    days: days.map(day => ({ day, isOff: isOff(day) })),
    sums: days.map(day => String(ids.filter(id => works(id, day)).length)),
    rows: people.map(({ id, name, no }) => {
      const cells = days.map(day => (plan === null ? null : cellOf(context, plan, roster, id, day)))
      return { id, name, note: no, cells, sum: String(days.filter(day => works(id, day)).length) }
    }),
    total,
    values: [
      ...new Map(shifts.map(one => [one.code, { text: one.code, title: `${one.name} ${one.spans}` }])).values(),
      { text: restText(context), title: context.language === 'en' ? 'Rest' : '休息' },
      { text: '', title: context.language === 'en' ? 'As the group' : '按考勤组' },
    ],
    groups: { title: context.language === 'en' ? 'Group' : '考勤组', options: await groupsOf(context) },
  }
}

interface Wanted {
  readonly employeeId: string
  readonly day: string
  /** undefined: no row, so that the group's shift holds; null: rest */
  readonly shiftId: string | null | undefined
  /** what the cell showed to whoever writes; undefined: he does not say */
  readonly seen: string | undefined
}

/** What the texts mean, one for each cell; the last says what a cell holds. */
async function wantedOf(context: Context, blocks: readonly GridBlock[]): Promise<Wanted[]> {
  const shifts = await context.db
    .selectFrom('attendance_shift')
    .select(['id', 'code', 'valid_from', 'valid_to'])
    .orderBy('valid_from')
    .execute()
  const byCode = Map.groupBy(shifts, row => row.code.toUpperCase())
  const found = new Map<string, Wanted>()
  for (const { row, column, texts, seen } of blocks)
    for (const [n, text] of texts.entries()) {
      const [day, typed] = [addDays(column, n), text.trim().toUpperCase()]
      const versions = byCode.get(typed) ?? []
      const shift = versions.find(one => asText(one.valid_from) <= day && (one.valid_to === null || day <= asText(one.valid_to)))
      const shiftId =
        typed === '' ? undefined : restTexts.has(typed) ? null : shift === undefined ? fault(day, text, versions.length) : asText(shift.id)
      found.set(`${row} ${day}`, { employeeId: row, day, shiftId, seen: seen?.[n] })
    }
  return [...found.values()]
}
function fault(day: string, text: string, versions: number): never {
  throw refuse.invalid([
    {
      field: 'blocks',
      message:
        versions > 0
          ? sentence`班次 ${text} 在 ${day} 没有启用，请换一个班次`
          : sentence`没有代码为 ${text} 的班次，请填班次代码，休息填“休”`,
    },
  ])
}

/** Who is not seen, has left, or is in no group that day has no roster. */
async function refuseOthers(context: Context, plan: Plan, wanted: readonly Wanted[]): Promise<void> {
  const ids = [...new Set(wanted.map(one => one.employeeId))]
  const rows = await context.db.selectFrom('employee').select(['id', 'name']).where('id', 'in', ids).execute()
  const nameOf = new Map(rows.map(row => [asText(row.id), row.name]))
  for (const { employeeId, day } of wanted) {
    const name = nameOf.get(employeeId)
    if (name === undefined) throw refuse.unknown(['员工', 'Employee'])
    const left = plan.leftOn(employeeId)
    if (left !== null && left < day)
      throw refuse.invalid([{ field: 'blocks', message: sentence`${name} 已于 ${left} 离职，不能排 ${day} 的班` }])
    if (plan.group(employeeId, day) === null)
      throw refuse.invalid([{ field: 'blocks', message: sentence`${name} 在 ${day} 不在任何考勤组，请先加入考勤组` }])
  }
}

/** Whether the roster of a group was published for a month, be there rows of it or not. */
export const isPublished = (group: { readonly published_months: readonly string[] | null } | undefined, month: string): boolean =>
  group?.published_months?.includes(month) === true

/** A cell that shows something else than its writer saw was changed by somebody: it is not written over unseen. */
async function refuseUnseen(context: Context, plan: Plan, roster: ReadonlyMap<string, Rostered>, wanted: readonly Wanted[]): Promise<void> {
  const stale = wanted.find(({ employeeId, day, shiftId, seen }) => {
    const own = roster.get(`${employeeId} ${day}`)
    if (seen === undefined || own?.shiftId === shiftId) return false
    const [typed, code] = [seen.trim().toUpperCase(), plan.shift(employeeId, day)?.code.toUpperCase()]
    // a cell that was just emptied shows nothing until it is read again
    return typed !== (code ?? '') && !(code === undefined && restTexts.has(typed)) && !(own === undefined && typed === '')
  })
  if (stale === undefined) return
  const { name } = await context.db.selectFrom('employee').select('name').where('id', '=', stale.employeeId).executeTakeFirstOrThrow()
  const now = plan.shift(stale.employeeId, stale.day)?.code ?? restText(context)
  throw refuse.conflict(sentence`${name} 在 ${stale.day} 的排班已被改为 ${now}，没有保存，请核对后再改`)
}

/** All cells or none. A person whose month is published has it published on: he is told of what changes. */
export async function writeRoster(context: Context, blocks: readonly GridBlock[]): Promise<{ readonly changed: number }> {
  return context.write(async (_, inside) => {
    const wanted = await wantedOf(inside, blocks)
    const ids = [...new Set(wanted.map(one => one.employeeId))]
    const days = wanted.map(one => one.day).toSorted((a, b) => (a < b ? -1 : 1))
    const stretch = [days[0] ?? '', days.at(-1) ?? ''] as const
    await holdPeople(inside, ids)
    const plan = await planOf(inside, await readPlanFacts(inside, ids, stretch))
    await refuseOthers(inside, plan, wanted)
    const whole = [firstOfMonth(stretch[0].slice(0, 7)), lastOfMonth(stretch[1].slice(0, 7))] as const
    const roster = await rosterOf(inside, ids, whole)
    const published = new Set([...roster].filter(([, one]) => one.published).map(([key]) => key.slice(0, key.indexOf(' ') + 8)))
    await refuseUnseen(inside, plan, roster, wanted)
    const own = ({ employeeId, day }: Wanted): Rostered | undefined => roster.get(`${employeeId} ${day}`)
    const fresh = wanted.filter(one => one.shiftId !== undefined && own(one) === undefined)
    const gone = wanted.flatMap(one => (one.shiftId === undefined ? [own(one)?.id ?? ''] : [])).filter(id => id !== '')
    const other = wanted.flatMap(one => {
      const row = own(one)
      return row === undefined || one.shiftId === undefined || row.shiftId === one.shiftId ? [] : [{ id: row.id, shiftId: one.shiftId }]
    })
    await createEach(
      inside,
      rosterDay,
      fresh.map(({ employeeId, day, shiftId }) => ({
        employeeId,
        day,
        shiftId: shiftId ?? null,
        published: published.has(`${employeeId} ${monthOf(day)}`) || isPublished(plan.group(employeeId, day)?.row, monthOf(day)),
      })),
    )
    await changeEachTo(inside, rosterDay, other, { verb: 'update' })
    for (let n = 0; n < gone.length; n += removedAtOnce) await removeRecords(inside, rosterDay, gone.slice(n, n + removedAtOnce))
    return { changed: fresh.length + other.length + gone.length }
  })
}
