/** 其他平台: pages of the marketplaces that are not Amazon. */
import { group, listPage, reportPage } from '#platform/declare/page.ts'
import { ebayEarningCheck } from '../../facts/markets/ebay/earnings-check.ts'
import { ebayEarnings } from '../../facts/markets/ebay/earnings-sheet.ts'
import { marketFamilies } from '../../facts/markets/families.ts'
import { marketProfits } from '../report/profit.ts'
import { orderProfits } from './order-profit.ts'
import { marketLine } from '../../facts/markets/tables.ts'
import { walmartProof } from '../../facts/markets/walmart/statement.ts'

export const marketPages = [
  ...marketProfits.map(of => ({
    ...reportPage(of, { path: `/finance/markets/${of.name.replace('Profit', '-profit')}`, title: of.title, everyDays: 7 }),
    isMonitoring: false,
  })),
  listPage(marketLine, '/finance/markets/lines', {
    isMonitoring: true,
    freshness: { families: marketFamilies.filter(family => family.monthTables.length > 0).map(family => family.code), everyDays: 7 },
  }),
  listPage(walmartProof, '/finance/markets/walmart-proof', { title: ['沃尔玛对账核对', 'Walmart statements'] }),
  listPage(ebayEarnings.facts, '/finance/markets/ebay-earnings', {
    isMonitoring: true,
    freshness: { families: [ebayEarnings.code], everyDays: 31 },
  }),
  listPage(ebayEarningCheck, '/finance/markets/ebay-earning-checks'),
  ...orderProfits.map(({ path, resource }) => listPage(resource, `/finance/markets/${path.toLowerCase()}`, { isMonitoring: true })),
]

export const marketGroup = group('markets', ['其他平台', 'Other marketplaces'], marketPages, 'shop')
