/** What must hold of a ship plan before it is asked for, and what it means for the stock plan of the shop's sales. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type RowLock, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach, removeRecords, setDerived, followerOf } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { saleStockPlan } from '#areas/sales/index.ts'
import { planStates as states, shipPlan } from './plan-tables.ts'
import { isMarketplace } from './words.ts'

export const keepPlans = followerOf(shipPlan, async (context, tx, changes) => {
  for (const { id, before, after } of changes)
    if (after?.state === states.asked[0] && before?.state !== after.state) await refuseIncomplete(tx, id, after)
  const of = changes.flatMap(({ before, after }) => [before, after]).flatMap(row => (row === null ? [] : [keyOf(row)]))
  await feedStockPlan(
    context,
    tx,
    of.filter(one => one.shopId !== null && one.deptId !== null),
  )
})

interface Key {
  readonly month: string
  readonly shopId: string | null
  readonly deptId: string | null
}
const idOf = (value: unknown): string | null => (value === null || value === undefined ? null : asText(value))
const keyOf = (row: Row): Key => ({
  month: `${asText(row['month']).slice(0, 7)}-01`,
  shopId: idOf(row['shopId']),
  deptId: idOf(row['deptId']),
})

interface Line {
  readonly no: number
  readonly sku: string
  readonly target: number
  readonly labelShop: string | null
  readonly hasLabel: boolean
  readonly from: string
  readonly to: string | null
  readonly whole: boolean
}

async function refuseIncomplete(tx: Tx, id: string, row: Row): Promise<void> {
  const { rows } =
    await sql<Line>`select l.line_no as no, p.sku, l.target, m.shop_id::text as "labelShop", l.label_id is not null as "hasLabel",
      l.from_warehouse_id::text as "from", l.to_warehouse_id::text as "to", l.quantity = trunc(l.quantity) as whole
    from ship_plan_line l join product p on p.id = l.product_id left join sku_map m on m.id = l.label_id
    where l.plan_id = ${id} order by l.line_no`.execute(behind(tx))
  if (rows.length === 0) throw refuse.rule(sentence`发货计划还没有明细，请先填写`)
  const shopId = idOf(row['shopId'])
  for (const one of rows) {
    if (!one.whole) throw refuse.rule(sentence`第 ${one.no} 行 ${one.sku} 的数量应为整数`)
    if (isMarketplace(one.target)) {
      if (shopId === null) throw refuse.invalid([{ field: 'shopId', message: sentence`发往 FBA、WFS 的计划请选择店铺` }])
      if (!one.hasLabel) throw refuse.rule(sentence`第 ${one.no} 行 ${one.sku} 发往平台仓，请选择标签（MSKU）`)
    } else if (one.to === null) throw refuse.rule(sentence`第 ${one.no} 行 ${one.sku} 请选择目的仓库`)
    else if (one.to === one.from) throw refuse.rule(sentence`第 ${one.no} 行 ${one.sku} 的目的仓库不能与发货仓库相同`)
    if (one.hasLabel && shopId !== null && one.labelShop !== shopId)
      throw refuse.rule(sentence`第 ${one.no} 行 ${one.sku} 的标签不是这个店铺的，请重新选择`)
  }
}

/** Rows of the stock plan that ship plans make: what was approved of a label for a month, and what of it was delivered. */
export async function feedStockPlan(context: Context, tx: Tx, keys: readonly Key[]): Promise<void> {
  const asked = [...new Map(keys.map(key => [JSON.stringify(key), key])).values()]
  if (asked.length === 0) return
  const { orgId } = context.caller
  // two who change plans of one shop do it one after the other
  const shops = [...new Set(asked.map(one => one.shopId))]
  await sql`select 1 from shop where id = any(${shops}::bigint[]) order by id for no key update`.execute(behind(tx))
  const inForce = [states.open[0], states.part[0], states.done[0], states.closed[0]]
  const ended = [states.done[0], states.closed[0]]
  const { rows } = await sql<Fed>`with k as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as k(month date, "shopId" bigint, "deptId" bigint)),
    n as (select k.month, k."shopId" as shop_id, k."deptId" as dept_id, m.seller_sku as sku,
        sum(l.quantity - l.closed_qty)::bigint as approved,
        greatest(0, sum(l.quantity - l.closed_qty - l.delivered - lost.units))::bigint as left,
        bool_and(p.state = any(${ended}::int[])) as ended
      from k join ship_plan p on p.org_id = ${orgId} and p.shop_id = k."shopId" and p.month = k.month and p.dept_id = k."deptId"
        and p.state = any(${inForce}::int[])
      join ship_plan_line l on l.plan_id = p.id join sku_map m on m.id = l.label_id and m.shop_id = p.shop_id
      cross join lateral (select coalesce(sum(o.lost), 0) as units from shipping_order_line o where o.plan_line_id = l.id) lost
      group by 1, 2, 3, 4)
    select s.id::text as id, coalesce(n.month, s.month)::text as month, coalesce(n.shop_id, s.shop_id)::text as "shopId",
      coalesce(n.dept_id, s.dept_id)::text as "deptId", coalesce(n.sku, s.sku) as sku, n.approved::text as approved, n.left::text as left,
      coalesce(n.ended, false) as ended
    from n full join (select s.* from sale_stock_plan s join k on s.month = k.month and s.shop_id = k."shopId" and s.dept_id = k."deptId"
        where s.org_id = ${orgId} and (s.from_plan or exists (select from n where n.sku = s.sku and n.month = s.month
          and n.shop_id = s.shop_id and n.dept_id = s.dept_id))) s
      on (s.month, s.shop_id, s.dept_id, s.sku) = (n.month, n.shop_id, n.dept_id, n.sku)`.execute(behind(tx))
  const server = await inServersName(context, tx, 'what was approved to be shipped is the stock plan of the shop')
  const valuesOf = ({ approved, left, ended: isDone }: Fed) => ({
    approvalQty: Number(approved ?? '0'),
    surplusQty: Number(left ?? '0'),
    status: isDone ? 1 : 0,
    fromPlan: true,
  })
  const there = rows.filter(one => one.id !== null && one.approved !== null)
  await createEach(
    server,
    saleStockPlan,
    rows
      .filter(one => one.id === null)
      .map(one => ({ month: one.month, shopId: one.shopId, deptId: one.deptId, sku: one.sku, ...valuesOf(one) })),
  )
  await setDerived(
    server,
    saleStockPlan,
    there.map(one => ({ id: one.id ?? '', ...valuesOf(one) })),
  )
  const gone = rows.flatMap(one => (one.id !== null && one.approved === null ? [one.id] : []))
  await setDerived(
    server,
    saleStockPlan,
    gone.map(id => ({ id, fromPlan: false })),
  )
  if (gone.length > 0) await removeRecords(server, saleStockPlan, gone, { undoable: false })
}
interface Fed {
  readonly id: string | null
  readonly month: string
  readonly shopId: string
  readonly deptId: string
  readonly sku: string
  readonly approved: string | null
  readonly left: string | null
  readonly ended: boolean
}

/** The stock plan of these plans, after goods of them were delivered. */
export async function refeed(context: Context, tx: Tx, planIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Key>`select distinct month::text as month, shop_id::text as "shopId", dept_id::text as "deptId" from ship_plan
    where id = any(${[...planIds]}::bigint[]) and shop_id is not null and dept_id is not null`.execute(behind(tx))
  await feedStockPlan(context, tx, rows)
}

/** What plans say of a month is not typed over. */
export const lockFed: RowLock = async () => [
  {
    where: sql<boolean>`sale_stock_plan.from_plan`,
    reason: sentence`这一行来自发货计划，请在发货计划里修改`,
    onlyAsItWas: true,
  },
]
