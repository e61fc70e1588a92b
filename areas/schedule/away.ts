/** Approved leave, trips and outings: one's own open their request, those of colleagues are busy times without a word of what they are. */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { asText } from '#platform/format/text.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { Context } from '#platform/server/area.ts'
import { followed, type Occurrence } from './answers.ts'

/** lists of the requests, by the name of the source */
const lists: Readonly<Record<string, string>> = { leave: 'leaveRequest', trip: 'trip', outing: 'outing' }
const iso = (instant: string): string => new Date(instantMs(instant)).toISOString()

/** Of the caller and of colleagues whom he may look at. */
export async function awayTimes(
  { caller, house, language }: Context,
  [fromMs, toMs]: readonly [number, number],
  colleagues: readonly string[],
): Promise<Occurrence[]> {
  const table = house.registry.resources.get('away')
  if (table === undefined) return []
  const sources = Object.entries(ownValue(table.fields, 'source')?.choices ?? {})
  const server = await house.asSystem(caller.orgId, 'times away of the caller and busy times of colleagues: the times alone')
  const rows = await server.db
    .selectFrom('away as a')
    .innerJoin('employee as e', 'e.id', 'a.employee_id')
    .select(['a.employee_id', 'e.name', 'a.source', 'a.doc_id', 'a.no', 'a.from_at', 'a.to_at'])
    .where(sql<boolean>`a.employee_id = any(${[...colleagues, caller.employeeId ?? '0']}::bigint[])`)
    .where('a.approved', '=', true)
    .where('a.from_at', '<', new Date(toMs).toISOString())
    .where('a.to_at', '>', new Date(fromMs).toISOString())
    .execute()
  return rows.map(row => {
    const isOwn = asText(row.employee_id) === caller.employeeId
    const [name, word] = sources.find(([, one]) => one[0] === row.source) ?? ['leave', undefined]
    return {
      ...followed,
      source: isOwn ? 'away' : 'busy',
      title: isOwn ? `${word?.[language === 'en' ? 2 : 1] ?? ''} ${row.no}` : '',
      startAt: iso(row.from_at),
      endAt: iso(row.to_at),
      allDay: false,
      owner: isOwn ? null : { employeeId: asText(row.employee_id), name: row.name },
      target: isOwn ? { list: ownValue(lists, name) ?? '', id: asText(row.doc_id) } : null,
    }
  })
}
