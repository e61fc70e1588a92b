/** Route map of the shops' statement: the specification's paths, and the added ones beside them. */
import { Object as O } from 'typebox'
import { month, reference } from '#platform/declare/fields.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { act, call, type RouteMap } from '#platform/server/area.ts'
import { step } from '#platform/server/steps.ts'
import { add, exportOf, importOf, list, remove, templateOf, update } from '#platform/server/records.ts'
import { criteriaOf } from './criteria.ts'
import { generateSummary } from './generate.ts'
import { shopProfit, shopProfitItem, shopProfitName, shopProfitShare } from './tables.ts'
import { shopProfitChange } from './versions.ts'
import { shopProfitPermission } from './words.ts'

const plain = (r: unknown): Resource => r as Resource
const [items, names, shares, statements, changes] = [
  plain(shopProfitItem),
  plain(shopProfitName),
  plain(shopProfitShare),
  plain(shopProfit),
  plain(shopProfitChange),
]
const path = '/FinanceShopProfit'

export const shopProfitRoutes: RouteMap = {
  [`POST ${path}/shopProfitItemList`]: list(items),
  [`POST ${path}/insertShopProfitItem`]: add(items),
  [`POST ${path}/updateShopProfitItem`]: update(items),
  [`POST ${path}/deleteShopProfitItem`]: remove(items),
  [`POST ${path}/shopProfitItemListExport`]: exportOf(items),
  [`POST ${path}/importShopProfitItem`]: importOf(items),
  [`GET ${path}/templateShopProfitItem`]: templateOf(items),
  [`POST ${path}/allocateShopProfitItem`]: step(items, 'allocate'),
  [`POST ${path}/cancelShopProfitItem`]: step(items, 'takeBack'),

  [`POST ${path}/shopMapList`]: list(names),
  [`POST ${path}/insertShopMap`]: add(names),
  [`POST ${path}/updateShopMap`]: update(names),
  [`POST ${path}/deleteShopMap`]: remove(names),
  [`POST ${path}/shopMapListExport`]: exportOf(names),
  [`POST ${path}/importShopMap`]: importOf(names),
  [`GET ${path}/templateShopMap`]: templateOf(names),

  [`POST ${path}/shopProfitShareList`]: list(shares),
  [`POST ${path}/shopProfitShareListExport`]: exportOf(shares),

  [`POST ${path}/shopProfitList`]: list(statements),
  [`POST ${path}/shopProfitListExport`]: exportOf(statements),
  [`POST ${path}/shopProfitChangeList`]: list(changes),
  [`POST ${path}/shopProfitChangeListExport`]: exportOf(changes),
  [`POST ${path}/generateProfitSummary`]: act(
    statements,
    {
      name: 'generate',
      title: ['生成利润表', 'Generate'],
      over: 'page',
      operation: operations.edit,
      input: {
        month: month('月份', 'Month'),
        shopId: reference('店铺', 'Shop', 'shop', {
          optional: true,
          help: ['不选时为您能看到的全部店铺。', 'All shops that you see unless one is chosen.'],
        }),
      },
    },
    (context, { input }) =>
      generateSummary(context, {
        // a checked month is its first day
        month: asText(input['month']).slice(0, 7),
        ...(input['shopId'] == null ? {} : { shopIds: [asText(input['shopId'])] }),
      }),
  ),
  [`POST ${path}/searchCriteriaList`]: call(
    { demand: needs(shopProfitPermission, operations.view), summary: '店铺利润的查询条件', input: O({}), write: false },
    context => criteriaOf(context),
  ),
} as RouteMap
