/** Calls of the type map beside those of Amazon's area: the effect before saving, and the types of a marketplace's transactions. */
import { Integer, Object as O, Optional, String as Text } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { call, Id, type Context, type RouteMap } from '#platform/server/area.ts'
import { wordKey } from '../amazon/mapping/vocabulary-words.ts'
import { platforms } from '../amazon/tables.ts'
import { ebayNames, ebayTypes } from './ebay-words.ts'
import { effectOf } from './effect.ts'

const mayView = needs('finance.amazon.typeMap', operations.view)

/** The known types of eBay's transactions, and those of its files that no table knows. */
async function transactionTypes(context: Context): Promise<{ value: string; label: string }[]> {
  const rows = await context.db
    .selectFrom('amazon_kind')
    .select('type')
    .distinct()
    .where('platform', '=', platforms.ebay[0])
    .orderBy('type')
    .execute()
  const label = (type: string): string => ownValue(ebayNames, wordKey(type))?.[context.language === 'en' ? 1 : 0] ?? type
  return [...new Set([...ebayTypes, ...rows.map(row => row.type)])].map(value => ({ value, label: label(value) }))
}
const types = call({ demand: mayView, summary: 'eBay 交易类型', input: O({}), write: false }, context => transactionTypes(context))

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
