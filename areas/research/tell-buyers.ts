/** Whoever bought parts that a released change takes out reads what is done with what is on order. */
import { sql } from 'kysely'
import { givenAccounts, notice } from '#platform/declare/notice.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { notify } from '#platform/server/notices.ts'
import { behind } from '#areas/goods/index.ts'
import { effectKinds, handlings } from './change-tables.ts'

const changed = notice('research.partsChanged', ['工程变更影响在途采购', 'A change concerns what is on order'], {
  title: [
    '工程变更 {no} 已发布，{day} 起生效，您的采购：{what}',
    'Change order {no} is released and holds from {day}; of your orders: {what}',
  ],
  to: [givenAccounts],
})
/** what one notice names */
const namesMax = 5
const wordOf = new Map<number, readonly [zh: string, en: string]>(Object.values(handlings).map(([code, zh, en]) => [code, [zh, en]]))

interface Bought {
  readonly buyerId: string
  readonly sku: string
  readonly orderNo: string
  readonly quantity: string
  readonly handling: number
}

export async function tellBuyers(server: Context, tx: Tx, order: { readonly id: string; readonly no: string; readonly day: string }) {
  const { rows } = await sql<Bought>`select o.buyer_id::text as "buyerId", p.sku, o.no as "orderNo",
      trim_scale(e.quantity)::text as quantity, e.handling
    from change_effect e join purchase_order o on o.org_id = e.org_id and o.no = e.document_no join product p on p.id = e.part_id
    where e.order_id = ${order.id} and e.kind = ${effectKinds.bought[0]} and e.handling <> ${handlings.none[0]}
    order by o.no, p.sku`.execute(behind(tx))
  const byBuyer = Map.groupBy(rows, row => row.buyerId)
  const accounts = await server.house.rights.accountsOfEmployees(server.caller.orgId, [...byBuyer.keys()], tx)
  for (const [buyerId, lines] of byBuyer) {
    const to = accounts.get(buyerId) ?? []
    if (to.length === 0) continue
    const named = lines.slice(0, namesMax)
    const what = [
      named.map(one => `${one.orderNo} ${one.sku} ${one.quantity} 件${wordOf.get(one.handling)?.[0] ?? ''}`).join('、'),
      named.map(one => `${one.orderNo} ${one.sku}: ${one.quantity} pcs, ${wordOf.get(one.handling)?.[1] ?? ''}`).join('; '),
    ] as const
    await notify(server, tx, changed, {
      accounts: to,
      values: { no: order.no, day: order.day, what },
      once: `${order.id} ${buyerId}`,
      target: { list: 'changeOrder', id: order.id },
    })
  }
}
