/** AliExpress sheets: the first waits for a yes, later ones not; twice and in another encoding nothing more; another shop is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { aliexpressPayouts, aliexpressRefunds } from '../../../../test/setup/kind-samples.ts'

const path = '/financialAE/importData'
const payouts = [
  '放款日期,订单号,子订单号,平台 SKU,放款状态,币种,放款金额,实际放款金额,手续费,联盟佣金',
  '2026-03-01,8123456789012345678,81234567890123456781,A,已放款,USD,10.00,8.70,0.80,0.50',
  '2026-03-02,8123456789012345679,81234567890123456791,B,已放款,USD,20.00,18.40,1.60,0',
]
let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())
const stored = () => h.sql('select child_order_id, paid_amount::text from aliexpress_order_item order by 1')

test('pay-outs: the first file waits for a yes; the same again and in UTF-16 changes nothing', async () => {
  const admin = await h.signIn('admin')
  const first = await h.import('payouts.csv', payouts.join('\r\n'), { path, as: admin })
  expect(first.state, JSON.stringify(first.errors)).not.toBe('refused')
  expect(await stored()).toEqual([])
  expect((await admin.post('/fileImportHistory/accept', { id: first.id, reason: '已核对' })).code).toBe(0)
  await h.run(first.id)
  const lines = await stored()
  expect(lines.map(one => one['paid_amount'])).toEqual(['8.7000', '18.4000'])
  const utf16 = Buffer.from(
    `\uFEFF${payouts.toReversed().slice(-1)[0]}\r\n${payouts.slice(1).toReversed().join('\r\n')}`.replaceAll(',', '\t'),
    'utf16le',
  )
  for (const [name, content] of [
    ['again.csv', payouts.join('\n')],
    ['utf16.txt', utf16],
  ] as const)
    expect(await h.import(name, content, { path, as: admin }), name).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 2 } })
  expect(await stored()).toEqual(lines)
  const { code, data } = await admin.post('/financialAE/orderItemList', {})
  expect([code, data.total]).toEqual([0, 2])
  for (const list of ['refund', 'inventory', 'removal']) expect((await admin.post(`/financialAE/${list}List`, {})).code).toBe(0)
  const elsewhere = await h.import('other.csv', payouts.join('\n'), { path, as: admin, shopId: h.shop('ebay.com') })
  expect(elsewhere.errors.map(one => one.reason).join()).toContain('不属于这个平台')
})

describe('pay-outs count, orders only while they are not paid out', () => {
  const order = (id: string, amount: string, status: string, paid = '2026-03-01 09:00:00', created = '2026-03-01 08:00:00') => ({
    order_id: Number(id),
    order_status: status,
    gmt_create: created,
    gmt_pay_time: paid,
    gmt_update: '2026-03-02 08:00:00',
    product_list: {
      order_product_dto: [
        {
          child_id: Number(`${id}1`),
          product_id: 77,
          sku_code: 'A',
          product_name: 'Lamp',
          product_count: 1,
          son_order_status: status,
          total_product_amount: { currency_code: 'USD', amount },
          logistics_amount: { currency_code: 'USD', amount: '2.00' },
        },
      ],
    },
  })
  const listed = (...all: object[]): string =>
    JSON.stringify({ aliexpress_solution_order_get_response: { result: { target_list: { order_dto: all } } } })
  // 501: paid out and given back in part; 502: paid for, not paid out; 503: not paid for; 504: given back before the pay-out
  const files: Readonly<Record<string, readonly [path: string, content: string]>> = {
    orders: [
      '/saleOrder/importData',
      listed(
        order('501', '10.00', 'FINISH'),
        order('502', '20.00', 'SELLER_SEND_GOODS'),
        order('503', '30.00', 'PLACE_ORDER_SUCCESS', ''),
        order('504', '40.00', 'FINISH'),
      ),
    ],
    payouts: [
      path,
      aliexpressPayouts([
        '2026-03-10,501,5011,A,已放款,USD,12.00,10.40,1.00,0.60',
        '2026-03-11,504,5041,A,已放款,USD,30.00,27.50,2.00,0',
        '2026-03-12,502,5021,A,待放款,USD,22.00,0,0,0',
      ]),
    ],
    refunds: [path, aliexpressRefunds(['2026-03-15,501,5011,A,质量问题,USD,3.00,3.00', '2026-03-05,504,5041,A,少发,USD,12.00,12.00'])],
  }
  const shopId = () => h.shop('aliexpress.com')
  const bring = (name: string) => {
    const [to, content] = files[name] ?? ['', '']
    return h.import(`${name}.txt`, content, { path: to, shopId: shopId(), accept: true })
  }
  const counted = async () =>
    (
      await h.sql(
        `select payout_id as child, posted_on::text as day, booked_on::text as booked, k.type || '/' || k.amount_type as kind, amount::text
        from market_line f join amazon_kind k on k.id = f.kind_id where f.shop_id = $1 order by 1, 2, 4, 5`,
        [shopId()],
      )
    ).map(row => [row['child'], row['day'], row['kind'], canonical(String(row['amount'])), row['booked']].join(' '))
  const remove = async (id: string) => expect(await h.clerk.post('/fileImportHistory/delete', { id })).toMatchObject({ code: 0 })
  const wanted = [
    '5011 2026-03-10 SALE/AFFILIATE -0.6',
    '5011 2026-03-10 SALE/COMMISSION -1',
    '5011 2026-03-10 SALE/TOTAL 12',
    '5011 2026-03-15 REFUND/REFUND -3',
    '5021 2026-03-01 SALE/ITEM 20',
    '5021 2026-03-01 SALE/SHIPPING 2',
    '5041 2026-03-11 SALE/COMMISSION -2',
    // what its columns do not explain stands in a kind that nobody has mapped
    '5041 2026-03-11 SALE/OTHER -0.5',
    '5041 2026-03-11 SALE/TOTAL 30',
  ].map(line => `${line} ${line.split(' ')[1] ?? ''}`)

  beforeAll(async () => {
    for (const { id } of await h.sql('select id::text as id from import_run where state = 2 order by id desc')) await remove(String(id))
  })

  test.each([
    ['orders', 'payouts', 'refunds'],
    ['orders', 'refunds', 'payouts'],
    ['payouts', 'orders', 'refunds'],
    ['payouts', 'refunds', 'orders'],
    ['refunds', 'orders', 'payouts'],
    ['refunds', 'payouts', 'orders'],
  ])('%s, %s, %s: the same lines and the same profit; taken back in that order nothing is left', async (...names) => {
    const ids: string[] = []
    for (const name of names) {
      const told = await bring(name)
      expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done' })
      ids.push(told.id)
    }
    expect(await counted()).toEqual(wanted)
    expect(await h.ledger('2026-03-01', '2026-03-31')).toEqual({ [shopId()]: '56.9000' })
    expect(await bring(names[1] ?? '')).toMatchObject({ state: 'done', lines: { merged: 0 } })
    expect(await counted()).toEqual(wanted)
    for (const { id } of await h.sql('select id::text as id from import_run where state = 2 and id <> all($1::bigint[])', [ids]))
      await remove(String(id))
    for (const id of ids) await remove(id)
    expect(await counted()).toEqual([])
    expect(await h.sql(`select count(*)::int as n from market_line_seen`)).toEqual([{ n: 0 }])
  })

  test('what a closed month counted by the order stays; the pay-out counts with its difference in the first open month', async () => {
    const orders = await bring('orders')
    await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2026-03-01', 1)`, [h.orgId])
    const before = await h.ledger('2026-03-01', '2026-03-31')
    const payouts = await bring('payouts')
    expect(await h.ledger('2026-03-01', '2026-03-31')).toEqual(before)
    const open = (await counted()).filter(line => line.startsWith('5011') && line.endsWith('2026-04-01'))
    expect(open).toEqual(
      [
        '5011 2026-03-01 SALE/ITEM -10',
        '5011 2026-03-01 SALE/SHIPPING -2',
        '5011 2026-03-10 SALE/AFFILIATE -0.6',
        '5011 2026-03-10 SALE/COMMISSION -1',
        '5011 2026-03-10 SALE/TOTAL 12',
      ].map(line => `${line} 2026-04-01`),
    )
    const refused = await h.clerk.post('/fileImportHistory/delete', { id: orders.id })
    expect(refused.msg).toContain('已结账的月份，不能删除这次导入')
    await remove(payouts.id)
    expect((await counted()).filter(line => line.endsWith('2026-04-01'))).toEqual([])
    await h.sql('delete from finance_month')
    await remove(orders.id)
  })

  test('orders that were paid out before the first file of pay-outs begins do not count, whichever came first', async () => {
    const at = (id: string, day: string) => order(id, '10.00', 'FINISH', `${day} 09:00:00`, `${day} 08:00:00`)
    const bringOrders = (to: string, ...all: object[]) =>
      h.import(`${to}.json`, listed(...all), { path: '/saleOrder/importData', shopId: shopId(), accept: true })
    const bringPayout = (day: string) =>
      h.import(`${day}.csv`, aliexpressPayouts([`${day},900,9001,A,已放款,USD,12.00,12.00,0,0`]), { path, shopId: shopId(), accept: true })
    const children = async () => [...new Set((await counted()).map(line => line.slice(0, 4)))]
    // 185 days before the pay-out of 3 September is 2 March
    const [old, young] = [await bringOrders('old', at('601', '2026-03-01')), await bringOrders('young', at('602', '2026-03-02'))]
    expect(await children()).toEqual(['6011', '6021'])
    const first = await bringPayout('2026-09-03')
    expect(await children()).toEqual(['6021', '9001'])
    await remove(old.id)
    const late = await bringOrders('late', at('601', '2026-03-01'))
    expect(await children()).toEqual(['6021', '9001'])
    // an older pay-out: it may still be waiting
    const older = await bringPayout('2026-09-02')
    expect(await children()).toEqual(['6011', '6021', '9001'])
    await remove(older.id)
    expect(await children()).toEqual(['6021', '9001'])
    await remove(first.id)
    expect(await children()).toEqual(['6011', '6021'])
    // what a closed month counted stays
    await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2026-03-01', 1)`, [h.orgId])
    const again = await bringPayout('2026-09-03')
    expect(await children()).toEqual(['6011', '6021', '9001'])
    await h.sql('delete from finance_month')
    for (const { id } of [again, late, young]) await remove(id)
    expect(await counted()).toEqual([])
  })
})
