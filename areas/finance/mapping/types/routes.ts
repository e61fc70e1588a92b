/** Calls of the type map beside those of Amazon's area: the effect before saving, and the types of a marketplace's transactions. */
import { Integer, Object as O, Optional, String as Text } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { call, Id, type RouteMap } from '#platform/server/area.ts'
import { transactionTypes } from './ebay-types-of.ts'
import { effectOf } from './effect.ts'

const mayView = needs('finance.amazon.typeMap', operations.view)

const types = call({ demand: mayView, summary: 'eBay 交易类型', input: O({}), write: false }, transactionTypes)

export const typeRoutes: RouteMap = {
  'POST /EbayTransactionFinance/getTransactionType': types,
  'GET /EbayTransactionFinance/getTransactionType': types,
  'POST /AmazonTypeMap/effect': call(
    {
      demand: mayView,
      summary: '保存映射前会移动的金额',
      input: O({
        kindId: Id('费用类型'),
        item: Integer({ title: '财务科目', minimum: 0, maximum: 32_767 }),
        validFrom: Optional(Text({ title: '生效月份', maxLength: 7 })),
      }),
      write: false,
    },
    (context, ask) => effectOf(context, ask.input),
  ),
}
