/** Change orders: what is looked at, what must be decided, and the release into bills of material, all or nothing. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import type { RowOf } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach, followerOf, removeRecords, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind } from '#areas/goods/index.ts'
import { applyBomChange, bomActions, bomInForce, changedParts } from '#areas/production/index.ts'
import { orderCodes, workOrder } from '#areas/work-orders/index.ts'
import { factsChanged } from './figures.ts'
import { tellBuyers } from './tell-buyers.ts'
import { changeEffect, changeOrder, changeOrderLine, changeStates, effectKinds } from './change-tables.ts'

type Order = RowOf<typeof changeOrder>
const states = codesOf(changeStates)
const actions = codesOf(bomActions)
/** lines of effects of one order */
const effectsMax = 1_000

interface Line {
  readonly id: string
  readonly action: number
  readonly productId: string
  readonly partId: string
  readonly newPartId: string | null
  readonly per: string | null
  readonly scrap: string | null
  readonly assessedId: string | null
  readonly sku: string
  readonly part: string
  readonly newPart: string | null
}
const linesOf = async (tx: Tx, orderId: string): Promise<readonly Line[]> =>
  (
    await sql<Line>`select l.id::text as id, l.action, l.product_id::text as "productId", l.part_id::text as "partId",
        l.new_part_id::text as "newPartId", l.per::text as per, l.scrap::text as scrap, l.assessed_id::text as "assessedId",
        p.sku, q.sku as part, r.sku as "newPart"
      from change_order_line l join product p on p.id = l.product_id join product q on q.id = l.part_id
        left join product r on r.id = l.new_part_id
      where l.order_id = ${orderId} order by l.line_no`.execute(behind(tx))
  ).rows

export const followChangeOrders = followerOf(changeOrder, async (context, tx, changes) => {
  const server = await inServersName(context, tx, 'what a change order means and does')
  for (const { id, before, after } of changes) {
    if (after === null || before === null || before.state === after.state) continue
    if (after.state === states.assessing && before.state === states.draft) await assess(server, tx, id, after)
    if (after.state !== states.released) continue
    await release(server, tx, id, after)
    const derived = { released: 1, projectKey: after.projectId ?? '0' }
    await setDerived(server, changeOrder, [{ id, ...derived }])
    await tellBuyers(server, tx, { id, no: after.no ?? '', day: after.effectiveOn })
    await factsChanged(changeOrder.table)(context, tx, [{ id, before, after: { ...after, ...derived } }])
  }
})

/** Each line fits the bill that holds on the day; what lies and is on order of the parts that go out is listed. */
async function assess(server: Context, tx: Tx, id: string, { effectiveOn }: Order): Promise<void> {
  const lines = await linesOf(tx, id)
  if (lines.length === 0) throw refuse.rule(sentence`变更单还没有明细，请先填写`)
  const assessed: { id: string; assessedId: string }[] = []
  for (const [productId, of] of Map.groupBy(lines, one => one.productId)) {
    refuseMixed(of)
    const now = await bomInForce(tx, server.caller.orgId, productId, effectiveOn)
    if (now === null) throw refuse.rule(sentence`${of[0]?.sku ?? ''} 在 ${effectiveOn} 没有已发布的物料清单，不能变更`)
    if (now.latest >= effectiveOn) throw refuse.rule(sentence`${now.sku} 已有从 ${now.latest} 起生效的版本，请改成更晚的生效日期`)
    const { rows } = await sql<{ partId: string; per: string; scrap: string }>`select part_id::text as "partId", per::text as per,
      scrap::text as scrap from bom_line where bom_id = ${now.id}`.execute(behind(tx))
    const names = new Map(of.flatMap(one => [[one.partId, one.part] as const, [one.newPartId ?? '', one.newPart ?? ''] as const]))
    changedParts(rows, of, part => names.get(part) ?? '')
    assessed.push(...of.map(one => ({ id: one.id, assessedId: now.id })))
  }
  await setDerived(server, changeOrderLine, assessed)
  await listEffects(server, tx, id)
}

function refuseMixed(lines: readonly Line[]): void {
  for (const { action, newPartId, per, part, partId } of lines) {
    const others = lines.filter(one => one.partId === partId || one.newPartId === partId)
    if (others.length > 1) throw refuse.rule(sentence`${part} 在同一个成品里有几条变更，请合并成一条`)
    if (per !== null && Number(per) === 0)
      throw refuse.invalid([{ field: 'per', message: sentence`${part} 的用量应大于 0；不再用请选“取消”` }])
    if (action === actions.replace && newPartId === null)
      throw refuse.invalid([{ field: 'newPartId', message: sentence`替换 ${part} 请填写换成什么` }])
    if (action !== actions.replace && newPartId !== null)
      throw refuse.invalid([{ field: 'newPartId', message: sentence`只有替换才填写换成什么，请清空 ${part} 的“换成”` }])
    if ((action === actions.add || action === actions.requantify) && per === null)
      throw refuse.invalid([{ field: 'per', message: sentence`${part} 请填写用量` }])
  }
}

