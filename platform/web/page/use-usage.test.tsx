import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetFinished } from '../api/once.ts'
import { fetchFrom, menuNode, mockServer, ok } from '../gallery/mock-api.ts'
import type { ResolvedPage } from './routes.ts'
import type { UserProfile } from './profile.ts'
import { tellIfSynced, useUsage } from './use-usage.ts'

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

test('a page stands before anything is told of it, and waits for no answer', async () => {
  const paths = ['/systemUsageRecord/access', '/menuLog/pushMenuLog', '/systemUsageRecord/routeUse', '/systemMenuClick/insertAndUpdate']
  const server = mockServer(Object.fromEntries(paths.map(path => [`POST ${path}`, () => new Promise<never>(() => {})])))
  vi.stubGlobal('fetch', fetchFrom(server))
  const profile = { deptId: null, deptName: null } as UserProfile
  const menu = menuNode('/report/profit', '利润', 'report/profit')
  const resolved = { route: { menu, moduleId: '1' }, tabKey: 'profit' } as unknown as ResolvedPage
  function Page() {
    useUsage(profile, resolved)
    return <p>利润表</p>
  }
  const { rerender } = render(<Page />)
  expect(screen.getByText('利润表')).toBeDefined()
  expect(server.calls).toEqual([])
  await vi.waitFor(() => expect(server.calls.map(call => call.path).toSorted()).toEqual(paths.toSorted()), { timeout: 60_000 })
  // none has answered
  rerender(<Page />)
  expect(screen.getByText('利润表')).toBeDefined()
  expect(server.calls).toHaveLength(paths.length)
})
