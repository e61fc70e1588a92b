import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetFinished } from '../api/once.ts'
import { fetchFrom, mockServer, ok } from '../gallery/mock-api.ts'
import { tellIfSynced } from './use-usage.ts'

beforeEach(forgetFinished)
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/api-2024/AmazonTransactionReport/importData', true],
  ['/api-2024/AmazonTransactionReport/syncData', true],
  ['/api-2024/AmazonTransactionReport/calcFinanceAzmTransDetail', true],
  ['/api-2024/YxOrderProfitDetail/calc', true],
  ['/api-2024/amzStorageFee/sync', true],
  ['/api-2024/OmsOrder/logisticsSync', true],
  ['/api-2024/performance/compute', true],
  ['/api-2024/FinanceFirstLegFee/generate', true],
  ['/api-2024/FinanceShopProfit/generateProfitSummary', true],
  ['/api-2024/generateSql/generate', false],
  ['/api-2024/countryManage/update', false],
  ['/api-2024/AmzFinanceProfit/list', false],
  ['/api-2024/fileImportHistory/list', false],
])('%s brings the data of its page up to date: %s', async (path, tells) => {
  const server = mockServer({ 'POST /systemUsageRecord/routeUse': () => ok(null) })
  vi.stubGlobal('fetch', fetchFrom(server))
  tellIfSynced(path, 'report/amazonProfit')
  // a page without a component (its menu is gone) tells nothing
  tellIfSynced(path, null)
  const told = () => server.calls.map(call => call.body)
  await vi.waitFor(() => expect(told()).toEqual(tells ? [{ component: 'report/amazonProfit', isUpdateTime: true }] : []), {
    timeout: 60_000,
  })
})
