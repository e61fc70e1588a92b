/** For tests: a small file of every kind that belongs to a shop, as its marketplace writes it. */
import { readFileSync } from 'node:fs'
import { seededRandom } from '#areas/admin/index.ts'
import { headsOf as adHeadsOf } from '#areas/sales/advertising/sheets.ts'
import { writeEarnings, writeFinances, writeReport } from '#areas/finance/facts/markets/ebay/write-files.ts'
import { reportsOf } from '#areas/finance/facts/fba/demo-files.ts'
import { writers } from '#areas/sales/demo/writers.ts'
import { ordersOfDay } from '#areas/sales/demo/orders.ts'
import type { Product } from '#areas/sales/products.ts'
import { orders, report, settled, settlement } from './amazon-files.ts'
import { sampleTransactions } from './ebay-sample.ts'

/** What is made of a line that stands twice, or of one amount that is another: refused, counted as a line of its own, or the same line. */
export type Made = 'refused' | 'counted' | 'same'
export interface KindSample {
  readonly content: string
  readonly marketplace: string
  /** a shop of another platform, and of no other currency */
  readonly elsewhere: string
  readonly path: string
  readonly doubled: Made
  /** null: no amount of it can be made another one by hand here (quantities alone, or JSON, tried with the marketplace) */
  readonly changed: Made | null
}

const paths = {
  amazon: '/AmazonTransactionReport/importData',
  fba: '/amzFba/importData',
  aliexpress: '/financialAE/importData',
  market: '/marketLine/importData',
  orders: '/saleOrder/importData',
  advertising: '/adReport/importData',
  traffic: '/salesTraffic/importData',
  listings: '/salesListing/importData',
}
const usa = { currency: 'USD', country: 'US', site: 'Amazon.com' }
const offers = [
  { sku: 'YF-ZZ-1', title: 'Storage box' },
  { sku: 'YF-ZZ-2', title: 'Desk lamp' },
]
const fba = reportsOf(usa, offers, '2026-11-21', seededRandom(5))
const fbaOf = (start: string, reports = fba): string => reports.find(one => one.name.startsWith(start))?.content ?? ''
/** Amazon writes a VAT report of European shops alone. */
const germany = reportsOf({ currency: 'EUR', country: 'DE', site: 'Amazon.de' }, offers, '2026-11-21', seededRandom(5))

/** Transaction View: numeric dates, no SKU. */
export const transactionView = (rows: readonly string[]): string =>
  [
    'Date,Transaction Status,Account Type,Transaction type,Order ID,Product Details,Total product charges,' +
      'Total promotional rebates,Amazon fees,Other,Total (USD)',
    ...rows,
    '',
  ].join('\r\n')
const viewRows = [
  '3/25/2025,Released,Standard Orders,Order Payment,112-1-1,"Desk lamp, black",$20.00,-$2.00,-$5.10,$1.60,$14.50',
  '3/26/2025,Deferred,Standard Orders,Order Payment,112-1-2,Desk lamp,$10.00,$0.00,-$3.00,$0.00,$7.00',
  '3/26/2025,Released,Standard Orders,Service Fees,,Subscription,$0.00,$0.00,-$39.99,$0.00,-$39.99',
]

const shop = { id: '1', name: 'x', number: 1, currency: 'USD', zone: 'America/Los_Angeles', decimals: 2 }
const ordersOf = (product: Product, marketplaceCode: string): string => {
  const random = seededRandom(3)
  const of = { ...shop, marketplaceCode }
  const goods = offers.map((one, at) => ({ ...one, cents: 1_999 + at, itemId: writers[product].itemId(at) }))
  return writers[product].write(ordersOfDay(of, '2026-08-03', '2026-11-21', goods, 3, random), of).join('')
}

const walmartHead =
  'Period Start Date,Period End Date,Total Payable,Currency,Transaction Key,Transaction Posted Timestamp,Transaction Type,' +
  'Transaction Description,Purchase Order #,Purchase Order line #,Amount,Amount Type,Ship Qty,Partner Item Id,Partner Item Name,Campaign Id'
