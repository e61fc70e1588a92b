/**
 * From a proposal to the carrier in the browser: a salesman reads why 312 units are proposed, changes a quantity and turns the rows into a
 * plan; a clerk packs by scanning, takes the file for the marketplace, types two numbers that come back, and ships.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import type { RunningProduct } from '../setup/product.ts'
import { messageShown } from '../setup/screen.ts'

type Call = Awaited<ReturnType<typeof goodCallsOf>>
let admin = undefined as unknown as Call
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const made = { shopId: '', labelId: '', productId: '', warehouseId: '', sea: '', orderNo: '', orderId: '' }
const idOf = async (path: string, body: object): Promise<string> => String((await admin('POST', path, body)).id)

/** thirteen a day for 90 days, 430 there: 302 are needed, in cartons of 24; from day 34 on nothing is left until goods by sea arrive */
async function prepare(running: RunningProduct): Promise<void> {
  admin = await goodCallsOf(running, 'admin')
  const one = async (statement: string): Promise<string> => (await asOwner(running, statement))[0] ?? ''
  made.shopId = await one(`select id::text as value from shop where marketplace_code = 'amazon.com' and org_id = 1 order by id limit 1`)
  made.warehouseId = await idOf('/warehouseManage/insert', { code: 'RP', name: '计划仓', kind: 1 })
  await asOwner(
    running,
    `update warehouse set status = 0 where id <> ${made.warehouseId}`,
    `update logistics_channel set status = 0`,
    `insert into role_permission (org_id, role_id, permission, operation) select org_id, id, p, o from role,
      unnest(array['planLine', 'shipPlan', 'shippingOrder', 'goodsStock']) p, unnest(array[1, 2, 3, 4, 7]) o
      where name in ('销售', '仓管') on conflict do nothing`,
  )
  made.sea = await idOf('/channelManage/insert', { code: 'RP-SEA', name: '海运', mode: 1, transitDays: 32 })
  await idOf('/channelManage/insert', { code: 'RP-AIR', name: '空运', mode: 2, transitDays: 10 })
  await idOf('/replenishRule/insert', { name: '全公司', serviceC: 95, reviewDays: 7, maxCoverDays: 120 })
  made.productId = await idOf('/productManage/insert', { sku: 'RP-1', name: '台灯' })
  await asOwner(
    running,
    `insert into product_supply (org_id, product_id) select 1, ${made.productId}
      where not exists (select from product_supply where product_id = ${made.productId})`,
    `update product_supply set carton_qty = 24 where product_id = ${made.productId}`,
    `insert into sales_order__shop_day_sku_country_currency_is_cancelled (shop_id, day, sku, country, currency, is_cancelled, sales, item,
        shipping, gift_wrap, discount, tax, quantity, first_of_order, first_of_sku, n, sales_net)
      select ${made.shopId}, '${today}'::date - n, 'RP-US', 'US', 'USD', false, 0, 0, 0, 0, 0, 0, 13, 0, 0, 1, 0
        from generate_series(1, 95) n`,
    `insert into sales_order__shop_day_country_currency_is_cancelled (shop_id, day, country, currency, is_cancelled, sales, item, shipping,
        gift_wrap, discount, tax, quantity, first_of_order, first_of_sku, n, sales_net)
      values (${made.shopId}, '${today}', 'US', 'USD', false, 0, 0, 0, 0, 0, 0, 13, 0, 0, 1, 0)`,
    `insert into fba_stock_age (shop_id, snapshot_on, sku, available, age0_to90, age91_to180, currency, line_key, state_key, ordinal,
        import_id)
      values (${made.shopId}, '${today}'::date - 1, 'RP-US', 430, 0, 0, 'USD', gen_random_uuid(), gen_random_uuid(), 0, 0)`,
  )
  made.labelId = await one(`insert into sku_map (org_id, shop_id, seller_sku, product_id)
    values (1, ${made.shopId}, 'RP-US', ${made.productId}) returning id::text as value`)
  await idOf('/goodsBarcode/insert', { code: 'CTN24', productId: made.productId, labelId: made.labelId, unitQty: '24', kind: 3 })
  const bin = await one(
    `select id::text as value from goods_location where warehouse_id = ${made.warehouseId} and kind = 1 order by id limit 1`,
  )
  const lines = { added: [{ productId: made.productId, quantity: '1000', unitCost: '5', toId: bin }] }
  const header = { businessOn: today, kind: 4, warehouseId: made.warehouseId, lines }
  await admin('POST', '/goodsIn/receive', { id: await idOf('/goodsIn/insert', header) })
  for (const [name, grants] of [
    ['sales', { shopIds: [made.shopId] }],
    ['keeper', { shopIds: [made.shopId], warehouseIds: [made.warehouseId] }],
  ] as const) {
    const employeeId = await one(`select m.employee_id::text as value from account a join account_organisation m on m.account_id = a.id
      where a.username = '${name}' and m.org_id = 1`)
    await admin('PUT', '/userManage/dataAclSetting', { employeeId, ...grants })
  }
  await admin('POST', '/replenish/run', {})
}
const { product, signedIn } = useJourneys({ width: 1280, height: 800 }, prepare)
const rowOf = (p: Page, text: string) => p.locator('.zg-grid-row').filter({ hasText: text })

