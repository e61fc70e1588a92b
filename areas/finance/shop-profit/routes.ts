/** Route map of the shops' statement: the specification's paths, and the added ones beside them. */
import { Object as O } from 'typebox'
import { sql } from 'kysely'
import { month, reference } from '#platform/declare/fields.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { act, call } from '#platform/server/calls/verbs.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { add, exportOf, importOf, list, remove, templateOf, update } from '#platform/server/verbs/verbs.ts'
import { divideItems, takeItemsBack } from './divide.ts'
import { generateSummary } from './generate.ts'
import { shopProfit, shopProfitItem, shopProfitName, shopProfitShare } from './tables.ts'
import { shopProfitChange } from './versions.ts'
import { itemBases, itemKinds, itemOwners, shopProfitPermission } from './words.ts'

const plain = (r: unknown): Resource => r as Resource
const [items, names, shares, statements, changes] = [
  plain(shopProfitItem),
  plain(shopProfitName),
  plain(shopProfitShare),
  plain(shopProfit),
  plain(shopProfitChange),
]
const path = '/FinanceShopProfit'
/** months that the criteria offer */
const monthsMax = 60

/** What the statement can be asked for: months with items or statements, the shops of whoever asks, codes with their names. */
async function criteriaOf({ db, caller, language }: Context) {
  const at = language === 'en' ? 2 : 1
  const coded = (of: Readonly<Record<string, readonly [number, string, string, ...unknown[]]>>) =>
    Object.values(of).map(one => ({ value: one[0], label: one[at] }))
  const monthOf = sql<string>`to_char(month, 'YYYY-MM')`.as('month')
  const [stated, entered, shops] = await Promise.all([
    db.selectFrom('shop_profit').select(monthOf).distinct().orderBy('month', 'desc').limit(monthsMax).execute(),
    db.selectFrom('shop_profit_item').select(monthOf).distinct().orderBy('month', 'desc').limit(monthsMax).execute(),
    db
      .selectFrom('shop')
      .select(['id', 'name', 'currency'])
      .where(sql<boolean>`id = any(${[...caller.shops]}::bigint[])`)
      .orderBy('name')
      .execute(),
  ])
  const months = [...new Set([...stated, ...entered].map(row => row.month))].toSorted().toReversed().slice(0, monthsMax)
  return { months, shops, kinds: coded(itemKinds), owners: coded(itemOwners), bases: coded(itemBases) }
}

export const shopProfitRoutes: RouteMap = {
  [`POST ${path}/shopProfitItemList`]: list(items),
  [`POST ${path}/insertShopProfitItem`]: add(items),
  [`POST ${path}/updateShopProfitItem`]: update(items),
  [`POST ${path}/deleteShopProfitItem`]: remove(items),
  [`POST ${path}/shopProfitItemListExport`]: exportOf(items),
  [`POST ${path}/importShopProfitItem`]: importOf(items),
  [`GET ${path}/templateShopProfitItem`]: templateOf(items),
  [`POST ${path}/allocateShopProfitItem`]: act(
    items,
    {
      name: 'allocate',
      title: ['分摊', 'Allocate'],
      over: 'rows',
      operation: operations.edit,
      when: { state: [0], owner: [itemOwners.department[0], itemOwners.company[0]] },
      reason: ['只分摊部门和公司未分摊的费用', 'Only open items of departments and companies are allocated'],
      confirm: ['按分摊依据把选中的 {n} 条费用分到店铺？', 'Divide these {n} items among their shops?'],
    },
    (context, { input }) => divideItems(context, input),
  ),
  [`POST ${path}/cancelShopProfitItem`]: act(
    items,
    {
      name: 'takeBack',
      title: ['撤销分摊', 'Take back'],
      over: 'rows',
      operation: operations.edit,
      when: { state: [1] },
      reason: ['只能撤销已分摊的费用', 'Only allocated items are taken back'],
      confirm: ['撤销后这些费用不再计入店铺利润，确定撤销？', 'These items no longer count in the shops. Take them back?'],
    },
    (context, { input }) => takeItemsBack(context, input),
  ),

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
