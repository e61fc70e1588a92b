/** Route map of production. */
import type { RouteMap } from '#platform/server/area.ts'
import { exportOf, imported, list } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { documentCalls, goodsRights } from '#areas/goods/index.ts'
import { bom, bomLine } from './bom-tables.ts'
import { goodsConvert, goodsConvertLine } from './convert-tables.ts'
import { orderRoutes } from './order-routes.ts'
import { reworkRoute } from './rework.ts'
import { traceRoutes } from './trace/trace.ts'
import { explodeBom } from './tree.ts'

export const productionRoutes: RouteMap = {
  ...documentCalls('bom', bom, bomLine),
  ...imported('bom', bom),
  'POST /bom/tree': explodeBom,
  ...documentCalls('goodsConvert', goodsConvert, null),
  'POST /goodsConvert/post': { ...step(goodsConvert, 'post'), further: [goodsRights.backdate] },
  ...orderRoutes,
  'POST /nonconformity/rework': reworkRoute,
  ...traceRoutes,
  'POST /goodsConvertLine/list': list(goodsConvertLine),
  'POST /goodsConvertLine/listExport': exportOf(goodsConvertLine),
}
