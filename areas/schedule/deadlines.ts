/**
 * What is due of the suite's records: of every list whose cards name a person and a day (`shownAs.card`), those of the asker that are not
 * finished, and approvals that wait for his answer. A new list needs no line here.
 */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dayInZone, instantInZone } from '#platform/format/zones.ts'
import { demandOf, satisfies, type Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { followed, type DueTarget, type Occurrence } from './answers.ts'

/** of one list */
const dueMax = 500

interface Due {
  readonly r: Resource
  readonly type: string
  readonly person: string
  readonly due: string
}

/** Lists whose cards name one employee and a day. */
export const dueLists = (resources: Iterable<Resource>): Due[] =>
  [...resources].flatMap(r => {
    const { person, due } = r.shownAs?.card ?? {}
    if (r.type === undefined || person === undefined || due === undefined) return []
    const field = ownValue(r.fields, person)
    return field?.kind === 'reference' && field.to === 'employee' ? [{ r, type: r.type, person, due }] : []
  })

/** Codes of the states in which nothing is to be done any more. */
function finished({ states, fields }: Resource): number[] {
  const codes = ownValue(fields, states?.field ?? '')?.choices ?? {}
  return Object.entries(states?.states ?? {})
    .flatMap(([name, { final }]) => (final === true ? [codes[name]?.[0] ?? []] : []))
    .flat()
}

export async function deadlines(context: Context, bounds: readonly [from: number, to: number]): Promise<Occurrence[]> {
  const { caller, house } = context
  if (caller.employeeId === null) return []
  const lists = dueLists(house.registry.resources.values()).filter(({ r }) => satisfies(caller, demandOf(r, 'view')))
  const found = await Promise.all([...lists.map(list => dueOf(context, list, bounds)), approvals(context, bounds)])
  return found.flat()
}

async function dueOf(context: Context, { r, type, person, due }: Due, [from, to]: readonly [number, number]): Promise<Occurrence[]> {
  const { caller, db } = context
  const isDay = ownValue(r.fields, due)?.kind === 'date'
  const bound = (ms: number): string => (isDay ? dayInZone(ms, caller.zone) : new Date(ms).toISOString())
  const column = `${r.table}.${columnOf(due)}`
  let query = anyTable(db)
    .selectFrom(r.table)
    .select([sql.ref(`${r.table}.id`).as('id'), sql.ref(column).as('due'), sql.ref(`${r.table}.${columnOf(labelOf(r))}`).as('label')])
    .where(`${r.table}.${columnOf(person)}`, '=', caller.employeeId)
    .where(column, '>=', bound(from))
    .where(column, '<', bound(to))
  const done = finished(r)
  if (done.length > 0) query = query.where(`${r.table}.${columnOf(r.states?.field ?? '')}`, 'not in', done)
  const rows = await query.orderBy(column).limit(dueMax).execute()
  return rows.map(row => {
    const startMs = isDay ? instantInZone(asText(row['due']), '00:00:00', caller.zone) : instantMs(asText(row['due']))
    const endMs = isDay ? instantInZone(asText(row['due']), '23:59:59', caller.zone) : startMs
    const times = { startAt: new Date(startMs).toISOString(), endAt: new Date(endMs).toISOString(), allDay: isDay }
    return shown('deadline', asText(row['label']), times, { list: type, id: asText(row['id']) })
  })
}

/** Approvals that wait for the asker, or for whom he stands in, at the time by which they are due. */
async function approvals(context: Context, bounds: readonly [number, number]): Promise<Occurrence[]> {
  const due = (await context.house.registry.flows?.dueBetween(context, bounds)) ?? []
  const at = context.language === 'en' ? 1 : 0
  return due.map(({ formCode, keyValue, title, dueAt }) => {
    const instant = new Date(instantMs(dueAt)).toISOString()
    return shown('approval', title[at], { startAt: instant, endAt: instant, allDay: false }, { approval: { formCode, keyValue } })
  })
}

const shown = (
  source: 'deadline' | 'approval',
  title: string,
  times: Pick<Occurrence, 'startAt' | 'endAt' | 'allDay'>,
  target: DueTarget,
): Occurrence => ({ ...followed, source, title, ...times, owner: null, target })
