/**
 * Walmart's payment statement (JSON): what Walmart says of a settlement cycle. It is no money of its own: it is the control of the
 * reconciliation report, whose lines of the cycle must make each of its amounts. Built from the documented example. Pure, but for the
 * sheet it declares.
 */
import { choice, date, integer, money, text, type Field } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { shopSheet } from '#platform/declare/shop-sheet.ts'
import { add, compare, isDecimal, sum } from '#platform/format/decimal.ts'
import { isDate } from '#platform/format/dates.ts'
import { showExact } from '#platform/format/numbers.ts'
import { objectOf, pagesOf, type Json } from '#platform/format/parsed-json.ts'
import { asText } from '#platform/format/text.ts'
import { SheetRefusal } from '#platform/server/files.ts'
import { currency, shop } from '../../amazon/lines/table-words.ts'
import { amount, currency as currencyColumn, day, word } from '../../fba/words.ts'

/** Tens: a section; the nine of it is its sum, 50 is all. */
export const statementParts = {
  salePrice: [11, '销售：商品价格', 'Sales: product price'],
  saleShipping: [12, '销售：运费', 'Sales: shipping'],
  saleTax: [13, '销售：代收税', 'Sales: tax collected'],
  saleWithheld: [14, '销售：代扣税', 'Sales: tax withheld'],
  saleCommission: [15, '销售：佣金', 'Sales: commission'],
  saleNet: [19, '销售合计', 'Sales in all'],
  refundPrice: [21, '退款：商品价格', 'Refunds: product price'],
  refundShipping: [22, '退款：运费', 'Refunds: shipping'],
  refundTax: [23, '退款：代收税', 'Refunds: tax collected'],
  refundWithheld: [24, '退款：代扣税', 'Refunds: tax withheld'],
  refundCommission: [25, '退款：佣金', 'Refunds: commission'],
  refundNet: [29, '退款合计', 'Refunds in all'],
  adjustments: [39, '调整合计', 'Adjustments in all'],
  wfsStorage: [41, 'WFS 仓储费', 'WFS storage'],
  wfsFulfilment: [42, 'WFS 配送费', 'WFS fulfilment'],
  wfsRemoval: [43, 'WFS 移除费', 'WFS removal'],
  wfsReturn: [44, 'WFS 退货运费', 'WFS return shipping'],
  wfsNet: [49, 'WFS 合计', 'WFS in all'],
  payable: [50, '本期应付', 'Payable of the cycle'],
} as const

const heads = ['settled_on', 'cycle', 'part', 'stated', 'currency'] as const
const permission = 'finance.market.line'

export const walmartStatement = shopSheet('walmart_statement', {
  code: 'walmartStatement',
  type: 'walmartStatement',
  title: ['沃尔玛付款对账单', 'Walmart payment statement'],
  permission,
  origin: 'madeUp',
  day: 'settledOn',
  columns: {
    settledOn: day('settled_on', '结算日', 'Settled on'),
    cycle: word('cycle', '结算周期', 'Cycle', {
      width: 100,
      codes: { 'Bi-weekly': ['每两周', 'Every two weeks'], Weekly: ['每周', 'Weekly'] },
    }),
    part: ['part', integer('项目', 'Part', { width: 90 }) as Field],
    stated: amount('stated', '对账单金额', 'As stated', { total: false }),
    currency: currencyColumn(),
  },
  identity: ['settledOn', 'part'],
  state: ['cycle'],
  fromJson: rowsOf,
  empty: ['导入沃尔玛付款对账单后，这里显示每一项金额', 'Amounts appear here once a payment statement is imported'],
})

/** Each amount of a statement beside what the reconciliation's lines of its cycle make; renewed when a file of either comes or goes. */
export const walmartProof = resource('walmart_proof', {
  type: 'walmartProof',
  title: ['沃尔玛对账核对', 'Walmart statements against lines'],
  access: { scope: grantedShops, permission },
  fields: {
    shopId: shop(),
    settledOn: date('结算日', 'Settled on', { filter: 'range', sort: true }),
    part: choice('项目', 'Part', statementParts, { filter: 'select', width: 170 }),
    stated: money('对账单金额', 'As stated', { currency: 'currency', sort: true }),
    found: money('明细合计', 'Lines make', { currency: 'currency', optional: true, sort: true }),
    difference: money('差异', 'Difference', { currency: 'currency', optional: true, sort: true }),
    state: choice(
      '状态',
      'State',
      {
        proven: [1, '一致', 'Equal', 'good'],
        differs: [2, '有差异', 'Differs', 'bad'],
        missing: [3, '缺对账明细', 'No lines yet', 'warn'],
      },
      { filter: 'select', width: 110 },
    ),
    currency: currency(),
    /** the reconciliation's period that the statement pays */
    period: text('对账周期', 'Period', { default: '', width: 190 }),
  },
  list: {
    search: false,
    bound: { field: 'settledOn', days: 365 },
    sort: { field: 'settledOn', way: 'DESC' },
    empty: ['导入沃尔玛付款对账单和对账明细后，这里逐项核对', 'Statements are held against the lines of the reconciliation here'],
  },
  record: { editable: [] },
  storage: { kind: 'shop', primary: ['shopId', 'settledOn', 'part'], index: [['-settledOn', 'shopId']] },
})

