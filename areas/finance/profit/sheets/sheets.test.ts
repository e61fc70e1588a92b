/** Sheets and documents of shops by their parameters: the same calls, what they refuse, and what counts in the profit. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goods } from '#areas/goods/index.ts'
import { finance } from '../../index.ts'
import { sales } from '#areas/sales/index.ts'
import { statistics } from '#areas/statistics/index.ts'
import { supply } from '#areas/supply/index.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../../../test/setup/demo-house.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { roleLooksAt } from '../../../../test/setup/role-looks.ts'
import { runResourceImport } from '#platform/server/imports/resource-import.ts'
import { kindSamples } from '../../../../test/setup/kind-samples.ts'
import { sheets } from './sheets.ts'

let h: DemoHouse
type Person = Awaited<ReturnType<typeof signedInAs>>
let clerk: Person
const shop = (at: number): string => String(h.demo.shops[at]?.id)
beforeAll(async () => {
  h = await demoHouse([goods, finance, statistics, sales, supply])
  clerk = await signedInAs(h, 'finance')
}, 120_000)
afterAll(() => h?.close())

const documents = [
  ['AmzSubsidyTemplate', () => ({ amount: '12.50' }), 'subsidy', '12.5'],
  ['AmzMultichannelOrderTemplate', () => ({ soldShopId: shop(1), fee: '4.00' }), 'multichannelFee', '4'],
  ['AmzDropshippingTemplate', () => ({ cost: '9.00', freight: '3.00' }), 'dropshipCost', '-9'],
] as const
const base = (day: string, documentNo: string) => ({ shopId: shop(0), day, documentNo, currency: 'USD' })
const orgOf = async () =>
  String((await sql<{ id: string }>`select org_id::text as id from shop where id = ${shop(0)}`.execute(h.db)).rows[0]?.id)

describe.each(documents)('%s', (family, amounts, measure, figure) => {
  test('is a line of its own in the profit of its day, and gone with the row', async () => {
    const made = await clerk.post(`/${family}/insert`, { ...base('2026-11-05', 'A1'), ...amounts() })
    expect(made).toMatchObject({ code: 0 })
    await refreshRollups(h.house, await orgOf())
    const profit = async () =>
      (
        await clerk.post('/AmzFinanceProfit/list', {
          by: ['shop'],
          startDate: '2026-11-01',
          endDate: '2026-11-30',
          currency: 'shop',
          where: { shop: [shop(0)] },
        })
      ).data
    const shown = JSON.stringify(await profit())
    expect(shown).toContain(`"${measure}":"${figure}`)
    const { data } = await clerk.post(`/${family}/list`, {})
    const id = data.list[0].id
    expect(
      await clerk.post(`/${family}/deleteByDateBetween`, {
        shopId: shop(0),
        startDate: '2026-11-01',
        endDate: '2026-11-30',
        preview: true,
      }),
    ).toMatchObject({ code: 0 })
    expect(await clerk.post(`/${family}/delete`, { id })).toMatchObject({ code: 0 })
    await refreshRollups(h.house, await orgOf())
    expect(JSON.stringify(await profit())).not.toContain(`"${measure}":"${figure}`)
  })
  test('is refused in a closed month, and without an amount that can be', async () => {
    await sql`insert into finance_month (org_id, month, state) values (${await orgOf()}, '2026-08-01', 1) on conflict do nothing`.execute(
      h.db,
    )
    const closed = await clerk.post(`/${family}/insert`, { ...base('2026-08-05', 'A2'), ...amounts() })
    expect(closed.code).not.toBe(0)
    expect(JSON.stringify(closed)).toContain('已结账')
    expect((await clerk.post(`/${family}/insert`, { ...base('2026-11-06', 'A3'), ...amounts(), currency: 'XX' })).code).toBe(1002)
  })
  test('is not for people without the right', async () => {
    const person = await signedInAs(h, 'employee')
    expect((await person.post(`/${family}/list`, {})).code).toBe(1003)
  })
})

describe.each(sheets.map(one => [one.words.name, one] as const))('%s', (name, { list, report }) => {
  test('is listed and reported, empty as well, and not for people without the right', async () => {
    expect(await clerk.post(`/${name}/list`, {})).toMatchObject({ code: 0 })
    const query = { by: report.by, startDate: '2026-10-01', endDate: '2026-11-30', currency: 'shop', compare: 'before' }
    expect(await clerk.post(`/${name}/report`, query)).toMatchObject({ code: 0 })
    const person = await signedInAs(h, 'employee')
    expect((await person.post(`/${name}/list`, {})).code).toBe(1003)
    expect((await person.post(`/${name}/report`, query)).code).toBe(1003)
    expect(list.key).toContain('month')
  })
})

describe('payments of orders', () => {
  test('are added, read, mended and deleted; what belongs to the order is answered by kind', async () => {
    const input = { shopId: shop(0), orderNo: 'T-1', paidAt: '2026-11-05T08:00:00Z', gross: '20.00', fee: '1.50', currency: 'USD' }
    expect(await clerk.post('/OmsOrderTransaction/create', input)).toMatchObject({ code: 0 })
    const { data } = await clerk.post('/OmsOrderTransaction/read', {})
    expect(data.list[0]).toMatchObject({ orderNo: 'T-1', net: '18.5000' })
    const traced = await clerk.post('/OmsOrder/transactionAssociatedData', { orderNo: 'T-1' })
    expect(traced.data).toMatchObject({ orderNo: 'T-1', payments: [{ gross: '20.0000' }], settlementLines: [] })
    const shipping = await clerk.post('/OmsOrder/orderShipping', { orderNos: ['T-1'] })
    expect(shipping.data.list).toMatchObject([{ isKnown: true, shippingOrders: [] }])
    const chief = await signedInAs(h, 'admin')
    const { data: house } = await chief.post('/warehouseManage/insert', { code: 'TS', name: 'TS', kind: 1 })
    const issue = { businessOn: '2026-11-05', kind: 1, warehouseId: house.id, shopId: shop(0), orderNo: 'T-1', trackingNo: '1Z9' }
    expect((await chief.post('/goodsOut/insert', { ...issue, lines: { added: [] } })).msg).toBe('')
    expect((await chief.post('/OmsOrder/orderShipping', { orderNos: ['T-1'] })).data.list).toMatchObject([
      { shippingOrders: [{ state: 0, trackingNo: '1Z9', shippedOn: null }] },
    ])
    const period = { startDate: '2026-11-01', endDate: '2026-11-30' }
    const sync = async () => (await clerk.post('/OmsOrder/logisticsSync', period)).data
    expect(await sync()).toMatchObject({ checked: 1, filled: 0, waiting: 1 })
    // the later parcel gives its number, the first one the day; a voided label gives neither
    await sql`insert into carrier (org_id, name, number, currency, source) values (${await orgOf()}, 'T', 'T', 'USD', 9)`.execute(h.db)
    await sql`insert into final_leg_fee (org_id, carrier_id, tracking_no, order_no, shipped_on, currency, voided)
      select org_id, id, p.no, 'T-1', p.day::date, 'USD', p.voided from carrier, (values ('Z-1', '2026-11-06', 0), ('A-2', '2026-11-08', 0),
        ('Z-9', '2026-11-09', 1)) as p(no, day, voided) where number = 'T' and org_id = ${await orgOf()}`.execute(h.db)
    expect(await sync()).toMatchObject({ checked: 1, filled: 1, waiting: 0 })
    expect(await sync()).toMatchObject({ checked: 0, filled: 0 })
    const several = (await clerk.post('/OmsOrder/orderShipping', { orderNos: ['T-1', 'none', 'T-1'] })).data
    expect(several.list).toMatchObject([
      { orderNo: 'T-1', isKnown: true, payments: [{ trackingNo: 'A-2' }], parcels: [{ trackingNo: 'Z-1' }, {}, {}] },
      { orderNo: 'none', isKnown: false, payments: [], parcels: [] },
    ])
    expect(JSON.stringify(several)).not.toContain('ofOrder')
    const { id, version, shippedAt } = (await clerk.post('/OmsOrderTransaction/read', {})).data.list[0]
    expect(shippedAt).toContain('2026-11-06')
    const updated = await clerk.post('/OmsOrderTransaction/update', { id, version, trackingNo: '1Z' })
    expect(updated).toMatchObject({ code: 0, data: { id, version: version + 1 } })
    const rows = async () => (await clerk.post('/OmsOrderTransaction/read', {})).data.list.filter((row: { id: string }) => row.id === id)
    expect(await rows()).toMatchObject([{ trackingNo: '1Z', version: version + 1 }])
    expect(await clerk.post('/OmsOrderTransaction/delete', { id })).toMatchObject({ code: 0, data: { deleted: 1 } })
    expect(await rows()).toEqual([])
  })
  test('what the warehouse shipped stands in shippingOrders of its order and in the sheet for the marketplace', async () => {
    const chief = await signedInAs(h, 'admin')
    const made = async (path: string, values: object): Promise<string> => {
      const { msg, data } = await chief.post(path, values)
      expect([path, msg]).toEqual([path, ''])
      return String(data.id)
    }
    const day = '2026-11-21'
    const warehouseId = await made('/warehouseManage/insert', { code: 'OS', name: '发货仓', kind: 1 })
    const productId = await made('/productManage/insert', { sku: 'OS-1', name: '杯' })
    const { id: toId } = await h.db.selectFrom('goods_location').select('id').where('code', '=', 'OS-KW').executeTakeFirstOrThrow()
    const into = { businessOn: day, kind: 4, warehouseId, lines: { added: [{ productId, quantity: '5', toId }] } }
    await made('/goodsIn/receive', { id: await made('/goodsIn/insert', into) })
    const parcel = { shopId: shop(0), orderNo: 'T-OUT', carrier: '云途', trackingNo: 'YT-1' }
    const lines = { added: [{ productId, quantity: '2' }] }
    const id = await made('/goodsOut/insert', { businessOn: day, kind: 1, warehouseId, ...parcel, lines })
    const told = async () => (await chief.post('/OmsOrder/orderShipping', { orderNos: ['T-OUT'] })).data.list[0].shippingOrders
    for (const step of ['submit', 'allocate', 'release', 'pick']) await made(`/goodsOut/${step}`, { id })
    expect(await told()).toMatchObject([{ id, state: 5, shippedOn: null }])
    await made('/goodsOut/ship', { id })
    const { no } = (await chief.get(`/goodsOut/query/${id}`)).data
    expect(await told()).toMatchObject([{ id, no, state: 6, shippedOn: day, carrier: '云途', trackingNo: 'YT-1' }])
    const { body } = await h.app.inject({
      method: 'POST',
      url: '/api-2024/goodsOut/marketplaceSheet',
      headers: { authorization: `Bearer ${chief.token}` },
      payload: { ids: [id] },
    })
    const [heads = '', row = '', ...more] = body.split('\r\n').filter(line => line !== '')
    expect(heads.split('\t').slice(0, 4)).toEqual(['order-id', 'order-item-id', 'quantity', 'ship-date'])
    expect(row.split('\t')).toEqual(['T-OUT', '', '2', day, 'Other', '云途', 'YT-1', ''])
    expect(more).toEqual([])
  })
  test('SKUs come as a file, with the item of the newest order', async () => {
    const [{ shop, sku } = { shop: '', sku: '' }] = (
      await sql<{ shop: string; sku: string }>`select shop_id::text as shop, seller_sku as sku from sku_map
        where org_id = ${await orgOf()} order by shop_id, seller_sku limit 1`.execute(h.db)
    ).rows
    for (const [no, day, item] of [
      ['N-1', 9, 'B0ZZZ'],
      ['N-2', 3, 'B0AAA'],
    ] as const) {
      await sql`select ensure_month('order_line', date_trunc('month', current_date - ${sql.lit(day)})::date)`.execute(h.db)
      await sql`insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at, status, status_at, item_id, sku, quantity,
          item, sales, currency, is_cancelled, first_of_order, first_of_sku, import_id)
        select ${shop}, current_date - ${sql.lit(day)}, ${no}, '1', now(), 3, now(), ${item}, ${sku}, 1, 1, 1, 'USD',
          false, 1, 1, 1`.execute(h.db)
    }
    const answer = await h.app.inject({
      method: 'POST',
      url: '/api-2024/productExcelOperation/exportPlatformSku',
      headers: { authorization: `Bearer ${clerk.token}` },
      payload: { headers: ['店铺', 'MSKU', '商品编号'], fields: ['shopId', 'sellerSku', 'itemId'], format: 'csv' },
    })
    expect([answer.statusCode, answer.body.includes('MSKU')]).toEqual([200, true])
    const named = answer.body.split('\n').filter((line: string) => /B0ZZZ|B0AAA/u.test(line))
    expect(named).toHaveLength(1)
    expect(named[0]).toContain(`${sku},B0AAA`)
  })
})

describe('workbooks', () => {
  let own: ImportHouse
  beforeAll(async () => {
    own = await openImports()
  }, 120_000)
  afterAll(() => own?.close())
  /** uploads, orders and runs it */
  const bring = async (path: string, type: string, content: string, as = own.clerk) => {
    const { data } = await own.upload('x.csv', content, as)
    const ordered = await as.post(path, { fileIds: [data.id] })
    expect(ordered, ordered.msg).toMatchObject({ code: 0 })
    await runResourceImport(own.house, ordered.data.importIds[0], type, new AbortController().signal)
    return own.details(ordered.data.importIds[0])
  }
  const undoOf = async (importId: string): Promise<string> => {
    const { data } = await own.clerk.post('/task/query', {})
    return data.list.find((task: { importIds?: string[] }) => task.importIds?.includes(importId) === true)?.undo?.batchId
  }
  const rows = async (): Promise<Record<string, string>[]> =>
    (await own.clerk.post('/yxSalesProfit/list', { pageNum: 1, pageSize: 50 })).data.list
  const sheet = (quantity: number) =>
    `月份,店铺,销量,销售额,成本,平台费用,运费,利润,币种\n2026-09,云帆美国站,${quantity},200,80,30,10,80,USD\n2026-10,云帆美国站,7,140,60,20,8,52,USD\n`

  test('a sheet comes once, again with other figures, and goes with its import; deleted by the year', async () => {
    const first = await bring('/yxSalesProfit/import', 'yxSalesProfit', sheet(10))
    expect([first.state, first.lines.merged]).toEqual(['done', 2])
    expect((await bring('/yxSalesProfit/import', 'yxSalesProfit', sheet(10))).lines).toMatchObject({ merged: 0, unchanged: 2 })
    const changed = await bring('/yxSalesProfit/import', 'yxSalesProfit', sheet(11))
    expect((await rows()).map(row => Number(row['quantity'])).sort((a, b) => a - b)).toEqual([7, 11])
    expect(await own.clerk.post('/yxSalesProfit/undo', { batchId: await undoOf(changed.id) })).toMatchObject({ code: 0 })
    expect((await rows()).map(row => Number(row['quantity'])).sort((a, b) => a - b)).toEqual([7, 10])
    const shopId = own.shop('amazon.com')
    const preview = await own.clerk.post('/yxSalesProfit/deleteByYear', { shopId, year: '2026', preview: true })
    expect(preview.data).toMatchObject({ total: 2 })
    const done = await own.clerk.post('/yxSalesProfit/deleteByYear', { shopId, year: '2026', expected: 2 })
    expect([done.code, (await rows()).length]).toEqual([0, 0])
  })

  test('beside each figure stands the computed one with the difference, and both open to their lines', async () => {
    const { content } = kindSamples['amazonOrders'] ?? { content: '' }
    const [heads = [], ...lines] = content
      .trimEnd()
      .split(/\r?\n/)
      .map(line => line.split('\t'))
    const sold = lines.filter(cells => cells[heads.indexOf('order-status')] !== 'Cancelled')
    const units = sold.reduce((n, cells) => n + Number(cells[heads.indexOf('quantity')]), 0)
    const told = await own.import('orders.txt', content, { path: '/saleOrder/importData', shopId: own.shop('amazon.com'), accept: true })
    expect(told.state, JSON.stringify(told.errors)).toBe('done')
    const month = (lines[0]?.[heads.indexOf('purchase-date')] ?? '').slice(0, 7)
    const said = units + 3
    const brought = await bring(
      '/yxSalesProfit/import',
      'yxSalesProfit',
      `月份,店铺,销量,销售额,成本,平台费用,运费,利润,币种\n${month},云帆美国站,${said},200,80,30,10,80,USD\n`,
    )
    expect(brought.state, JSON.stringify(brought.errors)).toBe('done')
    await refreshRollups(own.house, own.orgId)
    const period = { startDate: `${month}-01`, endDate: `${month}-28` }
    const { data, code, msg } = await own.clerk.post('/yxSalesProfit/report', { ...period, by: ['shop'], currency: 'shop' })
    expect(code, msg).toBe(0)
    const { values } = data.list[0]
    expect([values.quantity, values.computedUnits, values.quantityDifference].map(Number)).toEqual([said, units, 3])
    const where = { shop: [own.shop('amazon.com')] }
    const linesOf = async (measure: string) => {
      const answer = await own.clerk.post('/yxSalesProfit/reportLines', { ...period, where, measure })
      expect(answer.code, answer.msg).toBe(0)
      return answer.data.total
    }
    expect([await linesOf('computedUnits'), await linesOf('quantity')]).toEqual([sold.length, 1])
    expect(await own.clerk.post('/yxSalesProfit/undo', { batchId: await undoOf(brought.id) })).toMatchObject({ code: 0 })
  })

  test('a budget that names an unknown shop or item is refused by cell; mended it is taken', async () => {
    const head = '月份,店铺,预算科目,预算金额,币种\n'
    const bad = `${head}2026-10,云帆美国站,销售收入,100,USD\n2026-10,火星店,销售收入,100,USD\n2026-10,云帆美国站,喝茶,-5,USD\n`
    const report = await bring('/financeBudget/import', 'financeBudget', bad)
    expect(report.state).toBe('refused')
    const errors = JSON.stringify(report.errors)
    expect(errors).toContain('火星店')
    expect(errors).toContain('喝茶')
    expect((await own.clerk.post('/financeBudget/list', {})).data.list).toEqual([])
    const good = await bring('/financeBudget/import', 'financeBudget', `${head}2026-10,云帆美国站,销售收入,100,USD\n`)
    expect([good.state, good.lines.merged]).toEqual(['done', 1])
    const more = { month: '2026-10', shopId: own.shop('amazon.com'), item: 3, amount: '-15.00', currency: 'USD' }
    expect(await own.clerk.post('/financeBudget/insert', more)).toMatchObject({ code: 0 })
  })

  test('owners of SKUs: overlapping days are refused by file and form, and nothing of the file is kept', async () => {
    const head = '店铺,平台 SKU,业务员,生效日期,失效日期\n'
    const [seller] = await own.sql(`select e.name from employee e where e.org_id = $1 order by id limit 1`, [own.orgId])
    const row = (from: string, to: string) => `云帆美国站,OV-1,${String(seller?.['name'])},${from},${to}\n`
    const path = '/AmzShopEmployeeProductTemplate'
    const admin = await own.signIn('admin')
    const report = await bring(
      `${path}/importData`,
      'skuOwner',
      `${head}${row('2026-03-01', '2026-06-30')}${row('2026-06-30', '2026-12-31')}`,
      admin,
    )
    expect([report.state, report.errors.length > 0]).toEqual(['refused', true])
    expect(JSON.stringify(report.errors)).toMatch(/重叠|同时|OV-1/)
    expect(await own.sql(`select 1 from sku_owner where seller_sku = 'OV-1'`)).toEqual([])
    expect((await bring(`${path}/importData`, 'skuOwner', `${head}${row('2026-03-01', '2026-06-30')}`, admin)).state).toBe('done')
    const [person] = await own.sql(`select id::text from employee where org_id = $1 order by id limit 1`, [own.orgId])
    const again = await admin.post(`${path}/insert`, {
      shopId: own.shop('amazon.com'),
      sellerSku: 'OV-1',
      employeeId: person?.['id'],
      validFrom: '2026-06-01',
    })
    expect(again.code).toBe(1002)
  })

  test('a manual amount is refused in a closed month, by form, change, file and deletion', async () => {
    const path = '/AmzTransactionDetailFinanceManual'
    const input = { shopId: own.shop('amazon.com'), item: 10, amount: '-5.00', currency: 'USD', reason: '测试' }
    const made = await own.clerk.post(`${path}/insert`, { ...input, voucher: 'M-1', day: '2026-11-03' })
    expect(made, made.msg).toMatchObject({ code: 0 })
    const before = await own.clerk.post(`${path}/insert`, { ...input, voucher: 'M-0', day: '2026-08-03' })
    await own.sql(`insert into finance_month (org_id, month, state) values ($1, '2026-08-01', 1)`, [own.orgId])
    const { list } = (await own.clerk.post(`${path}/list`, { pageNum: 1, pageSize: 10 })).data
    const [open, closed] = ['M-1', 'M-0'].map(voucher => list.find((row: Record<string, unknown>) => row['voucher'] === voucher))
    expect(before.code).toBe(0)
    for (const [call, body] of [
      ['insert', { ...input, voucher: 'M-2', day: '2026-08-31' }],
      ['update', { id: open.id, version: open.version, day: '2026-08-01' }],
      ['update', { id: closed.id, version: closed.version, amount: '1.00' }],
      ['delete', { id: closed.id }],
    ] as const) {
      const answer = await own.clerk.post(`${path}/${call}`, body)
      expect([call, answer.code, answer.msg]).toEqual([call, 1002, expect.stringContaining('已结账')])
    }
    const file = `单据号,店铺,日期,财务科目,金额,币种,原因\nM-9,云帆美国站,2026-08-09,广告费,-3,USD,测试\n`
    const report = await bring(`${path}/importData`, 'financeCorrection', file)
    expect([report.state, JSON.stringify(report.errors)]).toEqual(['refused', expect.stringContaining('已结账')])
    await own.sql(`delete from finance_month where org_id = $1`, [own.orgId])
  })

  test('who sees one shop sees its payments and what belongs to its orders alone', async () => {
    const [mine, other] = [own.shop('amazon.com'), own.shop('amazon.co.jp')]
    const paid = '2026-11-05T08:00:00Z'
    const pay = (shopId: string, orderNo: string) =>
      own.clerk.post('/OmsOrderTransaction/create', { shopId, orderNo, paidAt: paid, gross: '20.00', fee: '1.50', currency: 'USD' })
    for (const [shopId, no] of [
      [mine, 'ONE-1'],
      [other, 'ONE-2'],
    ] as const)
      expect((await pay(shopId, no)).code).toBe(0)
    const [trail] = await own.sql(`select count(*)::int as n from audit_entry where verb in ('generate', 'calc', 'sync')`)
    const made = await own.clerk.post('/EbayTransactionFinance/generate', { yearMonth: '2026-10' })
    const synced = await own.clerk.post('/AmzTransactionDetailFinanceSummary/sync', { month: '2026-10' })
    const renewed = await own.clerk.post('/AmzTransactionDetailFinanceSummary/calc', { month: '2026-10' })
    expect([made.code, synced.code, renewed.code]).toEqual([0, 0, 0])
    const after = await own.sql(`select verb, subject from audit_entry where verb in ('generate', 'calc', 'sync') order by id`)
    expect(after.slice(Number(trail?.['n'])).map(row => `${String(row['subject'])} ${String(row['verb'])}`)).toEqual([
      'ebay_order_profit generate',
      'finance_summary sync',
      'finance_summary calc',
    ])
    await roleLooksAt(own, '销售', 'finance.orderPayment')
    const seller = await own.signIn('sales')
    const seen = await seller.post('/OmsOrderTransaction/read', { pageNum: 1, pageSize: 10 })
    expect(seen.data.list.map((row: Record<string, unknown>) => row['orderNo'])).toEqual(['ONE-1'])
    const traced = await Promise.all(['ONE-1', 'ONE-2'].map(orderNo => seller.post('/OmsOrder/transactionAssociatedData', { orderNo })))
    expect(traced.map(one => one.data.payments.length)).toEqual([1, 0])
  })
})
