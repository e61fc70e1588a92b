/**
 * Every template that a dialog of file kinds hands out, from the routes: filled in as a person would, imported by the dialog's own call, it
 * gives the figures that were typed; again, and as a workbook, it adds nothing. A template without an example fails here.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { canonical } from '#platform/format/decimal.ts'
import { openImports, type ImportHouse } from '../setup/amazon-imports.ts'
import { orders, report, settled, settlement } from '../setup/amazon-files.ts'
import { closedRows, closingOf } from '../setup/closed-rows.ts'
import { workbookOfRows } from '../setup/made-workbook.ts'

const prefix = '/api-2024'
/** Lists have a template of their own fields, which is a workbook with a preview: see resource-template.test.ts. */
const templates = areas
  .flatMap(area => Object.entries(area.routes ?? {}))
  .flatMap(([key, route]) => {
    const path = key.slice(key.indexOf(' ') + 1)
    const told = route.upload?.definition({ method: 'POST', path: `${prefix}${path}` }, 'zh')
    if (told === undefined || told.preview !== undefined) return []
    return told.templates.map(one => ({ template: one.call.path.slice(prefix.length), path, field: told.select?.field ?? '' }))
  })
const names = [...new Set(templates.map(one => one.template))]

type Filled = Readonly<Record<string, string>>
interface Example {
  /** lines by the heads of the template; a text: lines of a whole report, below the same heads */
  readonly rows: readonly Filled[] | string
  readonly marketplace?: string
  /** what is made for the file to belong to: the call and its values */
  readonly owner?: readonly [call: string, values: object]
  /** one figure of what was stored, and what it must be */
  readonly stored: readonly [statement: string, figures: readonly string[]]
}
const aliexpress = '/financialAE/template?kind='
const amazon = '/AmazonTransactionReport/template?kind='
const carrier = (number: string) => ['/FinanceCarrier/insert', { name: `货代 ${number}`, source: 20, number }] as const
const child = { 订单号: '8123456789012345678', 子订单号: '81234567890123456781', '平台 SKU': 'A', 币种: 'USD' }
const parcel = { 跟踪号: 'T1', 订单号: 'O-1', 发货日期: '2026-09-01', 服务: 'Ground', 分区: '5', 重量: '1.2', 币种: 'USD', 费用说明: '' }
const examples: Readonly<Record<string, Example>> = {
  [`${aliexpress}orderItem`]: {
    rows: [
      { ...child, 放款日期: '2026-03-01', 放款状态: '已放款', 放款金额: '10.00', 实际放款金额: '8.70', 手续费: '0.80', 联盟佣金: '0.50' },
    ],
    marketplace: 'aliexpress.com',
    stored: ['select loan_amount, paid_amount, escrow_fee, affiliate_fee from aliexpress_order_item', ['10', '8.7', '0.8', '0.5']],
  },
  [`${aliexpress}refund`]: {
    rows: [{ ...child, 退款日期: '2026-03-05', 退款原因: '质量问题', 退款金额: '10.00', 实际退款金额: '8.70' }],
    marketplace: 'aliexpress.com',
    stored: ['select refund_amount, paid_amount from aliexpress_refund', ['10', '8.7']],
  },
  [`${aliexpress}inventory`]: {
    rows: [{ 库存日期: '2026-03-05', 仓库: '菜鸟西班牙仓', '平台 SKU': 'A', 可售数量: '12', 冻结数量: '1', 在途数量: '4' }],
    marketplace: 'aliexpress.com',
    stored: ['select sellable, frozen, in_transit from aliexpress_inventory', ['12', '1', '4']],
  },
  [`${aliexpress}removal`]: {
    rows: [
      {
        移除日期: '2026-03-05',
        移除单号: 'YC1',
        仓库: '西班牙',
        移除方式: '销毁',
        '平台 SKU': 'A',
        数量: '2',
        状态: '已完成',
        币种: 'USD',
        移除费: '3.60',
      },
    ],
    marketplace: 'aliexpress.com',
    stored: ['select quantity, fee from aliexpress_removal', ['2', '3.6']],
  },
  [`${amazon}settlement`]: {
    rows: settlement(settled(0, 2), { id: '90077' }),
    marketplace: 'amazon.com',
    stored: [`select sum(amount) from amazon_settlement_line where settlement_id = '90077'`, ['2455.26']],
  },
  [`${amazon}transaction`]: {
    rows: report(orders(0, 2)),
    marketplace: 'amazon.com',
    stored: ['select sum(product_sales) as sales, sum(total) as total from amazon_transaction_line', ['2501', '2455.26']],
  },
  '/FinanceAdInvoice/template': {
    rows: [
      {
        发票日期: '2026-09-30',
        发票号: 'AD-1',
        站点: 'amazon.com',
        广告活动: '',
        账期开始: '2026-09-01',
        账期结束: '2026-09-30',
        币种: 'USD',
        不含税金额: '120.00',
        税额: '9.60',
        付款方式: '账户余额',
        付款状态: '已支付',
      },
    ],
    marketplace: 'amazon.com',
    stored: [`select net_amount, tax from ad_invoice where invoice_no = 'AD-1'`, ['120', '9.6']],
  },
  '/FinanceFinalLegFee/template': {
    rows: [{ ...parcel, 运费: '12.48', 附加费: '1.75' }],
    owner: carrier('71'),
    stored: [`select fee, surcharge, weight from final_leg_fee where tracking_no = 'T1'`, ['12.48', '1.75', '1.2']],
  },
  '/FinanceCarrierCharge/template': {
    rows: [
      { ...parcel, 跟踪号: 'T2', 账单号: 'B-9', 账单合计: '20.23', 运费: '12.48', 附加费: '1.75', 金额: '14.23' },
      { ...parcel, 跟踪号: 'T2', 账单号: 'B-9', 账单合计: '20.23', 运费: '0', 附加费: '6.00', 金额: '6.00', 费用说明: '地址更正' },
    ],
    owner: carrier('72'),
    stored: [
      `select p.fee, p.surcharge, (select sum(c.fee + c.surcharge) from carrier_charge c where c.invoice_no = 'B-9') as billed
        from final_leg_fee p where p.tracking_no = 'T2'`,
      ['12.48', '7.75', '20.23'],
    ],
  },
  '/FinanceFirstLegFee/template': {
    rows: [
      {
        货件号: 'HJ-77',
        SKU: 'S-1',
        品名: '台灯',
        数量: '10',
        箱数: '1',
        体积: '0.5',
        毛重: '4.7',
        净重: '4',
        申报价值: '100',
        头程费用: '35.50',
        币种: 'CNY',
      },
    ],
    owner: ['/FinanceFirstLegShipment/insert', { shipmentNo: 'HJ-77', stage: 1, period: '2026-10' }],
    stored: [`select quantity, volume, gross_weight, stated_fee from first_leg_fee where sku = 'S-1'`, ['10', '0.5', '4.7', '35.5']],
  },
}

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())

