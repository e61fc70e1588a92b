/** Inspections of what is made: in process (what was reported), and finished (what was received), where a plan holds on the day. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind } from '#areas/goods/index.ts'
import { inspection } from './inspection-tables.ts'
import { plansFor } from './plans.ts'
import { samplings } from './plan-tables.ts'
import { stages } from './words.ts'

export interface MadeLot {
  readonly stage: 'process' | 'finished'
  readonly productId: string
  readonly warehouseId: string
  readonly quantity: string
  readonly batchId: string | null
  /** of finished goods: the area of inspection that they lie in */
  readonly fromId: string | null
  readonly source: { readonly type: string; readonly id: string; readonly no: string; readonly line: string }
}

/** Whether a plan asks for an inspection of what is made of a product today. */
export async function isInspected(context: Context, tx: Tx, stage: MadeLot['stage'], productId: string): Promise<boolean> {
  const lot = { no: 0, productId, supplierId: null, day: todayOf(context), stage: stages[stage][0] }
  const plan = (await plansFor(tx, context.caller.orgId, [lot])).get(0)
  return (plan?.sampling ?? samplings.exempt[0]) !== samplings.exempt[0]
}

export async function inspectMade(context: Context, tx: Tx, lot: MadeLot): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from inspection where org_id = ${context.caller.orgId}
    and source_type = ${lot.source.type} and source_id = ${lot.source.id} and starts_with(source_line, ${`${lot.source.line}:`})`.execute(
    behind(tx),
  )
  await createEach(await inServersName(context, tx, 'inspections of what is made'), inspection, [
    {
      businessOn: todayOf(context),
      stage: stages[lot.stage][0],
      productId: lot.productId,
      warehouseId: lot.warehouseId,
      lotQty: lot.quantity,
      batchId: lot.batchId,
      fromId: lot.fromId,
      sourceType: lot.source.type,
      sourceId: lot.source.id,
      sourceNo: lot.source.no,
      sourceLine: `${lot.source.line}:${(rows[0]?.n ?? 0) + 1}`,
    },
  ])
}

/** What was made is not there any more: its inspection is void; one that is done is taken back first. */
export async function forgetMade(context: Context, tx: Tx, { type, id, line }: MadeLot['source']): Promise<void> {
  const { rows } = await sql<{ id: string; no: string; state: number }>`select id::text as id, no, state from inspection
    where org_id = ${context.caller.orgId} and source_type = ${type} and source_id = ${id} and starts_with(source_line, ${`${line}:`})
      and state not in (8, 9) order by id`.execute(behind(tx))
  const done = rows.find(one => one.state === 4)
  if (done !== undefined) throw refuse.rule(sentence`货物已检验（${done.no}），请先冲销检验单`)
  if (rows.length === 0) return
  const server = await inServersName(context, tx, 'inspections of what is not there any more')
  await takeSteps(server, inspection, { ids: rows.map(one => ({ id: one.id })), pick: { step: 'gone' }, input: {}, byProgram: true })
}
