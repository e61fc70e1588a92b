/** Route map of the sheets: six of figures, three of documents. */
import type { RouteKey, RouteMap } from '#platform/server/area.ts'
import { datedFamily, add, exportOf, importOf, list, one, remove, removeBetween, templateOf, update } from '#platform/server/records.ts'
import type { ManualSheet } from '../../facts/sheets/manual-sheet.ts'
import { sheets } from './sheets.ts'
import { dropshipping, multichannelOrder, subsidy } from '../../facts/sheets/template-tables.ts'

/** Rows come as a workbook and are mended one by one; `report` follows from the sheet's report. */
const sheetCalls = ({ words: { name, isEntered }, list: r }: ManualSheet): RouteMap => ({
  ...(isEntered ? { [`POST /${name}/insert` as RouteKey]: add(r) } : {}),
  [`POST /${name}/list` as RouteKey]: list(r),
  [`GET /${name}/query/{id}` as RouteKey]: one(r),
  [`POST /${name}/import` as RouteKey]: importOf(r),
  [`GET /${name}/template` as RouteKey]: templateOf(r),
  [`POST /${name}/update` as RouteKey]: update(r),
  [`POST /${name}/delete` as RouteKey]: remove(r),
  [`POST /${name}/deleteByYear` as RouteKey]: removeBetween(r),
  [`POST /${name}/listExport` as RouteKey]: exportOf(r),
})

export const sheetRoutes: RouteMap = {
  ...Object.assign({}, ...sheets.map(sheetCalls)),
  ...datedFamily('AmzSubsidyTemplate', subsidy),
  ...datedFamily('AmzMultichannelOrderTemplate', multichannelOrder),
  ...datedFamily('AmzDropshippingTemplate', dropshipping),
}