test('every template has an example', () => {
  expect(names.toSorted()).toEqual(Object.keys(examples).toSorted())
})

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const bare = (line: string): string => line.replaceAll(/["\s]/g, '').toLowerCase()
/** The template with the lines below its head. */
function filledIn(template: string, rows: Example['rows']): readonly (readonly string[])[] | string {
  const heads = template.replace('\uFEFF', '').trimEnd()
  if (typeof rows === 'string') {
    const lines = rows.replace('\uFEFF', '').split(/\r?\n/)
    const at = lines.findIndex(line => bare(line) === bare(heads))
    expect(at, `the report has the head of the template: ${heads}`).toBeGreaterThanOrEqual(0)
    return [template.trimEnd(), ...lines.slice(at + 1)].join('\r\n')
  }
  const titles = heads.split(',')
  for (const row of rows)
    expect(titles, 'each head of the example stands in the template').toEqual(expect.arrayContaining(Object.keys(row)))
  return [titles, ...rows.map(row => titles.map(title => row[title] ?? ''))]
}

/** Each file once more with other amounts, as somebody might send it when the month is over. */
const sentLater: (() => Promise<{ readonly id: string; readonly state: string }>)[] = []
const otherAmounts = (content: string): string =>
  content.replaceAll(/(\d)\.(\d\d)(?!\d)/g, (_, digit: string, cents: string) => `${(Number(digit) + 1) % 10}.${cents}`)

describe.each(names)('%s', name => {
  const { path, field } = templates.find(one => one.template === name) ?? { path: '', field: '' }
  const example = examples[name] as Example

  test('filled in it is imported with the same figures; again and as a workbook nothing is new', async () => {
    const file = (await h.download(name)).toString('utf8')
    expect(file).not.toMatch(/\n./)
    const rows = filledIn(file, example.rows)
    const content = typeof rows === 'string' ? rows : `\uFEFF${rows.map(row => row.map(quoted).join(',')).join('\r\n')}\r\n`
    const made = example.owner ? await h.clerk.post(...example.owner) : null
    if (made !== null) expect(made, made.msg).toMatchObject({ code: 0 })
    const owner = made === null ? { shopId: h.shop(example.marketplace ?? '') } : { owner: { [field]: String(made.data.id) } }
    const bring = (as: string, what: Buffer | string) => h.import(as, what, { path, accept: true, ...owner })
    sentLater.push(() => bring('later.csv', otherAmounts(content)))
    const first = await bring('filled.csv', content)
    expect(first, JSON.stringify([first.errors, first.notes])).toMatchObject({ state: 'done', lines: { refused: 0, unchanged: 0 } })
    const [stored] = await h.sql(example.stored[0])
    expect(Object.values(stored ?? {}).map(value => canonical(String(value)))).toEqual(example.stored[1])
    const again: [string, Buffer | string][] = [['again.csv', content]]
    if (typeof rows !== 'string') again.push(['filled.xlsx', workbookOfRows(rows)])
    for (const [as, what] of again)
      expect(await bring(as, what), as).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: first.lines.merged } })
  })
})

