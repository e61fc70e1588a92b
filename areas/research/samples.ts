/** Samples: what is on hand and lent follows from moves, which are only added. */
import { codesOf } from '#platform/declare/codes.ts'
import type { RowOf } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, followerOf, setDerived } from '#platform/server/records.ts'
import { rdProject } from './project-tables.ts'
import { loanStates, moveKinds, sample, sampleMove } from './sample-tables.ts'

const states = codesOf(sample.fields.state.choices)
const kinds = codesOf(moveKinds)
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
  const projects = changes.flatMap(({ before, after }) =>
    before?.cost === after?.cost && before?.projectId === after?.projectId && counts(before) === counts(after)
      ? []
      : [before?.projectId, after?.projectId],
  )
  const ids = [...new Set(projects.filter(one => typeof one === 'string'))].toSorted()
  if (ids.length > 0) await sumCosts(server, ids)
})

async function sumCosts(server: Context, ids: readonly string[]): Promise<void> {
  await server.db.selectFrom('rd_project').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
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
