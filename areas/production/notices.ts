/** What people are told of orders: parts that lack, a day that is past, less made than planned; and what a close asks of them. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { namedBy, notice } from '#platform/declare/notice.ts'
import type { Row } from '#platform/declare/wire.ts'
import { compare } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { CloseItem, Context, Timed, Tx } from '#platform/server/area.ts'
import { reminder } from '#platform/server/jobs.ts'
import { notify } from '#platform/server/notices.ts'
import { orderStates, productionOrder } from './order-tables.ts'

const states = codesOf(orderStates)
const lack = notice('production.lack', ['生产缺料', 'Parts lack'], {
  title: ['生产单 {label} 缺料，到货后请点“配料”', 'Parts of the production order {label} lack: allocate when they come'],
  titleOfMany: ['{n} 张生产单缺料', 'Parts of {n} production orders lack'],
  to: [namedBy('ownerId')],
})
const less = notice('production.less', ['产出低于计划', 'Less made than planned'], {
  title: ['生产单 {label} 已关闭，入库少于计划数量', 'The production order {label} is closed with less than was planned'],
  titleOfMany: ['{n} 张生产单关闭时入库少于计划', '{n} production orders were closed with less than was planned'],
  to: [namedBy('ownerId')],
})
export const productionNotices = [lack, less]

const tell = (context: Context, tx: Tx, what: typeof lack, row: Row, once: string): Promise<unknown> =>
  notify(context, tx, what, { of: { resource: productionOrder, rows: [row] }, once: () => once, but: context.caller.accountId })
/** Parts may lack again after they were there: once a day. */
export const tellLack = (context: Context, tx: Tx, row: Row): Promise<unknown> =>
  tell(context, tx, lack, row, `${row.id} ${todayOf(context)}`)
export async function tellLess(context: Context, tx: Tx, row: Row): Promise<void> {
  if (compare(asText(row['done']), asText(row['quantity'])) < 0) await tell(context, tx, less, row, row.id)
}

export const productionTimed: readonly Timed[] = [
  reminder('production.late', ['生产单逾期提醒', 'Reminder of production orders that are late'], {
    of: productionOrder,
    on: 'dueOn',
    by: { days: 1 },
    while: { field: 'state', is: [states.confirmed, states.working, states.part] },
    notice: notice('production.late', ['生产单已逾期', 'A production order is late'], {
      title: ['生产单 {label} 已过交期，请尽快完工', 'The production order {label} is beyond its day'],
      titleOfMany: ['{n} 张生产单已过交期', '{n} production orders are beyond their day'],
      to: [namedBy('ownerId')],
    }),
  }),
]

/** A closed order has nothing in production, in units and in value. */
export const productionCloseItems: readonly CloseItem[] = [
  {
    code: 'productionWip',
    title: ['已关闭的生产单没有在制', 'Closed orders have nothing in production'],
    group: 'match',
    by: 'organisation',
    needs: 'clean',
    path: '/production/order',
    gaps: async ({ db, caller }) => {
      const { rows } = await sql<{ no: string }>`select distinct o.no from production_order o
          join goods_location g on g.doc_type = 'production_order' and g.doc_id = o.id::text and g.kind in (8, 9)
        where o.org_id = ${caller.orgId} and o.state = ${states.closed} and (
          exists (select from goods_cell c where c.location_id = g.id and c.quantity <> 0)
          or exists (select from goods_move m join stock_layer l on l.org_id = m.org_id and l.product_id = m.product_id
              and l.move = 'move ' || m.id and l.quantity <> 0
            where m.doc_type = 'production_order' and m.doc_id = o.id::text and m.to_id = g.id))
        order by 1 limit 20`.execute(db.withoutPlugins())
      return rows.map(({ no }) => ({
        path: '/production/order',
        text: [`生产单 ${no} 已关闭，还有在制`, `The order ${no} is closed and something is in production`] as const,
      }))
    },
  },
]