test('a carrier’s bill whose stated sum does not follow waits with both figures; one whose parts do not make the amount, too', async () => {
  const made = await h.clerk.post(...carrier('73'))
  const head = (await h.download('/FinanceCarrierCharge/template')).toString('utf8').replace('\uFEFF', '').trimEnd()
  const bring = (line: string) =>
    h.import('bill.csv', `${head}\r\n${line}\r\n`, { path: '/FinanceFinalLegFee/importData', owner: { carrierId: String(made.data.id) } })
  const sum = await bring('B-10,99.00,T3,O-1,2026-09-01,Ground,5,1.2,12.48,1.75,14.23,USD,')
  expect(sum).toMatchObject({ state: 'waiting', doubts: [{ stated: '99', found: '14.23', currency: 'USD' }] })
  const parts = await bring('B-11,,T4,O-1,2026-09-01,Ground,5,1.2,12.48,1.75,15.00,USD,')
  expect(parts.state).toBe('waiting')
  expect(await h.sql(`select 1 from final_leg_fee where tracking_no in ('T3', 'T4')`)).toEqual([])
})

test('of closed months neither these files, with other amounts or taken back, nor timed work change a figure', async () => {
  const closing = closingOf(h.house.registry)
  const [until, month] = ['2026-10-31', '2026-10-01']
  const imports = await h.sql('select id::text as id from import_run where state = 2 order by id')
  const before = await closedRows(closing, until, h.sql)
  await h.sql('insert into finance_month (org_id, month, state) values ($1, $2, 1)', [h.orgId, month])
  expect(Object.values(before).filter(rows => rows !== 'null').length).toBeGreaterThan(5)
  for (const send of sentLater) await send()
  for (const { id } of imports) await h.clerk.post('/fileImportHistory/delete', { id })
  const system = await h.house.asSystem(h.orgId, 'tests: timed work')
  const planned = { at: h.house.now(), signal: new AbortController().signal }
  for (const one of h.house.registry.timed.values())
    if (one.of === 'organisation') await system.write((tx, inside) => one.work(inside, tx, planned))
  expect(await closedRows(closing, until, h.sql)).toEqual(before)
}, 120_000)