/** A cycle of two weeks: sale, refund, adjustment and fees of fulfilment. */
export const walmartLines = (period: readonly [from: string, to: string], on: string): string[] => {
  const row = (type: string, amountType: string, amount: string, description = 'Purchase', po = '109') =>
    `${period.join(',')},,USD,k,${on} 10:00:00,${type},${description},${po},1,${amount},${amountType},1,A,Lamp,`
  return [
    row('Sale', 'Product Price', '120.00'),
    row('Sale', 'Shipping', '5.00'),
    row('Sale', 'Product tax', '9.60'),
    row('Sale', 'Product tax withheld', '-9.60'),
    row('Sale', 'Commission on Product', '-18.00'),
    row('Refund', 'Product Price', '-20.00'),
    row('Refund', 'Commission on Product', '3.00'),
    row('Adjustment', 'Fee/Reimbursement', '-3.65', 'Walmart Return Shipping Charge', ''),
    row('Service Fee', 'Fee/Reimbursement', '-7.25', 'WFS Storage Fee', ''),
    row('Service Fee', 'Fee/Reimbursement', '-9.50', 'WFS Fulfillment Fee', ''),
  ]
}
export const walmartReport = (lines: readonly string[], period: readonly [string, string], payable = ''): string =>
  [walmartHead, `${period.join(',')},${payable},USD,,,PaymentSummary,,,,,,,,,`, ...lines, ''].join('\r\n')
const cycle = ['09/12/2026', '09/25/2026'] as const
/** The statement of that cycle, as Walmart's description has it. */
export const walmartStatementOf = (settledOn: string, productPrice = 120): string =>
  JSON.stringify({
    status: 'OK',
    partnerId: '10000003437',
    payload: {
      accountSummary: {
        openingBalance: 0,
        orderActivity: Number((productPrice - 33.65).toFixed(2)),
        walmartFulfillmentServices: -16.75,
        otherActivities: 0,
        reserve: 0,
        paidToYou: 0,
        closingBalance: Number((productPrice - 50.4).toFixed(2)),
        scheduledSettlementDate: settledOn,
        settleCycle: 'Bi-weekly',
      },
      transactionDetails: {
        saleAggregate: {
          productPrice,
          shipping: 5,
          netTaxCollected: 9.6,
          netTaxWithheld: -9.6,
          netComm: -18,
          netPayable: productPrice - 13,
        },
        refundDetails: { productPrice: -20, shipping: 0, netTaxCollected: 0, netTaxWithheld: 0, netComm: 3, netPayable: -17 },
        adjustmentAggregate: { netPayable: -3.65, returnShipServCharge: -3.65 },
        wfs: { netPayable: -16.75, wfsStorageFee: -7.25, wfsFullfillmentFee: -9.5 },
        partnerTxns: [],
      },
    },
  })

export const aliexpressPayouts = (rows: readonly string[]): string =>
  ['放款日期,订单号,子订单号,平台 SKU,放款状态,币种,放款金额,实际放款金额,手续费,联盟佣金', ...rows, ''].join('\r\n')
export const aliexpressRefunds = (rows: readonly string[]): string =>
  ['退款日期,订单号,子订单号,平台 SKU,退款原因,币种,退款金额,实际退款金额', ...rows, ''].join('\r\n')

