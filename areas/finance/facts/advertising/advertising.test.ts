/** Advertising invoices: the template filled in, held against settlements in whatever order they come; profit never counts them. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { report, settled, settlement } from '../../../../test/setup/amazon-files.ts'
import type { WrittenSettlementLine } from '../amazon/files/write-report.ts'
import { chargesHandler } from './charges.ts'
import { adInvoiceCheck, chargeBases } from './check-table.ts'

const path = '/FinanceAdInvoice/importData'
const states = adInvoiceCheck.fields.state.choices
let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterEach(() => removeAll())
afterAll(() => h?.close())

const head = '发票日期,发票号,站点,广告活动,账期开始,账期结束,币种,不含税金额,税额,付款方式,付款状态'
const sheet = (...lines: string[]): string => `\uFEFF${[head, ...lines].join('\r\n')}\r\n`
const line = (no: string, net: string, { day = '2025-03-09', campaign = '', tax = '0', state = '已支付', currency = 'USD' } = {}): string =>
  [day, no, 'amazon.com', campaign, '2025-03-03', day, currency, net, tax, '账户余额', state].join(',')
/** A settlement's charge of advertising, as real ones have it: no order, no invoice number. */
const charged = (amount: string): WrittenSettlementLine => ({
  ...(settled(0, 1)[0] as WrittenSettlementLine),
  transactionType: 'ServiceFee',
  orderId: '',
  sku: '',
  amountType: 'Cost of Advertising',
  amountDescription: 'TransactionTotalAmount',
  amount,
  quantity: undefined,
})
const bring = (content: string, wish: object = {}) => h.import('invoices.csv', content, { path, ...wish })
const money = (content: string) => h.import('settlement.txt', content, { shopId: h.shop('amazon.com') })
const checks = async () =>
  (
    await h.sql(
      'select invoice_no as no, state, basis, invoiced, charged, difference, settlement_id as s from ad_invoice_check order by 1, place',
    )
  ).map(row => [row['no'], row['state'], row['basis'], ...['invoiced', 'charged', 'difference'].map(name => text(row[name])), row['s']])
const text = (value: unknown): string | null => (value === null ? null : canonical(asText(value)))
const removeAll = async (): Promise<void> => {
  for (const { id } of await h.sql('select id::text as id from import_run where state = 2 order by id desc'))
    expect(await h.clerk.post('/fileImportHistory/delete', { id })).toMatchObject({ code: 0 })
  expect(await checks()).toEqual([])
}

const invoices = sheet(
  line('INV-1', '100', { tax: '20' }),
  line('INV-2', '30', { campaign: '灯具' }),
  line('INV-2', '5.5', { campaign: '收纳' }),
)
const files = [
  () => bring(invoices),
  () => money(settlement([...settled(0, 2), charged('-120'), charged('-35.50'), charged('-9')], { id: '90001' })),
]
const wanted = [
  ['INV-1', states.equal[0], chargeBases.amount[0], '120', '120', '0', '90001'],
  ['INV-2', states.equal[0], chargeBases.amount[0], '35.5', '35.5', '0', '90001'],
]

