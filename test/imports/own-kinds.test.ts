/**
 * Each call of shops' files takes the kinds it is named for and refuses others with the call that takes them: every such call, from the
 * registry, with a file of its own and one of another.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { defined } from '#platform/server/base/defined.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { openImports, type ImportHouse } from '../setup/amazon-imports.ts'
import { kindSamples } from '../setup/kind-samples.ts'
import { madeZip } from '../setup/made-workbook.ts'

const registry = registryOf(withHouseAreas(areas))
const calls = registry.routes.flatMap(({ path, upload }) => (upload?.takes === undefined ? [] : [{ path, ...upload.takes }]))
const families = registry.families.filter(family => family.ownerOf === undefined).map(family => family.code)
/** one family of each sort of calls */
const sorts = [...new Map(calls.map(({ families: of }) => [of.join(), of[0] ?? ''])).values()]
/** its own file, and one of the sort that comes after it */
const broughtTo = (own: readonly string[]): readonly string[] => {
  const at = sorts.indexOf(own[0] ?? '')
  const others = [...sorts.slice(at + 1), ...sorts].filter(family => !own.includes(family))
  return [own[0] ?? '', ...others.slice(0, 1)]
}

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())
/** Without a yes: nothing of a kind that was never seen is taken, and nothing comes of a refused one. */
const said = async (path: string, family: string, content?: Buffer): Promise<string> => {
  const sample = defined(kindSamples[family], family)
  const told = await h.import('a.txt', content ?? sample.content, { path, shopId: h.shop(sample.marketplace) })
  return told.errors.map(one => one.reason).join()
}

test('every family of shops is taken by a call', () => {
  expect(families.filter(code => !calls.some(call => call.families.includes(code)))).toEqual([])
})

describe.each(calls)('$path', ({ path, families: own }) => {
  test('takes its own files and names the call of others', async () => {
    for (const family of broughtTo(own)) {
      const answer = await said(path, family)
      const right = calls.filter(call => call.families.includes(family))
      if (own.includes(family)) expect([family, answer]).not.toEqual([family, expect.stringContaining('这里不能导入')])
      else {
        expect([family, answer]).toEqual([family, expect.stringContaining('这里不能导入')])
        expect(right.filter(call => answer.endsWith(`请用“${call.title[0]}”（${call.path}）`))).toHaveLength(1)
      }
    }
  })
})

test("Walmart's orders are no money of eBay: nothing of them is kept", async () => {
  const count = async () => h.sql('select count(*)::int as n from order_line')
  const before = await count()
  expect(await said('/EbayTransactionFinance/importData', 'walmartOrders')).toBe(
    '这里不能导入“沃尔玛订单”，请用“导入订单”（/saleOrder/importData）',
  )
  expect(await count()).toEqual(before)
})

test('Convert takes the reconciliation report as it is downloaded, and no statement', async () => {
  const { content } = defined(kindSamples['walmartReconciliation'], 'a sample')
  expect(await said('/WalMartFinanceData/Convert', 'walmartReconciliation', madeZip({ 'report.csv': content }))).toBe('')
  expect(await said('/WalMartFinanceData/Convert', 'walmartStatement')).toContain('（/marketLine/importData）')
})
