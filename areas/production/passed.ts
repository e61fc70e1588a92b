/** What stands between work and stock: inspections in process, and tasks by which materials are brought. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { compare, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { within, inServersName } from '#platform/server/database.ts'
import { oneRecord } from '#platform/server/records.ts'
import { behind, lockDocument, makePick, refuseByHand, type Picking } from '#areas/goods/index.ts'
import { inspectMade, isInspected } from '#areas/quality/index.ts'
import { reasonOf, type At } from './at.ts'
import { docType } from './orders.ts'
import { productionOrder } from './order-tables.ts'

/** 过程检验: of each report of good units a lot, where a plan of the stage holds. */
export async function inspectReport({ inside, tx, row, id }: At, reportId: string, quantity: string): Promise<void> {
  const productId = asText(row['productId'])
  if (compare(quantity, '0') <= 0 || !(await isInspected(inside, tx, 'process', productId))) return
  const warehouseId = asText(row['warehouseId'])
  const source = { type: docType, id, no: asText(row['no']), line: reportLine(reportId) }
  await inspectMade(inside, tx, { stage: 'process', productId, warehouseId, quantity, batchId: null, fromId: null, source })
}
export const reportLine = (reportId: string): string => `work_report:${reportId}`

/** What waits for an inspection in process, or did not pass it, is not received. */
export async function refuseUnpassed(tx: Tx, id: string, whole: string): Promise<void> {
  const { rows } = await sql<{ good: string; held: string; no: string | null }>`select
      (select trim_scale(coalesce(sum(good + reworked), 0))::text from work_report where order_id = ${id} and not voided) as good,
      trim_scale(coalesce(sum(i.lot_qty - case when i.state = 4 then i.accepted_qty + i.conceded_qty else 0 end), 0))::text as held,
      min(i.no) filter (where i.state <> 4) as no
    from inspection i join work_report w on i.source_line like 'work_report:' || w.id || ':%' and not w.voided
    where i.source_type = ${docType} and i.source_id = ${id} and w.order_id = ${id} and i.state not in (8, 9)`.execute(behind(tx))
  const { good = '0', held = '0', no = null } = rows[0] ?? {}
  const most = subtract(good, held)
  if (compare(whole, most) <= 0) return
  throw no === null
    ? refuse.rule(sentence`过程检验合格 ${most}，合计不能入库 ${whole}`)
    : refuse.rule(sentence`过程检验 ${no} 还没有结论，目前可入库合计 ${most}`)
}

interface Over {
  readonly orderId: string
  readonly no: string
  readonly line: string
  readonly productId: string
  readonly warehouseId: string
  readonly quantity: string
}
/** A report whose inspection is void, or was taken back, is inspected anew. */
export const inspectAnew: Follower = async (context, tx, changes) => {
  const over: readonly unknown[] = [8, 9]
  const ids = changes.flatMap(({ id, before, after }) =>
    before !== null && over.includes(after?.['state']) && !over.includes(before['state']) ? [id] : [],
  )
  if (ids.length === 0 || !context.house.registry.resources.has(productionOrder.table)) return
  const { rows } = await sql<Over>`select i.source_id as "orderId", i.source_no as no, 'work_report:' || w.id as line,
      i.product_id::text as "productId", i.warehouse_id::text as "warehouseId", trim_scale(i.lot_qty)::text as quantity
    from inspection i join work_report w on w.order_id = i.source_id::bigint and not w.voided
      and starts_with(i.source_line, 'work_report:' || w.id || ':')
    where i.id = any(${ids}::bigint[]) and i.source_type = ${docType} order by i.id`.execute(behind(tx))
  for (const { orderId, no, line, ...of } of rows)
    await inspectMade(context, tx, {
      stage: 'process',
      ...of,
      batchId: null,
      fromId: null,
      source: { type: docType, id: orderId, no, line },
    })
}

/** Somebody is told to bring what the order holds into its leaf. */
export async function takeTask({ inside, tx, row, id }: At, leaf: string): Promise<void> {
  await refuseByHand(tx, docType, id)
  const { rows } = await sql`select 1 from goods_hold where doc_type = ${docType} and doc_id = ${id} and state = 1 limit 1`.execute(
    behind(tx),
  )
  if (rows.length === 0) throw refuse.rule(sentence`没有已占用的物料可领，请先“配料”`)
  const source = { docType, docId: id, docNo: asText(row['no']), warehouseId: asText(row['warehouseId']) }
  await makePick(inside, tx, source, leaf, { dueOn: asText(row['startOn']) })
}

/** What a task brings is issued by the order; who does tasks need not see it. */
export const picked =
  (follow: (at: At) => Promise<void>, running: readonly unknown[]) =>
  async (context: Context, tx: Tx, id: string): Promise<Picking> => {
    await lockDocument(tx, productionOrder, id)
    const inside = within(context, tx)
    const server = await inServersName(context, tx, 'materials that a task brings')
    const row = await oneRecord(server, productionOrder, id)
    if (!running.includes(row['state'])) throw refuse.rule(sentence`生产单还没有确认，或已经关闭`)
    return { reason: reasonOf(row), after: () => follow({ inside, server, tx, row, id }) }
  }
