/** Samples: what is on hand and lent follows from moves, which are only added. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import type { RowOf } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, createEach, followerOf, removeRecords, setDerived } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { results } from '#areas/quality/index.ts'
import { rdSampleCost } from './figures.ts'
import { rdProject } from './project-tables.ts'
import { loanStates, moveKinds, rdTest, sample, sampleMove } from './sample-tables.ts'

const states = codesOf(sample.fields.state.choices)
const kinds = codesOf(moveKinds)
const verdicts = codesOf(rdTest.fields.verdict.choices)
const present: readonly number[] = [states.arrived, states.tested, states.sealed]
const handOf: Readonly<Record<number, 1 | -1>> = {
  [kinds.in]: 1,
  [kinds.lend]: -1,
  [kinds.back]: 1,
  [kinds.sent]: -1,
  [kinds.scrapped]: -1,
}

/** cancelled ones cost nothing */
const counts = (row: RowOf<typeof sample> | null): boolean => row !== null && row.state !== states.cancelled
/** by what figures of it change */
const figureOf = (row: RowOf<typeof sample> | null): string => `${row?.projectId} ${row?.cost} ${counts(row)}`

/** Arrived ones lie with the keeper; scrapped ones are gone. Projects know what their samples cost. */
export const followSamples = followerOf(sample, async (context, tx, changes) => {
  const server = await inServersName(context, tx, 'what follows for a sample')
  for (const { id, before, after } of changes) {
    if (after === null || before === null || before.state === after.state) continue
    const day = todayOf(context)
    if (after.state === states.arrived) await create(server, sampleMove, { sampleId: id, day, kind: kinds.in, quantity: after.quantity })
    if (after.state === states.scrapped && before.onHand > 0)
      await create(server, sampleMove, { sampleId: id, day, kind: kinds.scrapped, quantity: before.onHand })
  }
  const changed = changes.filter(({ before, after }) => figureOf(before) !== figureOf(after))
  const projects = changed.flatMap(({ before, after }) => [before?.projectId, after?.projectId])
  const ids = [...new Set(projects.filter(one => typeof one === 'string'))].toSorted()
  if (ids.length === 0) return
  const managers = await sumCosts(server, ids)
  const { rows } = await sql<{ id: string }>`select id::text as id from rd_sample_cost
    where org_id = ${context.caller.orgId} and sample_id = any(${changed.map(one => one.id)}::bigint[])`.execute(behind(tx))
  const counted = rows.map(row => row.id)
  if (counted.length > 0) await removeRecords(server, rdSampleCost, counted, { undoable: false })
  await createEach(
    server,
    rdSampleCost,
    changed.flatMap(({ id, after }) =>
      after === null || after.projectId === null || !counts(after)
        ? []
        : [
            {
              sampleId: id,
              projectId: after.projectId,
              managerId: managers.get(after.projectId),
              day: after.askedOn,
              spent: after.cost ?? '0',
            },
          ],
    ),
  )
})

/** Answers who leads each. */
async function sumCosts(server: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const held = await server.db
    .selectFrom('rd_project')
    .select(['id', 'manager_id as managerId'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const rows = await server.db
    .selectFrom('sample')
    .select(({ fn }) => ['project_id as id', fn.sum<string | null>('cost').as('cost')])
    .where('project_id', 'in', ids)
    .where('state', '<>', states.cancelled)
    .groupBy('project_id')
    .execute()
  const costs = new Map(rows.map(row => [row.id, row.cost]))
  await setDerived(
    server,
    rdProject,
    ids.map(id => ({ id, sampleCost: costs.get(id) ?? '0' })),
  )
  return new Map(held.map(({ id, managerId }) => [id, managerId]))
}

export const followMoves = followerOf(sampleMove, async (context, tx, changes) => {
  const server = await inServersName(context, tx, 'what is on hand of a sample')
  for (const { id, before, after } of changes) {
    if (after === null || before !== null) continue
    const of = await server.db
      .selectFrom('sample')
      .select(['no', 'state', 'on_hand as onHand', 'lent'])
      .where('id', '=', after.sampleId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (of === undefined) throw refuse.unknown(sample.title)
    const { kind, quantity } = after
    if (!present.includes(of.state) && kind !== kinds.scrapped) throw refuse.rule(sentence`样品 ${of.no ?? ''} 还没有到样，或已报废`)
    const onHand = of.onHand + quantity * (handOf[kind] ?? 0)
    if (onHand < 0) throw refuse.rule(sentence`样品 ${of.no ?? ''} 在手只有 ${of.onHand}，不够 ${quantity}`)
    if (kind === kinds.lend && after.borrowerId === null) throw refuse.invalid([{ field: 'borrowerId', message: sentence`请选择借用人` }])
    if (kind === kinds.lend) await setDerived(server, sampleMove, [{ id, loan: loanStates.out[0] }])
    if (kind === kinds.back) await giveBack(server, after.loanId, quantity)
    const lent = of.lent + (kind === kinds.lend ? quantity : kind === kinds.back ? -quantity : 0)
    await setDerived(server, sample, [{ id: after.sampleId, onHand, lent }])
  }
})

const inspected = { done: 4, passed: [results.good[0], results.conceded[0]] }
/** A test that was measured against limits is good when its inspection is. */
export const followTests = followerOf(rdTest, async (context, tx, changes) => {
  const good = changes.flatMap(({ before, after }) =>
    after !== null && after.inspectionId !== null && after.verdict === verdicts.good && before?.verdict !== verdicts.good
      ? [after.inspectionId]
      : [],
  )
  if (good.length === 0) return
  const { rows } = await sql<{ no: string | null }>`select no from inspection where org_id = ${context.caller.orgId}
    and id = any(${good}::bigint[]) and not (state = ${inspected.done} and result = any(${inspected.passed}::int[])) limit 1`.execute(
    behind(tx),
  )
  const [bad] = rows
  if (bad !== undefined) throw refuse.rule(sentence`检验单 ${bad.no ?? ''} 还没有完成，或结论不合格，不能判合格`)
})

/** The sample is held: nobody else returns of this loan now. */
async function giveBack(server: Context, loanId: string | null, quantity: number): Promise<void> {
  const loan =
    loanId === null
      ? undefined
      : await server.db.selectFrom('sample_move').select(['quantity', 'returned']).where('id', '=', loanId).executeTakeFirst()
  if (loanId === null || loan === undefined) throw refuse.invalid([{ field: 'loanId', message: sentence`请选择还的是哪次借用` }])
  const returned = loan.returned + quantity
  if (returned > loan.quantity) throw refuse.rule(sentence`这次借用还有 ${loan.quantity - loan.returned} 未还，不能还 ${quantity}`)
  const state = returned === loan.quantity ? loanStates.back : loanStates.out
  await setDerived(server, sampleMove, [{ id: loanId, returned, loan: state[0] }])
}
