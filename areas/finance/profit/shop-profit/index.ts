/** The shops' statement: what this room adds to finance. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Area } from '#platform/server/area.ts'
import { closedIn } from '../../base/closed-months.ts'
import { itemsDivided } from './divide.ts'
import { itemsMatched, namesMatched } from './match.ts'
import { shopProfitRoutes } from './routes.ts'
import { shopProfitTables } from './tables.ts'
import { shopProfitChange } from './versions.ts'

export const shopProfitPart = {
  resources: [...Object.values(shopProfitTables), shopProfitChange],
  routes: shopProfitRoutes,
  follows: {
    shop_profit_item: async (context, tx, changes) => {
      await itemsMatched(context, tx, changes)
      await itemsDivided(context, tx, changes)
    },
    shop_profit_name: namesMatched,
  },
  rowLocks: {
    shop_profit_item: closedIn(
      'shop_profit_item.month',
      month => sentence`${month} 及以前的月份已结账，店铺费用不能再录入、修改、分摊或删除，请先反结账`,
    ),
  },
} satisfies Partial<Area>
