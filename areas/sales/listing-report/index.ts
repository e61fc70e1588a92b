/** Amazon's listings as a file: their list, and which SKU stands in which listing, also of what was never sold. */
import { listPage } from '#platform/declare/page.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { FileFamily, RouteMap } from '#platform/server/area.ts'
import { importOfShops, shopSheetFamily } from '#platform/server/imports.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { shopOfFile, unmappedSkus } from '#areas/reference/index.ts'
import { keepListings } from '../listings.ts'
import { listingReport } from './sheet.ts'

const { facts, staging } = listingReport
const base = shopSheetFamily({
  sheet: listingReport,
  reader: new URL('./reader.ts', import.meta.url).href,
  unmappedSkus,
  // it names no site
  shopOf: ask =>
    shopOfFile(ask, {
      platform: 'amazon',
      elsewhere: name => sentence`店铺“${name}”不是亚马逊店铺，请改选店铺`,
      fits: () => true,
      unfit: () => null,
      several: names => sentence`有多个店铺（${names}）可以导入这个文件，请选择店铺后再导入`,
      none: sentence`没有找到这个文件所属的亚马逊店铺，请选择店铺后再导入`,
    }),
})
const family: FileFamily = {
  ...base,
  async merge(task) {
    const outcome = await base.merge(task)
    await keepListings(task, { table: staging.table })
    return outcome
  },
}

const routes: RouteMap = {
  'POST /salesListing/list': list(facts),
  'POST /salesListing/listExport': exportOf(facts),
  'POST /salesListing/importData': importOfShops({
    permission: listingReport.permission,
    title: ['导入在售商品报告', 'Import listing reports'],
    button: ['导入报告', 'Import reports'],
    on: [facts],
    accept: ['.txt', '.tsv', '.csv', '.xlsx'],
    takes: [family],
  }),
}
export const listingReportPage = listPage(facts, '/sales/listing-report')
export const listingReports = { resources: [facts, staging], routes, families: [family] }
