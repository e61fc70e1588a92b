/** Route map of the warehouse. */
import { family, imported, list, exportOf } from '#platform/server/records.ts'
import type { RouteMap } from '#platform/server/area.ts'
import { goodsMove } from './ledger-tables.ts'
import { goodsBarcode, goodsBatch, goodsLocation, productSupply } from './location-tables.ts'
import { locationRule } from './rules.ts'

export const goodsRoutes: RouteMap = {
  ...family('goodsLocation', goodsLocation, locationRule),
  ...imported('goodsLocation', goodsLocation, locationRule),
  ...family('goodsBatch', goodsBatch),
  ...family('goodsBarcode', goodsBarcode),
  ...imported('goodsBarcode', goodsBarcode),
  ...family('productSupply', productSupply),
  ...imported('productSupply', productSupply),
  'POST /goodsMove/list': list(goodsMove),
  'POST /goodsMove/listExport': exportOf(goodsMove),
}
