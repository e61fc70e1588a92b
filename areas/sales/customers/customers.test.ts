/** Customers from order files: kept apart from the lines, masked, counted once, forgotten with the last line that names them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveCustomers } from './proof.ts'
import { readAnew } from '#platform/server/imports/read-anew.ts'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'

const path = '/saleOrder/importData'
const head =
  'Sales Record Number,Order ID,Buyer User ID,Buyer Name,Item Number,Item Title,Custom Label,Quantity,Item Price,Shipping And Handling,' +
  'eBay Collected Tax,Total Price,Order Date,Paid On Date,Ship By Date,Order Status'
const row = (no: string, user: string, name: string, date: string, status = 'Paid', price = '$10.00'): string =>
  `${no},06-1-${no},${user},${name},31${no},Lamp,L${no},1,${price},$1.00,$0,$11.00,${date} 07:12:00,${date} 07:12:00,Oct-09-26,${status}`
const file = (...rows: string[]): string => [head, ...rows, `"${rows.length} record(s) downloaded"`].join('\r\n')
const bring = async (name: string, content: string, site = 'ebay.com') => {
  const told = await h.import(name, content, { path, shopId: h.shop(site) })
  expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done' })
  return told
}

let h: ImportHouse
let september = ''
beforeAll(async () => {
  h = await openImports()
  const own = file(
    row('1', 'nova_77', 'Ann Mary Nova', 'Sep-03-26'),
    row('2', 'onyx', 'Bo Onyx', 'Sep-04-26'),
    row('3', '', '', 'Sep-05-26'),
  )
  september = (await bring('september.csv', own)).id
  await bring('october.csv', file(row('4', 'NOVA_77', 'Ann Mary Nova', 'Oct-01-26'), row('5', 'opal', 'Cy Opal', 'Oct-02-26', 'Cancelled')))
})
afterAll(() => h?.close())

interface Listed {
  readonly id: string
  readonly customerNo: string
  readonly [field: string]: unknown
}
const byText = (a: readonly unknown[], b: readonly unknown[]): number => a.join().localeCompare(b.join())
const customers = async (): Promise<readonly Listed[]> =>
  (await h.boss.post('/customer/list', {})).data.list.toSorted((a: Listed, b: Listed) => Number(b['orders']) - Number(a['orders']))

test('who orders under one user name is one customer; new and returning by month; an order without a buyer is told', async () => {
  const list = await customers()
  expect(list.map(one => [one['orders'], one['kind'], one['firstOn'], one['lastOn'], one['sales']])).toEqual([
    [2, 3, '2026-09-03', '2026-10-01', '22.0000'],
    [1, 2, '2026-09-04', '2026-09-04', '11.0000'],
    [0, 1, null, null, '0.0000'],
  ])
  const { data } = await h.boss.post('/customerStatistics/list', {})
  const figures = data.list.map((one: Record<string, unknown>) =>
    ['month', 'customers', 'newCustomers', 'returning', 'orders', 'nameless', 'perCustomer', 'reason'].map(name => one[name]),
  )
  expect(figures).toEqual([
    ['2026-10', 1, 0, 1, 1, 0, '1.00', null],
    ['2026-09', 2, 2, 0, 3, 1, '1.00', 2],
  ])
})

test('no order line and nothing kept beside it holds a name; a person without the right sees a few letters and finds nobody', async () => {
  for (const table of ['order_line', 'order_line_seen', 'customer_month'])
    expect(await h.sql(`select 1 from ${table} t where t::text ~* 'nova|onyx|opal'`)).toEqual([])
  const [first] = await customers()
  expect(first?.['userName']).toMatch(/^\*+77$/)
  const id = first?.id ?? ''
  expect((await h.clerk.post('/customer/reveal', { id, field: 'userName' })).code).toBe(1003)
  expect((await h.clerk.post('/customer/options', { name: 'nova' })).code).toBe(1003)
})

test('options find from two characters, within the shops of the asker, and each one told stands in the trail', async () => {
  const sales = await h.signIn('sales')
  expect((await sales.post('/customer/options', { name: 'n' })).data.errors[0]).toMatchObject({ field: 'name' })
  expect((await sales.post('/customer/options', {})).code).toBe(1002)
  expect((await sales.post('/customer/options', { name: 'nova', pageSize: 21 })).code).toBe(1002)
  // his shops are Amazon's
  expect((await sales.post('/customer/options', { name: 'nova' })).data).toEqual([])
  const granted = `select $1, $2, id from employee where org_id = $1 and name = '林晓'`
  await h.sql(`insert into shop_grant (org_id, shop_id, employee_id) ${granted}`, [h.orgId, h.shop('ebay.com')])
  h.house.rights.forget?.()
  const { data } = await sales.post('/customer/options', { name: 'mary nova' })
  expect(data).toEqual([{ customer_id: (await customers())[0]?.id, email: null, first_name: 'Ann Mary', last_name: 'Nova' }])
  expect((await sales.post('/customer/options', { name: 'OVA ann' })).data).toEqual(data)
  expect((await sales.post('/customer/options', { name: '%%' })).data).toEqual([])
  const trail = await h.sql(`select count(*)::int as n from audit_entry where subject = 'customer' and verb = 'reveal'`)
  expect(trail).toEqual([{ n: 2 }])
})

test('a customer opens his orders, by his number alone', async () => {
  const [first] = await customers()
  const { data } = await h.boss.post('/customer/orders', { id: first?.id })
  const asked = new URLSearchParams(String(data.page).split('?')[1])
  const wanted = Object.fromEntries([...asked].map(([name, value]) => [name.slice(2), value]))
  expect(wanted).toEqual({ shopId: h.shop('ebay.com'), customerNo: first?.customerNo, orderedOn: '2026-09-03,2026-10-01' })
  const { orderedOn: _days, ...rest } = wanted
  const found = await h.boss.post('/saleOrder/list', { ...rest, orderedOn: ['2026-09-03', '2026-10-01'] })
  expect(found.data.list.map((one: { orderNo: string }) => one.orderNo)).toEqual(['06-1-4', '06-1-1'])
})

test('Amazon’s files name nobody: customers are empty with the reason, never 0', async () => {
  const columns =
    'amazon-order-id merchant-order-id purchase-date last-updated-date order-status fulfillment-channel sales-channel product-name sku ' +
    'asin item-status quantity currency item-price item-tax shipping-price shipping-tax gift-wrap-price gift-wrap-tax ' +
    'item-promotion-discount ship-promotion-discount ship-country'
  const at = '2026-10-18T10:30:00+00:00'
  const line = ['302-1', '', at, at, 'Shipped', 'Amazon', 'Amazon.de', 'Rolle', 'R', 'B0R', 'Shipped', '1', 'EUR', '9', '1']
  const told = [...line, ...Array.from({ length: 6 }, () => ''), 'DE']
  await bring('amazon.txt', [columns.replaceAll(' ', '\t'), told.join('\t'), ''].join('\r\n'), 'amazon.de')
  const { data } = await h.boss.post('/customerStatistics/list', { shopId: [h.shop('amazon.de')] })
  expect(data.list).toHaveLength(1)
  expect(data.list[0]).toMatchObject({ customers: null, newCustomers: null, returning: null, perCustomer: null, orders: 1, reason: 1 })
})

const proven = async () => proveCustomers(await h.house.asSystem(h.orgId, 'test'))
test('what another file tells of the same orders counts for whom it names: the proof holds over imports and their removal', async () => {
  const kept = async () => h.sql('select * from customer_month order by shop_id, month, customer_no, currency')
  expect(await proven()).toEqual([])
  const before = await kept()
  const list = await customers()
  // known lines change nothing: the same file once more under another name
  await bring('again.csv', file(row('4', 'nova_77', 'Ann Mary Nova', 'Oct-01-26')))
  expect(await kept()).toEqual(before)
  // order 2 goes on under another buyer, order 3 gets one, a month is new, one order is cancelled
  const { id: later } = await bring(
    'later.csv',
    file(
      row('2', 'opal', 'Cy Opal', 'Sep-04-26', 'Shipped'),
      row('3', 'onyx', 'Bo Onyx', 'Sep-05-26', 'Shipped'),
      row('1', 'nova_77', 'Ann Mary Nova', 'Sep-03-26', 'Cancelled'),
      row('6', 'quartz', 'Di Quartz', 'Nov-02-26'),
    ),
  )
  expect(await proven()).toEqual([])
  expect((await customers()).map(one => [one['orders'], one['firstOn'], one['lastOn']]).toSorted(byText)).toEqual([
    [1, '2026-09-04', '2026-09-04'],
    [1, '2026-09-05', '2026-09-05'],
    [1, '2026-10-01', '2026-10-01'],
    [1, '2026-11-02', '2026-11-02'],
  ])
  await h.sql(`update customer_month set orders = orders + 1 where month = '2026-11-01'`)
  expect((await proven()).map(one => [one.what, one.expected.split(' ')[0], one.found.split(' ')[0]])).toEqual([
    ['customer_month', '1', '2'],
    ['customer', '2', '1'],
  ])
  await h.sql(`update customer_month set orders = orders - 1 where month = '2026-11-01'`)
  const admin = await h.signIn('admin')
  expect((await admin.post('/fileImportHistory/delete', { id: later })).code).toBe(0)
  expect(await proven()).toEqual([])
  expect([await kept(), await customers()]).toEqual([before, list])
})

test('with the import that named them customers go; who ordered elsewhere stays, and is new there', async () => {
  const admin = await h.signIn('admin')
  expect((await admin.post('/fileImportHistory/delete', { id: september })).code).toBe(0)
  const list = await customers()
  expect(list.map(one => [one['orders'], one['firstOn']])).toEqual([
    [1, '2026-10-01'],
    [0, null],
  ])
  const { data } = await h.boss.post('/customerStatistics/list', { shopId: [h.shop('ebay.com')] })
  expect(data.list.map((one: Record<string, unknown>) => [one['month'], one['newCustomers']])).toEqual([['2026-10', 1]])
  expect(await proven()).toEqual([])
})

test('files from before their buyers were read are read again from the store: all is as an import of today makes it', async () => {
  const kept = async () => [
    await h.sql('select * from order_line order by shop_id, order_no, line_no'),
    await h.sql('select import_id, order_no, line_no, line from order_line_seen order by 1, 2, 3'),
    await h.sql('select * from customer_month order by shop_id, month, customer_no, currency'),
    (await customers())
      .map(({ id: _id, version: _version, updatedAt: _at, createdAt: _since, ...rest }) => rest)
      .toSorted((a, b) => (a.customerNo < b.customerNo ? -1 : 1)),
  ]
  await bring('ebay 2026-12.csv', file(row('8', 'ruby', 'Eve Ruby', 'Dec-03-26'), row('9', 'onyx', 'Bo Onyx', 'Dec-04-26')))
  await bring('later.csv', file(row('9', 'opal', 'Cy Opal', 'Dec-04-26', 'Shipped')))
  const before = await kept()
  await h.sql(`update order_line set customer_no = '', due_on = null`)
  await h.sql(`update order_line_seen set line = line - 'customer_no' - 'due_on'`)
  await h.sql('delete from customer')
  await h.sql('delete from customer_month where shop_id = $1', [h.shop('ebay.com')])
  await h.sql('update import_run set is_due_anew = true, period_from = null, period_to = null')
  await readAnew(h.house)
  expect(await kept()).toEqual(before)
  expect(await proven()).toEqual([])
  expect(await h.sql('select count(*)::int as n from order_line_staging')).toEqual([{ n: 0 }])
  expect(
    await h.sql(`select count(*) filter (where is_due_anew)::int as due, min(period_from)::text as "from", max(period_to)::text as "to"
      from import_run`),
  ).toEqual([{ due: 0, from: '2026-12-01', to: '2026-12-31' }])
  // a file that is gone from the store is left as it is
  await h.sql(`update stored_file set storage_key = 'gone'`)
  await h.sql('update import_run set is_due_anew = true')
  await readAnew(h.house)
  expect(await kept()).toEqual(before)
})