async function order(): Promise<void> {
  const added = [{ productId: made.productId, labelId: made.labelId, quantity: '48', declareValue: '3.5' }]
  const header = { businessOn: today, target: 1, shopId: made.shopId, fromWarehouseId: made.warehouseId, channelId: made.sea, zone: 'US' }
  const tariff = { added: [{ zone: 'US', item: 1, fromWeight: '0', by: 1, price: '9.5' }] }
  await idOf('/freightTariff/insert', { businessOn: today, channelId: made.sea, currency: 'CNY', validFrom: today, lines: tariff })
  made.orderId = await idOf('/shippingOrder/insert', { ...header, lines: { added } })
  for (const step of ['submit', 'allocate', 'release', 'pick']) await admin('POST', `/shippingOrder/${step}`, { id: made.orderId })
  ;[made.orderNo = ''] = await asOwner(product(), `select no as value from shipping_order where id = ${made.orderId}`)
}

test('a salesman reads why 312 units are proposed, changes one and turns both into a plan', async () => {
  const p = await signedIn('sales')
  await p.goto('/logistics/planLine')
  await rowOf(p, '120').waitFor()
  const [lineId = ''] = await asOwner(product(), `select id::text as value from plan_line where quantity = 192`)
  await p.goto(`/logistics/planLine/detail?id=${lineId}`)
  await p.getByText('近 90 天每天的销量，断开处当天没有可售库存').waitFor()
  // of 312 units 120 go by air
  for (const figure of ['312', '120']) await p.getByRole('cell', { name: figure, exact: true }).first().waitFor()
  await p.goto('/logistics/planLine')
  await rowOf(p, '192').locator('[role=gridcell]').nth(6).dblclick()
  await p.locator('.zg-inline-editor input').fill('216')
  await p.keyboard.press('Enter')
  await expect.poll(() => asOwner(product(), `select chosen::text as value from plan_line where chosen is not null`)).toEqual(['216'])
  for (const units of ['192', '120']) await rowOf(p, units).getByRole('checkbox').check()
  await p.getByRole('button', { name: '转单' }).first().click()
  await p
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定|转单/ })
    .click()
  await expect
    .poll(() => asOwner(product(), `select trim_scale(quantity)::text as value from ship_plan_line order by quantity`))
    .toEqual(['120', '216'])
  await p.waitForURL(/shipPlan/)
  await p.context().close()
})

test('a clerk packs by scanning, takes the file, types two numbers and ships; the estimate is there', { timeout: 240_000 }, async () => {
  await order()
  const p = await signedIn('keeper')
  await p.goto(`/logistics/packBoxes?no=${made.orderNo}`)
  for (const box of [1, 2]) {
    const scan = p.getByRole('textbox', { name: /扫商品/ })
    await scan.fill('CTN24')
    await scan.press('Enter')
    await p.getByText(`第 ${box} 箱：24 件`).waitFor()
    for (const [name, size] of [
      ['长（cm）', '50'],
      ['宽（cm）', '40'],
      ['高（cm）', '30'],
      ['重量（kg）', '12'],
    ] as const)
      await p.getByLabel(name).fill(size)
    await p.getByRole('button', { name: /封\s*箱/ }).click()
    await p.getByText('已封箱，下一件放入新箱').waitFor()
  }
  await p.getByText('全部装完').waitFor()
  await p.goto(`/logistics/fbaGuide?no=${made.orderNo}`)
  const sheet = p.waitForEvent('download')
  await p.getByRole('button', { name: '下载货件上传表' }).click()
  expect((await sheet).suggestedFilename()).toContain('货件上传表')
  await p.getByLabel('箱号和货件号').fill('1 FBA15JOUR01 ONT8\n2 FBA15JOUR02 LBE1')
  await p.getByRole('button', { name: /^分\s*箱$/ }).click()
  for (const no of ['FBA15JOUR01', 'FBA15JOUR02']) await p.getByText(no).first().waitFor()
  await p.goto(`/logistics/shippingOrder/detail?id=${made.orderId}`)
  await p
    .locator('article:visible')
    .getByRole('button', { name: /发\s*运/ })
    .first()
    .click()
  await p
    .getByRole('dialog')
    .getByRole('button', { name: /发\s*运|确\s*定/ })
    .click()
  await messageShown(p, /./)
  await expect
    .poll(() =>
      asOwner(
        product(),
        `select o.state || ' ' || (o.estimate > 0) || ' '
          || (select count(*) from fba_shipment where order_id = o.id and status = 4) as value
          from shipping_order o where o.id = ${made.orderId}`,
      ),
    )
    .toEqual(['6 true 2'])
  await p.context().close()
})
