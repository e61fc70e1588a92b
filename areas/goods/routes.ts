/** Route map of the warehouse. */
import { labelsOf } from '#platform/server/files.ts'
import { family, imported, list, exportOf } from '#platform/server/records.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { RouteMap } from '#platform/server/area.ts'
import { accuracyDemand, countAccuracy } from './figures/accuracy.ts'
import { goodsTurnover } from './figures/turnover.ts'
import { goodsMove } from './ledger-tables.ts'
import { goodsBarcode, goodsBatch, goodsLocation, productSupply } from './location-tables.ts'
import { movingStock } from './move.ts'
import { heldStock, stockByBatch, stockByItem, stockByLabel, stockByLocation } from './stock.ts'
import { locationRule } from './rules.ts'

const looked = (name: string, r: Resource): RouteMap => ({
  [`POST /goodsStock/${name}/list`]: list(r),
  [`POST /goodsStock/${name}/listExport`]: exportOf(r),
})

export const goodsRoutes: RouteMap = {
  ...family('goodsLocation', goodsLocation, locationRule),
  ...imported('goodsLocation', goodsLocation, locationRule),
  'POST /goodsLocation/labels': labelsOf(goodsLocation),
  ...family('goodsBatch', goodsBatch),
  'POST /goodsBatch/labels': labelsOf(goodsBatch),
  ...family('goodsBarcode', goodsBarcode),
  ...imported('goodsBarcode', goodsBarcode),
  'POST /goodsBarcode/labels': labelsOf(goodsBarcode),
  ...family('productSupply', productSupply),
  ...imported('productSupply', productSupply),
  ...looked('byItem', stockByItem),
  ...looked('byLocation', stockByLocation),
  'POST /goodsStock/byLocation/move': movingStock,
  ...looked('byBatch', stockByBatch),
  ...looked('byLabel', stockByLabel),
  ...looked('held', heldStock),
  'POST /goodsTurnover/list': list(goodsTurnover),
  'POST /goodsTurnover/listExport': exportOf(goodsTurnover),
  'POST /goodsCount/accuracyList': { ...list(countAccuracy), demand: accuracyDemand },
  'POST /goodsCount/accuracyListExport': { ...exportOf(countAccuracy), demand: accuracyDemand },
  'POST /goodsMove/list': list(goodsMove),
  'POST /goodsMove/listExport': exportOf(goodsMove),
}
