/**
 * Stand-ins: named by whoever is away, by his heads and by those who keep the flows. Nobody stands in for himself, directly or over others,
 * and one person has one at a time.
 */
import { needs } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { satisfies, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { followerOf } from '#platform/server/records.ts'
import { sql } from 'kysely'
import { Organisation } from './people.ts'
import { approvalStandIn, flowsOperation } from './tables.ts'

interface Entry {
  readonly person: string
  readonly standIn: string
  readonly fromOn: string
  readonly toOn: string
}

export const keepStandIns = followerOf(approvalStandIn, async (context, tx, changes) => {
  for (const { id, after } of changes) {
    if (after === null) continue
    const { employeeId: person, standInId: standIn, fromOn, toOn } = after
    const entry = { person, standIn, fromOn, toOn }
    if (person === standIn) throw refuse.invalid([{ field: 'standInId', message: sentence`代理人不能是本人` }])
    await checkWhoNames(context, tx, person)
    // one after the other in the organisation, so that entries which lead round only together can't pass each other
    await sql`select pg_advisory_xact_lock(hashtextextended(${`stand-ins of ${context.caller.orgId}`}, 0))`.execute(tx)
    const known = await tx.selectFrom('employee').select('status').where('id', '=', standIn).executeTakeFirst()
    if (known?.status !== 1) throw refuse.invalid([{ field: 'standInId', message: sentence`代理人已离职，请重新选择` }])
    if ((await entriesOf(context, tx, id, [entry])).length > 0) throw refuse.rule(sentence`这段时间已经有代理人，请先修改原来的代理`)
    await checkRound(context, tx, id, entry)
  }
})

/** The right to answer for somebody is his to give; his heads and those who keep the flows give it where he can't. */
async function checkWhoNames(context: Context, tx: Tx, person: string): Promise<void> {
  const { caller } = context
  if (person === caller.employeeId || caller.systemAdmin || satisfies(caller, needs('workflowSetting', flowsOperation))) return
  const heads = await new Organisation(context, tx).above(person)
  if (caller.employeeId === null || !heads.includes(caller.employeeId))
    throw refuse.forbidden(sentence`只有本人、其上级和流程管理员可以设置代理`)
}

/** Other entries of these people in these days. */
async function entriesOf({ caller }: Context, tx: Tx, but: string, of: readonly Entry[]): Promise<readonly Entry[]> {
  const found = await tx
    .withoutPlugins()
    .selectFrom('approval_stand_in')
    .select(['employee_id as person', 'stand_in_id as standIn', 'from_on as fromOn', 'to_on as toOn'])
    .where('org_id', '=', caller.orgId)
    .where('id', '!=', but)
    .where(eb =>
      eb.or(of.map(one => eb.and([eb('employee_id', '=', one.person), eb('from_on', '<=', one.toOn), eb('to_on', '>=', one.fromOn)]))),
    )
    .execute()
  return found
}

/** From stand-in to stand-in on days that all of them are away: back to whoever is away nobody would be left to answer. */
async function checkRound(context: Context, tx: Tx, id: string, entry: Entry): Promise<void> {
  const later = (one: string, other: string): string => (one > other ? one : other)
  const earlier = (one: string, other: string): string => (one < other ? one : other)
  const seen = new Set<string>()
  for (let next: readonly Entry[] = [{ ...entry, person: entry.standIn }]; next.length > 0;) {
    const from = next
    const found = await entriesOf(context, tx, id, from)
    next = found.flatMap(one =>
      from
        .filter(before => before.person === one.person && before.fromOn <= one.toOn && before.toOn >= one.fromOn)
        .map(before => ({ ...one, person: one.standIn, fromOn: later(before.fromOn, one.fromOn), toOn: earlier(before.toOn, one.toOn) })),
    )
    if (next.some(one => one.standIn === entry.person)) {
      const names = await new Organisation(context, tx).people([entry.standIn])
      throw refuse.rule(sentence`${names.get(entry.standIn)?.name ?? ''} 这段时间的审批又由本人代理，请换一个人`)
    }
    next = next.filter(one => !seen.has(JSON.stringify(one)))
    for (const one of next) seen.add(JSON.stringify(one))
  }
}
