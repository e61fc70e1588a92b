/** What people are told of shipping and replenishment: a shipment that is late, units that did not come, cover below the lead time. */
import { codesOf } from '#platform/declare/codes.ts'
import { holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { goodsRights } from '#areas/goods/index.ts'
import type { Timed } from '#platform/server/area.ts'
import { reminder } from '#platform/server/jobs.ts'
import { shippingOrder } from './order-tables.ts'

const states = codesOf(shippingOrder.fields.state.choices)

export const fbaShort = notice('logistics.fbaShort', ['FBA 货件少收', 'FBA shipment short'], {
  title: ['{n} 行 FBA 货件少收，待决定索赔、等待或核销', '{n} lines of FBA shipments are short: claim, wait or write off'],
  to: [holdersOf('shippingOrder', goodsRights.decide.operation)],
})
export const coverLow = notice('logistics.coverLow', ['可售天数低于提前期', 'Cover below the lead time'], {
  title: ['{n} 个 MSKU 的可售天数低于提前期，请看补货测算', '{n} seller SKUs have less cover than their lead time'],
  to: [holdersOf('planLine', operations.edit)],
})

export const shippingTimed: readonly Timed[] = [
  reminder('logistics.shipmentLate', ['发货单逾期未到提醒', 'Reminder of shipments that are late'], {
    of: shippingOrder,
    on: 'eta',
    by: { days: 1 },
    while: { field: 'state', is: [states.shipped, states.part] },
    notice: notice('logistics.shipmentLate', ['发货单逾期未到', 'A shipment is late'], {
      title: ['发货单 {label} 已过预计到达日期，还没有全部签收', 'The shipping order {label} is beyond its ETA and not all received'],
      titleOfMany: ['{n} 张发货单已过预计到达日期，还没有全部签收', '{n} shipping orders are beyond their ETA and not all received'],
      to: [namedBy('ownerId'), holdersOf('shippingOrder', goodsRights.decide.operation)],
    }),
  }),
]