describe('held against the settlement', () => {
  test.each([
    [0, 1],
    [1, 0],
  ])('whichever comes first (%i, %i): the same result; taken back, the state before', async (...order) => {
    const notes: string[] = []
    for (const n of order) {
      const told = await files[n]?.()
      expect(told, JSON.stringify(told?.errors)).toMatchObject({ state: 'done' })
      if (n === 0) notes.push(JSON.stringify(told?.notes))
    }
    expect(await checks()).toEqual(wanted)
    expect(notes.join()).toContain(order[0] === 0 ? '2 张有差异或尚未扣款' : '2 张广告发票与结算扣款一致')
    const again = await bring(invoices)
    expect([again.state, again.lines.merged, again.lines.unchanged]).toEqual(['done', 0, 3])
    expect(await checks()).toEqual(wanted)
  })

  test('charges on the days of the invoices that none of them explains are rows of their own', async () => {
    await files[1]?.()
    const told = await bring(sheet(line('INV-1', '100', { tax: '20', day: '2025-03-12' })))
    expect(JSON.stringify(told.notes)).toContain('另有 2 笔广告扣款没有发票')
    const without = [states.noInvoice[0], chargeBases.none[0], null]
    expect(await checks()).toEqual([
      ['', ...without, '35.5', '-35.5', '90001'],
      ['', ...without, '9', '-9', '90001'],
      ['INV-1', states.equal[0], chargeBases.amount[0], '120', '120', '0', '90001'],
    ])
    const { data } = await h.clerk.post('/adReconcile/list', {
      invoicedOn: ['2025-01-01', '2025-12-31'],
      conditionList: [{ field: 'state', condition: 'EQ', value: String(states.noInvoice[0]) }],
    })
    expect(data.total).toBe(2)
  })

  test('profit is what it is without the invoices', async () => {
    await files[1]?.()
    const before = await h.ledger('2025-03-01', '2025-03-31')
    expect(Object.values(before)[0]).toBeDefined()
    await bring(invoices)
    expect(await h.ledger('2025-03-01', '2025-03-31')).toEqual(before)
  })

  test('before the settlement is there, the transaction report’s charge; with it, the settlement’s, and never both', async () => {
    const { epochMs } = { epochMs: Date.UTC(2025, 2, 10, 18, 0) }
    const service = {
      epochMs,
      settlementId: '90001',
      type: 'serviceFee',
      orderId: '',
      sku: '',
      description: 'Cost of Advertising',
      quantity: 0,
    }
    const told = await h.import(
      'march.csv',
      report([
        { ...service, marketplace: '', fulfillment: '', amounts: { otherTransactionFees: '-120' } } as never,
        // of no order as well, and nothing of advertising
        { ...service, description: 'Subscription', marketplace: '', fulfillment: '', amounts: { otherTransactionFees: '-39.99' } } as never,
      ]),
      { shopId: h.shop('amazon.com') },
    )
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done' })
    await bring(sheet(line('INV-1', '100', { tax: '20' }), line('INV-5', '39.99'), line('INV-9', '120')))
    expect((await checks()).map(row => row[1])).toEqual([states.equal[0], states.notCharged[0], states.notCharged[0]])
    await files[1]?.()
    expect((await checks()).map(row => [row[0], row[1]])).toEqual([
      ['INV-1', states.equal[0]],
      ['INV-5', states.notCharged[0]],
      ['INV-9', states.notCharged[0]],
    ])
  })

  test('the list shows the difference to whoever may see it, and the sheet’s lines', async () => {
    await files[1]?.()
    await bring(sheet(line('INV-3', '50', { tax: '10' })))
    const { code, data, msg } = await h.clerk.post('/adReconcile/list', { invoicedOn: ['2025-01-01', '2025-12-31'] })
    expect([code, data.total], msg).toEqual([0, 1])
    expect(data.list[0]).toMatchObject({ invoiceNo: 'INV-3' })
    expect((await h.clerk.post('/FinanceAdInvoice/list', {})).code).toBe(0)
  })
})

