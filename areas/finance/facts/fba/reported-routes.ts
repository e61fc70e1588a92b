/** 财务核对: order items and refunds as the marketplace's transaction report has them. */
import { needs, operations } from '#platform/declare/operations.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import type { Route, RouteMap } from '#platform/server/area.ts'
import { list } from '#platform/server/records.ts'
import { transactionLine } from '../amazon/tables.ts'
import { kindsOfType } from './kinds-of-type.ts'

/** The list of transactions, of this type alone. */
function ofType(type: string): Route {
  const route = list(transactionLine, { demand: needs('finance.amazon.transaction', operations.view) })
  return {
    ...route,
    handler: async (context, ask) => {
      const value = await kindsOfType(context, type)
      const asked = ask.input as ListQuery
      const conditionList = [...(asked.conditionList ?? []), { field: 'typeId', condition: 'IN' as const, value }]
      return route.handler(context, { ...ask, input: { ...asked, conditionList } })
    },
  }
}

export const reportedRoutes: RouteMap = {
  'POST /financialAmz/orderItemList': ofType('order'),
  'POST /financialAmz/refundList': ofType('refund'),
}
