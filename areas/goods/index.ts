/** Warehouse: where goods lie, how they move, what is held of them. Values are those of finance. */
import type { Area } from '#platform/server/area.ts'
import { completeGoods, keepLeaves, keepSupply } from './follow.ts'
import { keepBarcodes, keepBatches, keepLocations, keepSupplyData } from './keep.ts'
import { ledgerTables } from './ledger-tables.ts'
import { locationTables } from './location-tables.ts'
import { goodsModules } from './menu.ts'
import { goodsEnglish } from './refusals-en.ts'
import { goodsRoutes } from './routes.ts'
import { stockViews } from './stock.ts'

export { moveReasons } from './ledger-tables.ts'
export { goodsBatch, locationKinds } from './location-tables.ts'

export const goods: Area = {
  name: 'goods',
  title: ['仓库', 'Warehouse'],
  resources: [...Object.values(locationTables), ...Object.values(ledgerTables), ...Object.values(stockViews)],
  modules: goodsModules,
  routes: goodsRoutes,
  english: goodsEnglish,
  follows: {
    product: keepSupply,
    warehouse: keepLeaves,
    goods_location: keepLocations,
    product_supply: keepSupplyData,
    goods_batch: keepBatches,
    goods_barcode: keepBarcodes,
  },
  demo: async ({ as }) => completeGoods(await as('admin')),
}

export { proveGoods } from './proof.ts'
export {
  holdGoods,
  openPostings,
  postGoods,
  releaseGoods,
  type Demand,
  type GoodsLine,
  type GoodsPosted,
  type GoodsPosting,
  type Held,
  type Place,
  type Released,
  type Taken,
} from './post.ts'
