/**
 * 出货检验: what a plan of this stage is for is inspected once it is picked, and leaves when that has accepted or conceded it. The plan is
 * that of the day of picking. An inspection that is void or taken back while the goods wait is followed by another. Documents that goods
 * leave by: 出库单 and 发货单.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind, outboundStates } from '#areas/goods/index.ts'
import { inspection } from './inspection-tables.ts'
import { results } from './judge.ts'
import { plansFor } from './plans.ts'
import { samplings } from './plan-tables.ts'
import { stages } from './words.ts'

const documents = {
  goods_out: { lines: 'goods_out_line', by: 'out_id', warehouse: 'warehouse_id' },
  shipping_order: { lines: 'shipping_order_line', by: 'order_id', warehouse: 'from_warehouse_id' },
} as const
type Leaving = keyof typeof documents
const { picked, shipped, voided } = outboundStates
const live = [1, 2, 3, 4, 5]

interface Line {
  readonly id: string
  readonly no: string
  readonly warehouseId: string
  readonly productId: string
  readonly quantity: string
  /** of its inspections, those that are over among them */
  readonly made: number
}

/** Inspections of what documents hold, each product once, where a plan holds today and none is under way. */
async function inspect(context: Context, tx: Tx, docType: Leaving, ids: readonly string[]): Promise<void> {
  const { lines, by, warehouse } = documents[docType]
  const { rows } =
    await sql<Line>`select d.id::text as id, d.no, ${sql.ref(`d.${warehouse}`)}::text as "warehouseId", l.product_id::text as "productId",
      trim_scale(sum(l.held))::text as quantity, (select count(*)::int from inspection x where x.source_type = ${docType}
        and x.source_id = d.id::text and x.product_id = l.product_id) as made
    from ${sql.table(docType)} d join ${sql.table(lines)} l on ${sql.ref(`l.${by}`)} = d.id
    where d.id = any(${[...ids]}::bigint[]) and d.state = ${picked[0]} and not exists (select from inspection x
      where x.source_type = ${docType} and x.source_id = d.id::text and x.product_id = l.product_id and x.state = any(${live}::int[]))
    group by d.id, l.product_id having sum(l.held) > 0 order by d.id, l.product_id`.execute(behind(tx))
  const day = todayOf(context)
  const lots = rows.map(({ productId }, no) => ({ no, productId, supplierId: null, day, stage: stages.outgoing[0] }))
  const plans = await plansFor(tx, context.caller.orgId, lots)
  const fresh = rows.filter((_, no) => (plans.get(no)?.sampling ?? samplings.exempt[0]) !== samplings.exempt[0])
  if (fresh.length === 0) return
  await createEach(
    await inServersName(context, tx, 'inspections of goods that leave'),
    inspection,
    fresh.map(({ id, no, warehouseId, productId, quantity, made }) => ({
      businessOn: day,
      stage: stages.outgoing[0],
      productId,
      warehouseId,
      lotQty: quantity,
      sourceType: docType,
      sourceId: id,
      sourceNo: no,
      sourceLine: `${docType}:${id}:${productId}:${made + 1}`,
    })),
  )
}

export const followOutgoing =
  (docType: Leaving): Follower =>
  async (context, tx, changes) => {
    const into = ([state]: readonly [number, ...unknown[]]): string[] =>
      changes.flatMap(({ id, before, after }) => (before !== null && before['state'] !== state && after?.['state'] === state ? [id] : []))
    const [now, gone, cancelled] = [into(picked), into(shipped), into(voided)]
    if (gone.length > 0) await refuseHeld(tx, docType, gone)
    if (now.length > 0) await inspect(context, tx, docType, now)
    if (cancelled.length > 0) await forget(context, tx, docType, cancelled)
  }

/** What is inspected has to be let go. */
async function refuseHeld(tx: Tx, docType: Leaving, ids: readonly string[]): Promise<void> {
  const letGo = [results.good[0], results.conceded[0]]
  const { rows } = await sql<{ sku: string; no: string }>`select p.sku, i.no from inspection i join product p on p.id = i.product_id
    where i.source_type = ${docType} and i.source_id = any(${[...ids]}::text[]) and i.state = any(${live}::int[])
      and not (i.state = 4 and i.result = any(${letGo}::int[])) order by i.id limit 1`.execute(behind(tx))
  const [held] = rows
  if (held !== undefined) throw refuse.rule(sentence`${held.sku} 有出货检验方案，检验合格后才能发运（${held.no}）`)
}

/** Of a document that is cancelled nothing is inspected any more. */
async function forget(context: Context, tx: Tx, docType: Leaving, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text as id from inspection where source_type = ${docType}
    and source_id = any(${[...ids]}::text[]) and state in (1, 2, 3) order by id`.execute(behind(tx))
  if (rows.length === 0) return
  const server = await inServersName(context, tx, 'inspections of goods that do not leave')
  await takeSteps(server, inspection, { ids: rows, pick: { step: 'gone' }, input: {}, byProgram: true })
}

/** Goods that wait to leave are inspected anew where an inspection of them is void, or was taken back. */
export const followTakenBack = followerOf(inspection, async (context, tx, changes) => {
  const over: readonly unknown[] = [8, 9]
  const ids = changes.flatMap(({ id, before, after }) =>
    before !== null && over.includes(after?.state) && !over.includes(before.state) ? [id] : [],
  )
  if (ids.length === 0) return
  const { rows } = await sql<{ type: Leaving; id: string }>`select distinct source_type as type, source_id as id from inspection
    where id = any(${ids}::bigint[]) and source_type = any(${Object.keys(documents)}::text[]) order by 1, 2`.execute(behind(tx))
  for (const [type, some] of Map.groupBy(rows, one => one.type))
    await inspect(
      context,
      tx,
      type,
      some.map(one => one.id),
    )
})
