/** 返工单: units that were rejected are taken out of the defective area, mended, and received anew; the nonconformity follows its order. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Row } from '#platform/declare/wire.ts'
import { act, refuse, type Context, type RecordChange, type Route, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { addRecord, oneRecord, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { areaOf, behind, lockDocument } from '#areas/goods/index.ts'
import { refuseWithout } from '#areas/logistics/index.ts'
import { nonconformity, ways } from '#areas/quality/index.ts'
import { orderKinds, orderStates, productionOrder } from './order-tables.ts'

const decided = nonconformity.fields.state.choices.decided[0]
/** What a rework order holds: what it was made for, else anything of the product in the defective area. */
export async function rejectedAt(context: Context, tx: Tx, row: Row) {
  const locationId = await areaOf(context, tx, asText(row['warehouseId']), 'defective')
  const { rows } = await sql<{ labelId: string | null }>`select label_id::text as "labelId" from nonconformity
    where doc_type = ${productionOrder.table} and doc_id = ${row.id}`.execute(behind(tx))
  return { locationId, labelId: rows[0]?.labelId ?? null, scrap: true }
}

const reworkOf = (context: Context, given: unknown): Promise<{ page: { list: string; id: string } }> =>
  context.write(async (tx, inside) => {
    refuseWithout(inside, productionOrder)
    const { id } = await oneRecord(inside, nonconformity, given)
    await lockDocument(tx, nonconformity, id)
    const row = await oneRecord(inside, nonconformity, id)
    if (row['state'] !== decided || row['docNo'] !== null)
      throw refuse.rule(sentence`不合格处理 ${asText(row['no'])} 已有处理单据，或不在已决定状态`)
    if (row['batchId'] !== null) throw refuse.rule(sentence`按批次管控的商品不建返工单，请点“执行”送回待检区，返工后再检验`)
    const today = todayOf(inside)
    const due = asText(row['dueOn'] ?? '')
    const made = await addRecord(inside, productionOrder, {
      businessOn: today,
      kind: orderKinds.rework[0],
      productId: row['productId'],
      quantity: row['quantity'],
      startOn: today,
      dueOn: due < today ? today : due,
      warehouseId: row['warehouseId'],
      remark: asText(row['no']),
    })
    const server = await inServersName(inside, tx, 'a rework order of a nonconformity')
    const { no } = await oneRecord(server, productionOrder, made.id)
    await setDerived(server, nonconformity, [{ id, docType: productionOrder.table, docId: made.id, docNo: asText(no) }])
    return { page: { list: productionOrder.type ?? '', id: made.id } }
  })

export const reworkRoute: Route = act(
  nonconformity,
  {
    name: 'rework',
    title: ['生成返工单', 'Make a rework order'],
    over: 'row',
    operation: operations.edit,
    when: { state: [decided], way: [ways.rework[0]] },
    reason: ['决定返工、还没有处理单据的', 'Of what is to be reworked and has no document yet'],
    result: 'page',
  },
  (context, { input }) => reworkOf(context, input['id']),
)

const ofNonconformity = ['productId', 'quantity', 'warehouseId'] as const
/** An order that a nonconformity names takes what was rejected, all of it: that is done when it begins. */
export async function refuseOther(tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const ids = changes.flatMap(({ id, before, after }) =>
    before !== null && after !== null && ofNonconformity.some(name => asText(before[name]) !== asText(after[name])) ? [id] : [],
  )
  if (ids.length === 0) return
  const { rows } = await sql<{ no: string }>`select no from nonconformity where doc_type = ${productionOrder.table} and doc_id = any(${ids})
    limit 1`.execute(behind(tx))
  if (rows[0] !== undefined) throw refuse.rule(sentence`返工单由不合格处理 ${rows[0].no} 生成，商品、数量和仓库不能修改`)
}

const { working, part, made, closed, voided } = orderStates
/** Its units were taken: it is carried out. Its order is void or deleted: it waits to be decided again. */
export async function followRework(server: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  for (const { id, before, after } of changes) {
    if ((after ?? before)?.['kind'] !== orderKinds.rework[0] || before === null || before['state'] === after?.['state']) continue
    const isTaken = [working[0], part[0], made[0], closed[0]].some(state => state === after?.['state'])
    if (!isTaken && after !== null && after['state'] !== voided[0]) continue
    const { rows } = await sql<{ id: string }>`select id::text as id from nonconformity
      where doc_type = ${productionOrder.table} and doc_id = ${id} and state = ${decided}`.execute(behind(tx))
    if (rows.length > 0)
      await takeSteps(server, nonconformity, { ids: rows, pick: { step: isTaken ? 'carried' : 'again' }, input: {}, byProgram: true })
  }
}