/** Statements of a document, one or several in an array; null: it is none. */
function rowsOf(document: unknown): string[][] | null {
  const statements = pagesOf(document).map(one => objectOf(one['payload']))
  const known = statements.filter(one => 'accountSummary' in one && 'transactionDetails' in one)
  if (known.length === 0) return null
  const rows = known.map(rowsOfStatement)
  const days = rows.map(([first]) => first?.[0] ?? '')
  const twice = days.find((day, at) => days.indexOf(day) !== at)
  if (twice !== undefined) throw new SheetRefusal(sentence`文件里有两份结算日为 ${twice} 的对账单，请分开上传`)
  return [[...heads], ...rows.flat()]
}

const figure = (of: Json, name: string): string => {
  const value = of[name]
  if (value === undefined || value === null) return '0'
  const written = asText(value).trim()
  if (!isDecimal(written)) throw new SheetRefusal(sentence`对账单的“${name}”不是金额：${written.slice(0, 40)}`)
  return written
}
/** A sum that the statement prints must be that of its parts: a changed amount shows. */
function held(name: string, stated: string, parts: readonly string[]): string {
  const made = sum(parts)
  if (compare(stated, made) !== 0)
    throw new SheetRefusal(
      sentence`对账单的“${name}”为 ${showExact(stated)}，各项之和为 ${showExact(made)}，文件可能被改动或不完整，请重新下载`,
    )
  return stated
}

function rowsOfStatement(payload: Json): string[][] {
  const account = objectOf(payload['accountSummary'])
  const details = objectOf(payload['transactionDetails'])
  const settledOn = asText(account['scheduledSettlementDate'] ?? '').slice(0, 10)
  if (!isDate(settledOn)) throw new SheetRefusal(sentence`对账单没有写明结算日（scheduledSettlementDate），请重新下载`)
  const [sale, refund] = [objectOf(details['saleAggregate']), objectOf(details['refundDetails'])]
  const [adjustments, wfs] = [objectOf(details['adjustmentAggregate']), objectOf(details['wfs'])]
  const shipping = (of: Json): string => sum([figure(of, 'shipping'), figure(of, 'wfsShipping'), figure(of, 'wfsShipppingTax')])
  const partsOf = (of: Json): string[] => [
    figure(of, 'productPrice'),
    shipping(of),
    figure(of, 'netTaxCollected'),
    figure(of, 'netTaxWithheld'),
    figure(of, 'netComm'),
  ]
  const others = Object.keys(adjustments).filter(name => name !== 'netPayable')
  const fees = Object.keys(wfs).filter(name => name !== 'netPayable')
  const [sales, refunds] = [partsOf(sale), partsOf(refund)]
  const saleNet = held('saleAggregate.netPayable', figure(sale, 'netPayable'), sales)
  const refundNet = held('refundDetails.netPayable', figure(refund, 'netPayable'), refunds)
  const adjusted = held(
    'adjustmentAggregate.netPayable',
    figure(adjustments, 'netPayable'),
    others.map(name => figure(adjustments, name)),
  )
  const wfsNet = held(
    'wfs.netPayable',
    figure(wfs, 'netPayable'),
    fees.map(name => figure(wfs, name)),
  )
  held('orderActivity', figure(account, 'orderActivity'), [saleNet, refundNet, adjusted])
  held('walmartFulfillmentServices', figure(account, 'walmartFulfillmentServices'), [wfsNet])
  const activity = [figure(account, 'orderActivity'), figure(account, 'walmartFulfillmentServices'), figure(account, 'otherActivities')]
  const taken = (name: string): string => (figure(account, name).startsWith('-') ? figure(account, name) : `-${figure(account, name)}`)
  held('closingBalance', figure(account, 'closingBalance'), [
    figure(account, 'openingBalance'),
    ...activity,
    ...['reserve', 'paidToYou'].map(name => (compare(figure(account, name), '0') === 0 ? '0' : taken(name))),
  ])
  const p = statementParts
  const amounts: readonly (readonly [part: number, amount: string])[] = [
    ...[p.salePrice, p.saleShipping, p.saleTax, p.saleWithheld, p.saleCommission].map(([no], at) => [no, sales[at] ?? '0'] as const),
    [p.saleNet[0], saleNet],
    ...[p.refundPrice, p.refundShipping, p.refundTax, p.refundWithheld, p.refundCommission].map(
      ([no], at) => [no, refunds[at] ?? '0'] as const,
    ),
    [p.refundNet[0], refundNet],
    [p.adjustments[0], adjusted],
    [p.wfsStorage[0], figure(wfs, 'wfsStorageFee')],
    [p.wfsFulfilment[0], figure(wfs, 'wfsFullfillmentFee')],
    [p.wfsRemoval[0], figure(wfs, 'wfsInventoryRemovalFee')],
    [p.wfsReturn[0], figure(wfs, 'wfsReturnShippingFee')],
    [p.wfsNet[0], wfsNet],
    [p.payable[0], activity.reduce(add, '0')],
  ]
  const cycle = typeof account['settleCycle'] === 'string' ? account['settleCycle'] : ''
  return amounts.map(([part, stated]) => [settledOn, cycle, String(part), stated, ''])
}