describe('beside the spend of the reports', () => {
  const spendHead =
    'Date,Portfolio name,Program Type,Campaign Name,Retailer,Country,Status,Currency,Budget Amount,Targeting Type,Bidding strategy,' +
    'Impressions,Clicks,Spend,7 Day Total Orders (#),7 Day Total Sales'
  const spent = (day: number, spend: string, country = 'United States', currency = 'USD'): string =>
    `2025-03-0${day},P,Sponsored Products,A,Amazon,${country},ENABLED,${currency},10.0,Manual targeting,Fixed bids,100,9,${spend},1,20.00`
  const reports = (marketplace: string, ...lines: string[]) =>
    h.import('campaigns.csv', [spendHead, ...lines].join('\n'), {
      path: '/adReport/importData',
      shopId: h.shop(marketplace),
      accept: true,
    })
  const spend = async () =>
    (
      await h.sql(`select invoice_no as no, spend_state as state, report_spend, days_missing as days, spend_difference, by_days, unexplained
        from ad_invoice_check where place = 0 order by 1`)
    ).map(row => [
      row['no'],
      row['state'],
      row['days'],
      ...['report_spend', 'spend_difference', 'by_days', 'unexplained'].map(name => text(row[name])),
    ])
  const { tax, daysMissing, noReport } = adInvoiceCheck.fields.spendState.choices
  const whole = Array.from({ length: 7 }, (_, at) => at + 3)

  test('reports that come or go say it anew; those of another shop tell nothing', async () => {
    await bring(sheet(line('INV-1', '70', { tax: '14' })))
    expect(await spend()).toEqual([['INV-1', noReport[0], 7, null, null, null, null]])
    const british = await reports('amazon.co.uk', ...whole.map(day => spent(day, '9.00', 'United Kingdom', 'GBP')))
    expect(british, JSON.stringify(british.errors)).toMatchObject({ state: 'done', lines: { merged: 7 } })
    expect(await spend()).toEqual([['INV-1', noReport[0], 7, null, null, null, null]])
    const some = await reports('amazon.com', ...whole.slice(1).map(day => spent(day, '10.00')))
    expect(some, JSON.stringify(some.errors)).toMatchObject({ state: 'done', lines: { merged: 6 } })
    expect(await spend()).toEqual([['INV-1', daysMissing[0], 1, '60', '24', '10', '0']])
    const rest = await reports('amazon.com', spent(3, '10.00'))
    expect(rest, JSON.stringify(rest.errors)).toMatchObject({ state: 'done' })
    expect(await spend()).toEqual([['INV-1', tax[0], 0, '70', '14', '0', '0']])
    await files[1]?.()
    expect(await spend()).toEqual([['INV-1', tax[0], 0, '70', '14', '0', '0']])
    expect((await h.clerk.post('/fileImportHistory/delete', { id: rest.id })).code).toBe(0)
    expect((await spend()).map(row => row[1])).toEqual([daysMissing[0]])
  })

  test('the list tells the three amounts and filters by cause; whoever has no right to invoices gets none', async () => {
    await reports('amazon.com', ...whole.map(day => spent(day, '10.00')))
    await files[1]?.()
    await bring(sheet(line('INV-1', '100', { tax: '20' })))
    const ask = {
      invoicedOn: ['2025-01-01', '2025-12-31'],
      conditionList: [{ field: 'spendState', condition: 'EQ', value: String(adInvoiceCheck.fields.spendState.choices.unexplained[0]) }],
    }
    const { data, msg } = await h.clerk.post('/adReconcile/list', ask)
    expect(data.total, msg).toBe(1)
    const [row] = data.list
    expect(['reportSpend', 'invoiced', 'charged', 'unexplained'].map(name => text(row[name]))).toEqual(['70', '120', '120', '30'])
    expect((await (await h.signIn('employee')).post('/adReconcile/list', ask)).code).toBe(1003)
  })

  test('whoever sees one shop sees its invoices alone, in rows and in the total', async () => {
    await bring(sheet(line('INV-1', '100', { tax: '20' })), { shopId: h.shop('amazon.com') })
    const british = sheet(line('INV-2', '63', { currency: 'GBP' }).replace('amazon.com', 'amazon.co.uk'))
    const told = await bring(british, { shopId: h.shop('amazon.co.uk') })
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done' })
    await reports('amazon.co.uk', ...whole.map(day => spent(day, '9.00', 'United Kingdom', 'GBP')))
    await h.sql(
      `insert into shop_grant (org_id, employee_id, shop_id) select m.org_id, m.employee_id, $1 from account a
       join account_organisation m on m.account_id = a.id where a.username = 'employee'`,
      [h.shop('amazon.co.uk')],
    )
    // the role of the clerk, with the data scope of himself
    await h.sql(`insert into account_role (org_id, account_id, role_id) select r.org_id, e.id, r.role_id from account e, account a
      join account_role r on r.account_id = a.id where e.username = 'employee' and a.username = 'finance'`)
    h.house.rights.forget?.()
    const ask = { invoicedOn: ['2025-01-01', '2025-12-31'] }
    expect((await h.clerk.post('/adReconcile/list', ask)).data.total).toBe(2)
    const { data, msg } = await (await h.signIn('employee')).post('/adReconcile/list', ask)
    expect(data?.list, msg).toMatchObject([{ invoiceNo: 'INV-2', reportSpend: expect.stringMatching(/^63(\.0+)?$/) }])
    expect(JSON.stringify(data)).not.toContain('INV-1')
  })
})