async function listEffects(server: Context, tx: Tx, orderId: string): Promise<void> {
  const { rows: there } = await sql<{ id: string }>`select id::text as id from change_effect where order_id = ${orderId}`.execute(
    behind(tx),
  )
  if (there.length > 0)
    await removeRecords(
      server,
      changeEffect,
      there.map(one => one.id),
    )
  const { rows } = await sql<{ partId: string; kind: number; documentNo: string; quantity: string }>`
    with part as (select distinct part_id from change_order_line where order_id = ${orderId} and action <> ${actions.add})
    select part_id::text as "partId", kind, document_no as "documentNo", quantity::text as quantity from (
      select c.product_id as part_id, ${effectKinds.stock[0]}::int as kind, w.name as document_no, sum(c.quantity) as quantity
        from goods_cell c join goods_location l on l.id = c.location_id join warehouse w on w.id = c.warehouse_id
        where c.org_id = ${server.caller.orgId} and c.product_id in (select part_id from part) and c.quantity > 0
        group by c.product_id, w.id
      union all
      select x.product_id, ${effectKinds.bought[0]}, o.no, sum(x.quantity - x.received - x.closed_qty)
        from purchase_order_line x join purchase_order o on o.id = x.order_id
        where x.product_id in (select part_id from part) and o.org_id = ${server.caller.orgId} and o.state in (1, 2, 3)
          and x.quantity > x.received + x.closed_qty
        group by x.product_id, o.id
      union all
      select m.part_id, ${effectKinds.made[0]}, o.no, sum(m.need - m.used)
        from production_material m join production_order o on o.id = m.order_id
        where m.part_id in (select part_id from part) and o.org_id = ${server.caller.orgId} and o.state in (1, 2, 3, 4) and m.need > m.used
        group by m.part_id, o.id
    ) e order by part_id, kind, document_no limit ${effectsMax + 1}`.execute(behind(tx))
  if (rows.length > effectsMax) throw refuse.rule(sentence`影响超过 ${effectsMax} 条，请把变更分成几张单`)
  await createEach(
    server,
    changeEffect,
    rows.map(row => ({ orderId, ...row })),
  )
  await count(server, tx, [orderId])
}

async function count(server: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; openEffects: number }>`select o.id::text as id,
      (select count(*) from change_effect e where e.order_id = o.id and e.handling is null)::int as "openEffects"
    from change_order o where o.id = any(${ids}::bigint[]) order by o.id for no key update`.execute(behind(tx))
  await setDerived(server, changeOrder, rows)
}

/** Effects are decided while the order is assessed, and only then. */
export const followEffects = followerOf(changeEffect, async (context, tx, changes) => {
  const decided = changes.filter(({ before, after }) => before !== null && after !== null && before.handling !== after.handling)
  if (decided.length === 0) return
  const ids = [...new Set(decided.map(({ after }) => after?.orderId ?? ''))]
  // whoever submits waits
  const { rows } = await sql<{ no: string; state: number }>`select no, state from change_order where id = any(${ids}::bigint[])
    order by id for no key update`.execute(behind(tx))
  const past = rows.find(row => row.state !== states.assessing)
  if (past !== undefined) throw refuse.rule(sentence`变更单 ${past.no} 不在评估中，影响不能再改`)
  await count(await inServersName(context, tx, 'open effects of a change order'), tx, ids)
})

async function release(server: Context, tx: Tx, id: string, { no, effectiveOn, workOrderId }: Order): Promise<void> {
  const today = todayOf(server)
  if (effectiveOn < today) throw refuse.rule(sentence`生效日期 ${effectiveOn} 已过，请退回修改生效日期后重新评估`)
  const lines = await linesOf(tx, id)
  for (const [productId, of] of Map.groupBy(lines, one => one.productId)) {
    const madeId = await applyBomChange(server, tx, {
      productId,
      assessed: of[0]?.assessedId ?? '',
      changes: of,
      effectiveOn,
      by: no ?? '',
    })
    await setDerived(
      server,
      changeOrderLine,
      of.map(one => ({ id: one.id, madeId })),
    )
  }
  if (workOrderId === null) return
  const order = await server.db.selectFrom('work_order').select('state').where('id', '=', workOrderId).executeTakeFirst()
  if (order === undefined || order.state > orderCodes.waiting) return
  if (order.state < orderCodes.accepted || order.state === orderCodes.waiting)
    throw refuse.rule(sentence`设计变更工单还没有受理，或在等待补充；处理后再发布`)
  const take = (step: string, input: Values) =>
    takeSteps(server, workOrder, { ids: [{ id: workOrderId }], pick: { step }, input, byProgram: true })
  if (order.state === orderCodes.accepted) await take('start', {})
  await take('solve', { solution: `工程变更 ${no ?? ''} 已发布，${effectiveOn} 起生效`, changeOrderNo: no })
}

const ended: readonly number[] = [orderCodes.solved, orderCodes.finished]
/** A design change is not ended by hand while its change order is open. */
export const followWorkOrders = followerOf(workOrder, async (_context, tx, changes) => {
  const ids = changes.flatMap(({ id, before, after }) =>
    after !== null && before !== null && before.state !== after.state && ended.includes(Number(after.state)) ? [id] : [],
  )
  if (ids.length === 0) return
  const { rows } = await sql<{ no: string }>`select no from change_order where work_order_id = any(${ids}::bigint[])
    and state < ${states.released} limit 1`.execute(behind(tx))
  if (rows[0] !== undefined) throw refuse.rule(sentence`工程变更 ${rows[0].no} 还没有发布，发布后工单自动提交解决`)
})
