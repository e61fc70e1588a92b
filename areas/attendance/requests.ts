/** Requests: for whom they are, what they keep a person away from, and what is made of them once they are approved. */
import { operations, signedIn } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs, readInstant } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dateTimeInZone, todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Ask, type Context, type Follower, type RouteMap, type Tx, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { shownResource } from '#platform/server/lists.ts'
import { add, addRecord, create, family, type Rule } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { byInstants, isOfPerson, rowsOf } from './keep.ts'
import { punch, punchSources } from './punch-tables.ts'
import { awaySources, requestTables } from './request-tables.ts'
import { markDays } from './stale.ts'
import { requestStates } from './words.ts'

type Row = ReturnType<typeof rowsOf>[number]
/** a longer stretch is a mistake of typing */
const daysMax = 400
const dayMs = 86_400_000

const stretchRule: Rule = ({ fromAt, toAt }) => {
  if (typeof fromAt !== 'string' || typeof toAt !== 'string') return []
  const [from, to] = [readInstant(fromAt), readInstant(toAt)]
  if (from === null || to === null) return []
  const length = to - from
  if (length <= 0) return [{ field: 'toAt', message: sentence`结束时间应晚于开始时间` }]
  return length > daysMax * dayMs ? [{ field: 'toAt', message: sentence`一次最多 ${daysMax} 天，请分开申请` }] : []
}

/** Who may not keep attendance asks for himself alone. */
function forWhom(r: Resource, { caller }: Context, input: Readonly<Values>): Readonly<Values> {
  const given = input['employeeId'] ?? null
  if (given !== null && given !== '' && (given === caller.employeeId || may(caller, r.type ?? '', operations.audit))) return input
  if (given !== null && given !== '') throw refuse.invalid([{ field: 'employeeId', message: sentence`只有考勤管理员可以替别人申请` }])
  if (caller.employeeId === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能申请`)
  return { ...input, employeeId: caller.employeeId }
}

function routesOf(name: string, r: Resource): RouteMap {
  const rule = Object.hasOwn(r.fields, 'fromAt') ? stretchRule : undefined
  return {
    ...(rule === undefined ? family(name, r) : family(name, r, rule)),
    [`POST /${name}/insert`]: {
      ...add(r),
      handler: (context: Context, ask: Ask) => {
        const faults = rule?.(ask.input) ?? []
        if (faults.length > 0) throw refuse.invalid(faults)
        return addRecord(context, shownResource(context.caller, r), forWhom(r, context, ask.input))
      },
    },
    [`POST /${name}/submit`]: { ...step(r, 'submit'), demand: signedIn },
    [`POST /${name}/withdraw`]: { ...step(r, 'withdraw'), demand: signedIn },
  }
}
export const requestRoutes: RouteMap = Object.assign({}, ...Object.entries(requestTables).map(([name, r]) => routesOf(name, r)))

const counts = (row: Row | null): row is Row =>
  row !== null && isOfPerson(row) && (row['state'] === requestStates.asked[0] || row['state'] === requestStates.approved[0])

/** Times of a person never overlap: the second is refused and names the first. One row of a person is held, so that one of two waits. */
async function keepAway(server: Context, tx: Tx, source: keyof typeof awaySources, changes: Parameters<Follower>[2]): Promise<void> {
  const [code] = awaySources[source]
  const ids = changes.map(one => one.id)
  await tx.deleteFrom('away').where('source', '=', code).where('doc_id', 'in', ids).execute()
  const wanted = changes.flatMap(({ id, after }) => (counts(after) ? [{ id, row: after }] : []))
  if (wanted.length === 0) return
  const people = [...new Set(wanted.map(one => asText(one.row['employeeId'])))].toSorted()
  await tx.selectFrom('employee').select('id').where('id', 'in', people).orderBy('id').forUpdate().execute()
  for (const { id, row } of wanted) {
    const [from, to] = [asText(row['fromAt']), asText(row['toAt'])]
    const other = await tx
      .selectFrom('away')
      .select(['no', 'from_at', 'to_at'])
      .where('employee_id', '=', asText(row['employeeId']))
      .where('from_at', '<', to)
      .where('to_at', '>', from)
      .limit(1)
      .executeTakeFirst()
    if (other !== undefined) {
      const at = (instant: string): string => dateTimeInZone(instantMs(instant), server.caller.zone).slice(0, 16)
      throw refuse.rule(sentence`与 ${other.no}（${at(other.from_at)} 至 ${at(other.to_at)}）重叠，请先撤销或改时间`)
    }
    await tx
      .insertInto('away')
      .values({
        org_id: server.caller.orgId,
        employee_id: asText(row['employeeId']),
        source: code,
        doc_id: id,
        no: asText(row['no']),
        from_at: from,
        to_at: to,
        approved: row['state'] === requestStates.approved[0],
      })
      .execute()
  }
}

const awayFollow =
  (source: keyof typeof awaySources): Follower =>
  async (caller, tx, changes) => {
    const server = await inServersName(caller, tx, 'times that a request keeps a person away')
    await keepAway(server, tx, source, changes)
    await markDays(
      server,
      tx,
      rowsOf(changes)
        .filter(isOfPerson)
        .map(row => byInstants(caller, row, ['fromAt', 'toAt'])),
      todayOf(caller),
    )
  }
export const leaveFollows = awayFollow('leave')
export const tripsFollow = awayFollow('trip')
export const outingsFollow = awayFollow('outing')

export const overtimeFollows: Follower = (caller, tx, changes) =>
  markDays(
    caller,
    tx,
    rowsOf(changes)
      .filter(isOfPerson)
      .map(row => byInstants(caller, row, ['fromAt', 'toAt'])),
    todayOf(caller),
  )

/** An approved supplement is a punch. */
export const supplementsFollow: Follower = async (caller, tx, changes) => {
  const approved = changes.filter(
    ({ before, after }) => after !== null && after['state'] === requestStates.approved[0] && before?.['state'] !== after['state'],
  )
  if (approved.length === 0) return
  const server = await inServersName(caller, tx, 'the punch of an approved supplement')
  for (const { after } of approved)
    if (after !== null && isOfPerson(after))
      await create(server, punch, {
        employeeId: after['employeeId'],
        at: after['at'],
        source: punchSources.supplement[0],
        note: after['no'],
      })
}
