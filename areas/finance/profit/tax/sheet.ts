/**
 * 涉税信息报送: what a platform reported of a shop to the tax office, by quarter (the month entered is any of it), beside what the suite
 * computes of the same: gross, refunds, net, orders, commission and service fees, in the shop's currency and in CNY, with the difference.
 */
import { orderLines } from '#areas/sales/index.ts'
import { minus, plus, sum, via, type Measure } from '#platform/declare/report.ts'
import type { Title } from '#platform/declare/title.ts'
import { amounts } from '../../facts/amounts.ts'
import { financeItems, type FinanceClass, type FinanceItemCode } from '../../base/finance-items.ts'
import { companyProfit } from '../report/profit.ts'
import { manualSheet, type Computed, type Figure, type SheetLine } from '../../facts/sheets/manual-sheet.ts'

const fromReports: Title = [
  '系统按账单中映射到财务科目的金额计算，按入账月份。',
  'Computed from amounts of the reports by finance item, by the month in the books.',
]
const fromFormula: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
const fromOrders: Title = [
  '系统按订单文件计算的订单数，按订购月份，已取消的不计。',
  'Orders that are not cancelled, by the month of purchase.',
]

const codes = Object.keys(financeItems) as FinanceItemCode[]
const idsOf = (isMine: (code: FinanceItemCode) => boolean): number[] => codes.filter(isMine).map(code => financeItems[code].id)
const inClass =
  (...classes: readonly FinanceClass[]) =>
  (code: FinanceItemCode): boolean =>
    classes.includes(financeItems[code].class)
const ofReports = (title: Title, isMine: (code: FinanceItemCode) => boolean): Measure =>
  sum(amounts, 'amount', { title, source: fromReports, when: { item: idsOf(isMine) }, notAllocatable: true })

/** A charge is a negative amount of the reports; a platform tells it as a positive one: what is there before it less what is left. */
const positive = (name: string, title: Title, signed: readonly [name: string, measure: Measure]): Computed => [
  name,
  {
    [signed[0]]: signed[1],
    [`${name}Left`]: plus(['computedGross', signed[0]], {
      title: [`销售总额扣除${title[0]}`, `Gross less ${title[1].toLowerCase()}`],
      source: fromFormula,
    }),
    [name]: minus('computedGross', `${name}Left`, { title, source: fromFormula, kind: 'money' }),
  },
]
const gross: Computed = ['computedGross', { computedGross: ofReports(['系统销售总额', 'Gross computed'], inClass('sales')) }]
const signedRefund = ofReports(['账单退款', 'Refunds of the reports'], inClass('refund'))
const computedRefund = positive('computedRefund', ['系统退款', 'Refunds computed'], ['signedRefund', signedRefund])
const computedNet: Computed = [
  'computedNet',
  { computedNet: plus(['computedGross', 'signedRefund'], { title: ['系统净额', 'Net computed'], source: fromFormula }) },
]
const computedCommission = positive(
  'computedCommission',
  ['系统佣金', 'Commission computed'],
  ['signedCommission', ofReports(['账单佣金', 'Commission of the reports'], code => code === 'commission')],
)
const computedService = positive(
  'computedService',
  ['系统服务费', 'Service fees computed'],
  [
    'signedService',
    ofReports(
      ['账单服务费', 'Service fees of the reports'],
      code => code !== 'commission' && inClass('platformFee', 'fbaFee', 'advertising', 'shippingFee')(code),
    ),
  ],
)
const computedOrders: Computed = [
  'computedTaxOrders',
  {
    computedTaxOrders: {
      ...sum(orderLines, 'firstOfOrder', {
        title: ['系统订单数', 'Orders computed'],
        source: fromOrders,
        when: { isCancelled: [false] },
        notAllocatable: true,
      }),
      kind: 'integer',
    },
  },
]

const amount = (zh: string, en: string, synonyms: readonly string[]): Figure => ({ title: [zh, en], kind: 'money', synonyms })
const figures = {
  gross: amount('收入总额', 'Gross', ['销售总额', '收入', '取得收入总额']),
  refund: { ...amount('退款金额', 'Refunded', ['退款', '退货退款金额']), optional: true },
  net: amount('收入净额', 'Net income', ['净额', '收入净额合计']),
  orders: { title: ['交易笔数', 'Transactions'], kind: 'integer', synonyms: ['订单数', '订单数量', '交易（订单）数量'], optional: true },
  commission: { ...amount('佣金', 'Commission', ['平台佣金', '支付的佣金']), optional: true },
  service: { ...amount('服务费', 'Service fees', ['平台服务费', '支付的服务费']), optional: true },
} as const satisfies Readonly<Record<string, Figure>>
const line = (of: keyof typeof figures, beside: Computed): SheetLine => ({ of, title: figures[of].title, beside })

const { platform } = companyProfit.dimensions
if (platform === undefined) throw new Error('the company profit is not told by platform')

export const platformTax = manualSheet({
  name: 'platformTaxInfo',
  table: 'platform_tax_info',
  title: ['涉税信息报送', 'Tax information'],
  empty: [
    '平台按季度向税务机关报送的收入信息，录入或导入后与系统的数核对',
    'What platforms told the tax office by quarter, held against the books',
  ],
  isEntered: true,
  by: {},
  dimensions: {
    platform,
    company: via(
      [
        { table: 'shop', on: { id: 'shopId' } },
        { table: 'company', on: { id: 'companyId' } },
      ],
      'id',
      {
        title: ['公司主体', 'Legal entity'],
        kind: 'reference',
        label: { table: 'company', on: 'id', column: 'name' },
        target: 'company',
        emptyLabel: ['未指定', 'Not named'],
      },
    ),
  },
  figures,
  lines: {
    gross: line('gross', gross),
    refund: line('refund', computedRefund),
    net: line('net', computedNet),
    orders: line('orders', computedOrders),
    commission: line('commission', computedCommission),
    service: line('service', computedService),
  },
  first: ['company', 'platform', 'shop', 'quarter'],
  reportedBy: 'quarter',
})