/** A pay-out as Amazon's interface tells it. */
export const amazonPayoutOf = (id: string, day: string, currentStatus: string, settlementId = `9${id.slice(1)}`, amount = 1250.75) => ({
  id,
  partnerMetadata: { partnerId: 'A1', accountType: 'STANDARD_ORDERS', marketplaceId: 'ATVPDKIKX0DER' },
  currentStatus,
  statusHistory: [{ status: currentStatus, lastUpdatedDate: `${day}T12:00:00Z` }],
  type: 'SCHEDULED',
  amount: { currencyCode: 'USD', currencyAmount: amount },
  accountTail: '1234',
  paymentMethod: 'BANK_ACCOUNT',
  creationDate: `${day}T10:00:00Z`,
  relatedIdentifiers: [{ relatedIdentifierName: 'SETTLEMENT_ID', relatedIdentifierValue: settlementId }],
})

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/amazon/${name}`, import.meta.url), 'utf8')
const amazon = { marketplace: 'amazon.com', elsewhere: 'ebay.com', path: paths.amazon } as const
const ofFba = { ...amazon, path: paths.fba } as const
const ebay = { marketplace: 'ebay.com', elsewhere: 'amazon.com', path: paths.market } as const
const walmart = { marketplace: 'walmart.com', elsewhere: 'amazon.com', path: paths.market } as const
const aliexpress = { marketplace: 'aliexpress.com', elsewhere: 'amazon.com', path: paths.aliexpress } as const

/** A report of advertising in Amazon's heads, of two days or periods. */
function adReport(code: string, own: Readonly<Record<string, string>>, window: 7 | 14 = 7): KindSample {
  const line = {
    campaign: 'Lamps',
    portfolio: 'Core',
    country: 'United States',
    currency: 'USD',
    impressions: '1000',
    clicks: '10',
    ...own,
  }
  const figures = [
    { day: '2026-03-02', startOn: '2026-03-01', endOn: '2026-03-07', spend: '5.25', [`orders${window}`]: '1', [`sales${window}`]: '20.00' },
    { day: '2026-03-03', startOn: '2026-03-08', endOn: '2026-03-14', spend: '4.50', [`orders${window}`]: '2', [`sales${window}`]: '31.00' },
  ].map(one => new Map<string, string>(Object.entries({ ...line, ...one })))
  const heads = adHeadsOf(code).filter(([name]) => figures[0]?.has(name))
  const rows = [heads.map(([, head]) => head), ...figures.map(row => heads.map(([name]) => row.get(name) ?? ''))]
  return {
    ...amazon,
    path: paths.advertising,
    content: rows.map(row => `${row.join(',')}\r\n`).join(''),
    doubled: 'refused',
    changed: 'counted',
  }
}
const ofState = { status: 'ENABLED', budget: '10.00', targetingType: 'Manual targeting', bidding: 'Fixed bids' }
const ofGroup = { adGroup: 'Lamps group' }

/** By the code of the family. */
const trafficSales = { unitsOrdered: 4, totalOrderItems: 3, orderedProductSales: { amount: 54.9, currencyCode: 'USD' } }
const traffic = { sessions: 33, pageViews: 50, mobileAppSessions: 15, buyBoxPercentage: 98.12 }
export const kindSamples: Readonly<Record<string, KindSample>> = {
  amazonSettlement: { ...amazon, content: settlement(settled(0, 4)), doubled: 'refused', changed: 'refused' },
  amazonTransaction: { ...amazon, content: report(orders(0, 4)), doubled: 'counted', changed: 'refused' },
  amazonSummary: {
    ...amazon,
    content: fixture('transaction-summary/2016-01-transaction-summary-us.txt'),
    doubled: 'counted',
    changed: 'counted',
  },
  amazonView: { ...amazon, content: transactionView(viewRows), doubled: 'counted', changed: 'refused' },
  amazonReturns: { ...ofFba, content: fbaOf('fba-returns'), doubled: 'counted', changed: null },
  amazonReimbursements: { ...ofFba, content: fbaOf('fba-reimbursements'), doubled: 'counted', changed: 'refused' },
  amazonStorageFees: { ...ofFba, content: fbaOf('fba-storage'), doubled: 'counted', changed: 'refused' },
  amazonLongTermStorage: { ...ofFba, content: fbaOf('fba-long'), doubled: 'counted', changed: 'refused' },
  amazonFeePreview: { ...ofFba, content: fbaOf('fee-preview'), doubled: 'counted', changed: 'counted' },
  amazonLedgerDetail: { ...ofFba, content: fbaOf('ledger-detail'), doubled: 'counted', changed: null },
  amazonLedgerSummary: { ...ofFba, content: fbaOf('ledger-summary'), doubled: 'counted', changed: null },
  amazonInventoryAge: { ...ofFba, content: fbaOf('inventory-planning'), doubled: 'counted', changed: 'counted' },
  amazonStock: { ...ofFba, content: fbaOf('manage-fba'), doubled: 'counted', changed: null },
  amazonPayouts: {
    ...amazon,
    content: JSON.stringify({ payouts: [amazonPayoutOf('P1', '2026-03-02', 'PAID'), amazonPayoutOf('P2', '2026-03-16', 'IN_TRANSIT')] }),
    doubled: 'same',
    changed: null,
  },
  amazonListings: {
    ...amazon,
    path: paths.listings,
    content:
      'item-name\tlisting-id\tseller-sku\tprice\tquantity\tasin1\tfulfillment-channel\tstatus\r\n' +
      'Storage box\t0801P1\tYF-ZZ-1\t19.99\t\tB0YFZZ1\tAMAZON_NA\tActive\r\n' +
      'Desk lamp\t0801P2\tYF-ZZ-2\t24.50\t7\tB0YFZZ2\tDEFAULT\tInactive\r\n',
    doubled: 'counted',
    changed: null,
  },
  amazonRemovalOrders: { ...ofFba, content: fbaOf('removal-orders'), doubled: 'counted', changed: 'counted' },
  amazonRemovalShipments: { ...ofFba, content: fbaOf('removal-shipments'), doubled: 'counted', changed: null },
  amazonVatTransactions: {
    ...ofFba,
    marketplace: 'amazon.de',
    content: fbaOf('vat-transactions', germany),
    doubled: 'counted',
    changed: 'refused',
  },
  amazonTraffic: {
    ...amazon,
    path: paths.traffic,
    content: JSON.stringify({
      reportSpecification: {
        reportType: 'GET_SALES_AND_TRAFFIC_REPORT',
        reportOptions: { dateGranularity: 'DAY', asinGranularity: 'CHILD' },
        dataStartTime: '2026-03-02',
        dataEndTime: '2026-03-02',
        marketplaceIds: ['ATVPDKIKX0DER'],
      },
      salesAndTrafficByDate: [{ date: '2026-03-02', salesByDate: trafficSales, trafficByDate: traffic }],
      salesAndTrafficByAsin: [{ parentAsin: 'B0P', childAsin: 'B0YFZZ1', salesByAsin: trafficSales, trafficByAsin: traffic }],
    }),
    doubled: 'refused',
    changed: null,
  },
  amazonAdCampaigns: adReport('amazonAdCampaigns', { ...ofState, programType: 'Sponsored Products' }),
  amazonAdBrandCampaigns: adReport('amazonAdBrandCampaigns', { ...ofState, telling: '0' }, 14),
  amazonAdDisplayCampaigns: adReport('amazonAdDisplayCampaigns', { ...ofState, telling: 'CPC' }, 14),
  amazonAdGroups: adReport('amazonAdGroups', ofGroup),
  amazonAdTargets: adReport('amazonAdTargets', { ...ofGroup, target: 'lamp', matchType: 'EXACT' }),
  amazonAdProducts: adReport('amazonAdProducts', { ...ofGroup, sku: 'YF-ZZ-1', asin: 'B0YFZZ1' }),
  amazonAdSearchTerms: adReport('amazonAdSearchTerms', { ...ofGroup, target: 'lamp', matchType: 'BROAD', term: 'desk lamp' }, 14),
  adInvoice: {
    ...amazon,
    path: '/FinanceAdInvoice/importData',
    content:
      '发票日期,发票号,站点,广告活动,账期开始,账期结束,币种,不含税金额,税额,付款方式,付款状态\r\n' +
      '2026-09-30,AD-1,amazon.com,灯具,2026-09-01,2026-09-30,USD,120.00,0.00,账户余额,已支付\r\n' +
      '2026-10-31,AD-2,amazon.com,,2026-10-01,2026-10-31,USD,80.50,6.44,信用卡,待支付\r\n',
    doubled: 'refused',
    changed: 'refused',
  },
  aliexpressOrderItems: {
    ...aliexpress,
    content: aliexpressPayouts([
      '2026-03-01,8123456789012345678,81234567890123456781,A,已放款,USD,10.00,8.70,0.80,0.50',
      '2026-03-02,8123456789012345679,81234567890123456791,B,已放款,USD,20.00,18.40,1.60,0',
    ]),
    doubled: 'counted',
    changed: 'refused',
  },
  aliexpressRefunds: {
    ...aliexpress,
    content: aliexpressRefunds(['2026-03-05,8123456789012345678,81234567890123456781,A,质量问题,USD,10.00,8.70']),
    doubled: 'counted',
    changed: 'counted',
  },
  aliexpressInventory: {
    ...aliexpress,
    content: '库存日期,仓库,平台 SKU,可售数量,冻结数量,在途数量\r\n2026-03-05,菜鸟西班牙仓,A,12,1,4\r\n2026-03-05,菜鸟西班牙仓,B,9,0,0\r\n',
    doubled: 'counted',
    changed: null,
  },
  aliexpressRemovals: {
    ...aliexpress,
    content:
      '移除日期,移除单号,仓库,移除方式,平台 SKU,数量,状态,币种,移除费\r\n2026-03-05,YC1,菜鸟西班牙仓,销毁,A,2,已完成,USD,3.60\r\n' +
      '2026-03-06,YC2,菜鸟西班牙仓,销毁,B,1,已完成,USD,1.80\r\n',
    doubled: 'counted',
    changed: 'refused',
  },
  ebayReport: { ...ebay, content: writeReport(sampleTransactions, 'USD'), doubled: 'counted', changed: 'counted' },
  ebayEarnings: { ...ebay, content: writeEarnings(sampleTransactions, 'USD'), doubled: 'counted', changed: 'counted' },
  ebayApi: { ...ebay, content: writeFinances(sampleTransactions, 'USD'), doubled: 'refused', changed: null },
  walmartReconciliation: {
    ...walmart,
    content: walmartReport(walmartLines(cycle, '09/20/2026'), cycle, '69.60'),
    doubled: 'counted',
    changed: 'counted',
  },
  walmartStatement: { ...walmart, content: walmartStatementOf('2026-10-04'), doubled: 'same', changed: null },
  amazonOrders: { ...amazon, path: paths.orders, content: ordersOf('amazon', 'amazon.com'), doubled: 'counted', changed: 'counted' },
  ebayOrders: { ...ebay, path: paths.orders, content: ordersOf('ebay', 'ebay.com'), doubled: 'same', changed: 'counted' },
  walmartOrders: { ...walmart, path: paths.orders, content: ordersOf('walmart', 'walmart.com'), doubled: 'same', changed: null },
  aliexpressOrders: {
    ...aliexpress,
    path: paths.orders,
    content: ordersOf('aliexpress', 'aliexpress.com'),
    doubled: 'same',
    changed: null,
  },
}