describe('a meaning that a person gives', () => {
  test('another kind as advertising: the invoices are held against it by the job', async () => {
    await files[1]?.()
    await bring(sheet(line('INV-4', '37.5', { day: '2025-03-12' })))
    // two commissions of 18.75 in the period, beside the three charges of advertising
    const [kind] = await h.sql(`select id::text as id from amazon_kind where description = 'Commission' limit 1`)
    await h.sql('update amazon_type_map set item = 30 where kind_id = $1', [kind?.['id'] ?? null])
    await chargesHandler(h.house, { orgId: h.orgId }, {} as never)
    expect((await checks()).map(row => [row[0], row[4]])).toEqual([['INV-4', '202']])
    await h.sql('delete from amazon_type_map where kind_id = $1', [kind?.['id'] ?? null])
  })
})

describe('refused, naming what to change', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['a line twice', sheet(line('D-1', '5'), line('D-1', '5')), /发票“D-1”有 2 行/],
    ['a campaign twice', sheet(line('D-1', '5', { campaign: 'x' }), line('D-1', '6', { campaign: 'x' })), /广告活动“x”有 2 行/],
    ['two days of one invoice', sheet(line('D-1', '5', { campaign: 'x' }), line('D-1', '6', { day: '2025-03-10' })), /2 个发票日期/],
    ['two currencies', sheet(line('D-1', '5', { campaign: 'x' }), line('D-1', '6', { currency: 'EUR' })), /2 种币种/],
    ['a period that ends before it begins', sheet(line('D-1', '5').replace('2025-03-03', '2025-03-12')), /账期结束早于账期开始/],
    ['no number', sheet(line('', '5')), /不能为空|必填|没有/],
    ['an amount that is none', sheet(line('D-1', 'abc')), /不是/],
    ['another site', sheet(line('D-1', '5').replace('amazon.com', 'amazon.it')), /站点/],
  ]
  test.each(cases)('%s', async (_name, content, reason) => {
    const told = await bring(content)
    expect([told.state, told.lines.merged]).toEqual(['refused', 0])
    expect(told.errors.map(error => error.reason).join()).toMatch(reason)
    expect(await h.sql('select 1 from ad_invoice')).toEqual([])
  })

  test('an amount that a later sheet changes is refused with both figures; a state of payment is taken from it', async () => {
    await bring(sheet(line('D-2', '5', { state: '待支付' })))
    const changed = await bring(sheet(line('D-2', '6')))
    expect(changed.errors.map(error => error.reason).join()).toMatch(/当时为 5.*本文件为 6/)
    const paid = await bring(sheet(line('D-2', '5')))
    expect(paid).toMatchObject({ state: 'done' })
    expect(await h.sql('select paid_state from ad_invoice')).toEqual([{ paid_state: '已支付' }])
    const otherDay = await bring(sheet(line('D-2', '5', { day: '2025-03-11' })))
    expect(otherDay.errors.map(error => error.reason).join()).toMatch(/2 个发票日期/)
  })
})
