/** Route map of production. */
import type { RouteMap } from '#platform/server/area.ts'
import { exportOf, imported, list } from '#platform/server/records.ts'
import { documentCalls } from '#areas/goods/index.ts'
import { bom, bomLine } from './bom-tables.ts'
import { goodsConvert, goodsConvertLine } from './convert-tables.ts'
import { orderRoutes } from './order-routes.ts'
import { explodeBom } from './tree.ts'

export const productionRoutes: RouteMap = {
  ...documentCalls('bom', bom, bomLine),
  ...imported('bom', bom),
  'POST /bom/tree': explodeBom,
  ...documentCalls('goodsConvert', goodsConvert, null),
  ...orderRoutes,
  'POST /goodsConvertLine/list': list(goodsConvertLine),
  'POST /goodsConvertLine/listExport': exportOf(goodsConvertLine),
}
