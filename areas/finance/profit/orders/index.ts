/** The page of an order. */
import { Object as O, Optional, String as Text } from 'typebox'
import { seeCost } from '#platform/declare/cost.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import { group, page } from '#platform/declare/page.ts'
import { call, Id, type RouteMap } from '#platform/server/area.ts'
import { orderPage } from './order-page.ts'
import { orderCost } from './order-sums.ts'

export const orderPermission = orderCost.permission

export const orderPageRoutes: RouteMap = {
  'POST /OmsOrder/page': call(
    {
      demand: needs(orderPermission, operations.view),
      summary: '订单的全部资料',
      further: [seeCost],
      input: O({ orderNo: Text({ title: '订单号', minLength: 1, maxLength: 100 }), shopId: Optional(Id('店铺')) }),
      write: false,
    },
    (context, { input }) => orderPage(context, input.orderNo, input.shopId),
  ),
}

export const orderGroup = group(
  'orders',
  ['订单', 'Orders'],
  [
    page({
      path: '/finance/order',
      name: 'orderPage',
      title: ['订单查询', 'Order'],
      component: 'finance/orders/order',
      permission: orderPermission,
      operations: [operations.view],
      recordOf: 'order',
    }),
  ],
  'search',
)
