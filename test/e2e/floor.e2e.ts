/** The warehouse on a phone of 360 px with typed codes: receive, put away, pick, pack and ship, count. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import type { RunningProduct } from '../setup/product.ts'

/** the organisation's day */
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const [bin, sku] = ['PH-B01', 'PH-1']
const made = { warehouseId: '', productId: '', receiptId: '', shopId: '' }
type Call = Awaited<ReturnType<typeof goodCallsOf>>
let call: Call

/** A warehouse that works by tasks, with one bin and a receipt that has not come. */
async function withWarehouse(running: RunningProduct): Promise<void> {
  call = await goodCallsOf(running, 'admin')
  const id = async (path: string, body: object): Promise<string> => String((await call('POST', path, body)).id)
  made.warehouseId = await id('/warehouseManage/insert', { code: 'PH', name: '手机仓', kind: 1, byTask: true })
  const { warehouseId } = made
  const [root] = await asOwner(running, `select id::text as value from goods_location where code = 'PH'`)
  const zone = await id('/goodsLocation/insert', { code: 'PH-B', warehouseId, parentId: root, kind: 0, putAway: true })
  await id('/goodsLocation/insert', { code: bin, warehouseId, parentId: zone, kind: 1, pickOrder: 1 })
  made.productId = await id('/productManage/insert', { sku, name: '手机壳' })
  made.receiptId = await receipt()
  await asOwner(
    running,
    `insert into data_grant (org_id, employee_id, kind, object_id) select m.org_id, m.employee_id, 2, ${warehouseId} from account a
      join account_organisation m on m.account_id = a.id where a.username = 'keeper' returning 'given' as value`,
  )
  const [shop] = await asOwner(running, 'select min(id)::text as value from shop where org_id = (select min(id) from organisation)')
  made.shopId = shop ?? ''
}
const receipt = async (): Promise<string> => {
  const lines = { added: [{ productId: made.productId, quantity: '5' }] }
  return String((await call('POST', '/goodsIn/insert', { businessOn: today, kind: 4, warehouseId: made.warehouseId, lines })).id)
}

const { product, signedIn } = useJourneys({ width: 360, height: 780 }, withWarehouse)

const scan = async (page: Page, code: string): Promise<void> => {
  const input = page.getByRole('textbox', { name: /扫/ })
  await input.fill(code)
  await input.press('Enter')
}
const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const claim = async (page: Page, title: string): Promise<void> => {
  await page.goto('/warehouse/task')
  await page.locator('.zg-floor-tasks li').filter({ hasText: title }).getByRole('button').click()
  await page.locator('.zg-floor-card').waitFor()
}
const isNarrow = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth')
/** What lies in each place of the product. */
const stock = async (): Promise<string> =>
  (
    await asOwner(
      product(),
      `select string_agg(l.code || ' ' || c.quantity::float8, ', ' order by l.code) as value from goods_cell c
        join goods_location l on l.id = c.location_id where c.product_id = ${made.productId} and l.warehouse_id = ${made.warehouseId}
          and c.quantity > 0`,
    )
  )[0] ?? ''

test('a keeper receives, puts away, picks, packs and counts by typed codes', { timeout: 240_000 }, async () => {
  const page = await signedIn('admin')
  await page.goto(`/goods/in/detail?id=${made.receiptId}`)
  await page.getByRole('button', { name: '入库', exact: true }).click()
  await page
    .locator('.ant-modal, .ant-popover')
    .getByRole('button', { name: /确\s*定|入\s*库/ })
    .last()
    .click()
  await expect.poll(stock).toContain('5')

  await claim(page, '上架')
  await scan(page, 'NOBODY-KNOWS')
  await page.locator('.ant-alert-error').waitFor()
  await scan(page, sku)
  await told(page, '请扫放入的库位')
  await page.getByRole('button', { name: '全部 5' }).click()
  await scan(page, bin)
  await page.getByText(/作业 .* 已完成/).waitFor()
  expect(await isNarrow(page)).toBe(true)
  expect(await stock()).toBe(`${bin} 5`)

  const outId = String(
    (
      await call('POST', '/goodsOut/insert', {
        businessOn: today,
        kind: 1,
        warehouseId: made.warehouseId,
        shopId: made.shopId,
        lines: { added: [{ productId: made.productId, quantity: '2' }] },
      })
    ).id,
  )
  for (const step of ['submit', 'allocate', 'release']) await call('POST', `/goodsOut/${step}`, { id: outId })
  await claim(page, '拣货')
  await scan(page, bin)
  await told(page, '正确，请扫商品')
  await scan(page, sku)
  await told(page, '商品正确')
  await page.getByRole('button', { name: '2', exact: true }).waitFor()
  await page.getByRole('button', { name: '全部 2' }).click()
  await page.getByRole('button', { name: /^确\s*认$/ }).click()
  await page.getByText(/作业 .* 已完成/).waitFor()

  const [no = ''] = await asOwner(product(), `select no as value from goods_out where id = ${outId}`)
  await page.goto('/warehouse/pack')
  await scan(page, no)
  await page.getByRole('textbox', { name: '扫商品' }).waitFor()
  for (const text of ['放入', '已装齐，请扫运单']) {
    await scan(page, sku)
    await told(page, text)
  }
  await scan(page, 'YT-0001')
  await page.getByText('全部发完').waitFor()
  expect(await stock()).toBe(`${bin} 3`)
  expect(await asOwner(product(), `select tracking_no || ' ' || state as value from goods_out where id = ${outId}`)).toEqual(['YT-0001 6'])

  const counting = await call('POST', '/goodsCount/insert', {
    businessOn: today,
    warehouseId: made.warehouseId,
    kind: 3,
    productIds: [made.productId],
  })
  await call('POST', '/goodsCount/start', { id: counting.id })
  // who may decide on differences sees the books and counts nothing
  const counter = await signedIn('keeper')
  await claim(counter, '盘点')
  await scan(counter, bin)
  await told(counter, '正确，请扫商品')
  await scan(counter, sku)
  await told(counter, '商品正确')
  // blind: the counter does not know what the books say
  expect(await counter.locator('.zg-floor-confirm button').count()).toBe(1)
  await counter.getByRole('button', { name: '删除一位' }).click()
  await counter.getByRole('button', { name: '3', exact: true }).click()
  await counter.getByRole('button', { name: /^确\s*认$/ }).click()
  await counter.getByRole('button', { name: '全部做完，结束作业' }).click()
  await counter.getByText('没有待做的作业').waitFor()
  const [state] = await asOwner(product(), `select state::text as value from goods_count where id = ${String(counting.id)}`)
  expect(Number(state)).toBeGreaterThan(2)
})
