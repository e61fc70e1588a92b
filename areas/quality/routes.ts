/** Route map of quality. */
import type { RouteMap } from '#platform/server/area.ts'
import { family, exportOf, list } from '#platform/server/records.ts'
import { documentCalls } from '#areas/goods/index.ts'
import { inspection, inspectionLine } from './inspection-tables.ts'
import { recordReading } from './record-reading.ts'
import { nonconformity } from './nonconformity-tables.ts'
import { inspectionPlan, inspectionPlanItem } from './plan-tables.ts'

export const qualityRoutes: RouteMap = {
  ...family('inspectionPlan', inspectionPlan),
  'POST /inspectionPlanItem/list': list(inspectionPlanItem),
  'POST /inspectionPlanItem/listExport': exportOf(inspectionPlanItem),
  ...documentCalls('inspection', inspection, inspectionLine),
  'POST /inspectionLine/record': recordReading,
  ...documentCalls('nonconformity', nonconformity, null),
}
