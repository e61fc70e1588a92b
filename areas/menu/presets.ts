/**
 * What the usual kinds of work need of the subjects: the roles of the demo company, those of 载入常用角色, and the templates of 角色授权. What
 * everybody has (审批, 公司动态 …) stands in the menu without being named.
 */
import { preset, presetLike, type Preset } from '#platform/declare/preset.ts'

const of = (subjects: string): string[] => subjects.split(' ')

const reveal = [10]
/** what an area's own list calls its first operation beyond the suite's */
const first = [100]

/** 认定 of differences and losses in the warehouse */
const decides = [104]
/** 追溯和冻结 of batches, through all warehouses and shops */
const traces = [106]
/** 改判 of what readings give */
const overrules = [105]

/** 查看成本 of the figures that those who sell look at, and what goods cost in the lines of order profit */
const soldCosts = {
  'finance.overview': first,
  'finance.profit': first,
  'finance.amazon.profit': first,
  'finance.market.ebay': [100, 101],
  'finance.market.yx': [100, 101],
  'finance.market.ae': [100, 101],
  'finance.order': first,
  'finance.claim': first,
  'sales.amazon.statistics': first,
  'sales.ebay.statistics': first,
  'sales.walmart.statistics': first,
  'sales.aliexpress.statistics': first,
}
/** what goods were bought for and carriers are paid */
const allCosts = {
  ...soldCosts,
  'rdProject.report': first,
  'productionOrder.report': first,
  'finance.sheet.financeBudget': first,
  'finance.sheet.financeDeptBudget': first,
  'finance.sheet.yxSalesProfit': first,
  'finance.sheet.financeJxhProfit': first,
  'finance.freight.firstLeg': first,
  'finance.freight.finalLeg': first,
  'finance.calculation': first,
  'finance.stock.receipt': first,
  'finance.stock.batch': first,
  'finance.stock.books': first,
  'finance.stock.inventory': first,
  'finance.stock.writeDown': first,
}

const boss = preset('boss', ['总经理', 'General manager'], {
  atMost: 15,
  view: of(
    'overview profit budget saleStatistics orders listings ads afterSales customers shops products suppliers purchaseOrders ' +
      'purchaseMoney productionOrders bills inspections nonconformities research samples changes replenish requirements stock ' +
      'goodsInOut transfers shipping fbaStock storageFees freight ' +
      'warehouses imports settlements orderChecks receivables ' +
      'monthClose shopProfit documents sheets productCost receipts stockBooks cash bankMatch vouchers tax rates staff ' +
      'roster personnelActions labourContracts contracts certificates roles monitor queries dictionaries',
  ),
  manage: ['performance'],
  // claims of activities are audited by who leads
  tabs: {
    policies: { 'documents.regulation': 'manage' },
    news: { 'culture.sealedOpening': 'view' },
    activities: { 'culture.cultureExpense': 'manage' },
  },
  more: of(
    'orders listings afterSales customers shops products suppliers purchaseOrders purchaseMoney productionOrders bills inspections ' +
      'nonconformities research samples changes replenish requirements stock goodsInOut transfers shipping storageFees freight ' +
      'warehouses imports settlements orderChecks shopProfit documents ' +
      'sheets productCost receipts stockBooks bankMatch vouchers tax rates staff ' +
      'roster personnelActions labourContracts contracts certificates myAffairs roles monitor queries dictionaries ' +
      'workOrders projects points books ' +
      'activities policies help',
  ),
  sensitive: {
    ...allCosts,
    'finance.shopProfit': first,
    'sales.customer': reveal,
    supplier: first,
    hrFile: [101],
    personnelAction: [101],
    labourContract: [101],
    hrAgreement: [101],
    hrLetter: [101],
    hrFileChange: [101],
    sealedOpening: first,
    performance: first,
    'monitoring.usage': first,
    goodsStock: [100, 104],
    bom: first,
    productionOrder: first,
    goodsConvert: first,
    goodsIn: first,
    purchaseOrder: first,
    platformOrderLine: first,
    receiptDiscrepancy: [100, 104],
    purchaseInvoice: first,
    supplierStatement: first,
    paymentRequest: first,
    supplierBalance: first,
    goodsCount: decides,
    goodsBatch: traces,
    goodsTransfer: decides,
    shippingOrder: [...first, ...decides],
    inspection: overrules,
    nonconformity: [...decides, ...overrules],
    contract: [101, 102, 103],
    rdProject: [101],
    sample: [101],
    certificate: [102],
    document: [102],
  },
  pins: ['dashboards', 'sales', 'finance', 'goods', 'office'],
  home: of('boss.figures finance.why boss.months boss.queue boss.shops boss.platforms boss.cash mine.day'),
})

const finance = preset('finance', ['财务', 'Finance'], {
  atMost: 45,
  view: [
    'overview',
    'shops',
    'products',
    'suppliers',
    'purchaseOrders',
    'listings',
    'customers',
    'replenish',
    'stock',
    'goodsInOut',
    'transfers',
    'shipping',
    'productionOrders',
    'bills',
    'warehouses',
    'dictionaries',
    'contracts',
  ],
  handle: ['saleStatistics', 'monthClose'],
  // lines of order profit are audited by who keeps the books
  manage: of(
    'profit budget orders ads afterSales fbaStock storageFees freight imports settlements orderChecks receivables ' +
      'shopProfit documents sheets productCost receipts stockBooks cash bankMatch vouchers tax rates purchaseMoney',
  ),
  // who brings the files of the marketplaces says which SKU and which shop their lines mean, and brings those of visits too
  tabs: {
    products: { 'reference.skuMap': 'manage' },
    shops: { aliases: 'manage' },
    listings: { traffic: 'manage', 'sales.salesTrafficCheck': 'manage', 'sales.salesListing': 'manage' },
  },
  more: [
    'listings',
    'customers',
    'purchaseOrders',
    'replenish',
    'stock',
    'goodsInOut',
    'transfers',
    'shipping',
    'productionOrders',
    'bills',
    'warehouses',
    'dictionaries',
    'contracts',
  ],
  sensitive: {
    ...allCosts,
    'sales.shipment': first,
    'sales.offline': reveal,
    // closed, not opened again: that is for who leads
    'finance.month': first,
    'finance.shopProfit': first,
    // whoever pays needs the account
    supplier: reveal,
    bom: first,
    productionOrder: first,
    goodsConvert: first,
    goodsStock: first,
    goodsIn: first,
    purchaseOrder: first,
    platformOrderLine: first,
    shippingOrder: first,
    receiptDiscrepancy: first,
    purchaseInvoice: first,
    supplierStatement: first,
    paymentRequest: [10, 100],
    supplierBalance: first,
    contract: [101, 102],
  },
  pins: ['finance', 'dashboards', 'sales', 'goods', 'office'],
  home: of('finance.month finance.figures finance.data mine.queue finance.result finance.imports mine.schedule'),
})

const sales = preset('sales', ['销售', 'Sales'], {
  atMost: 25,
  view: ['overview', 'profit', 'customers', 'shops', 'products', 'fbaStock', 'storageFees', 'performance'],
  handle: ['saleStatistics', 'orders', 'listings', 'ads', 'afterSales', 'replenish', 'imports'],
  tabs: {
    shipping: { 'logistics.shipPlan': 'handle' },
    certificates: { 'contracts.listingCompliance': 'view' },
    ads: { invoices: 'none' },
    fbaStock: { monthCheck: 'none' },
    products: { 'reference.skuMap': 'handle', 'reference.productGroup': 'handle' },
  },
  more: ['myAffairs', 'storageFees', 'shipping', 'certificates', 'policies'],
  sensitive: { 'sales.customer': reveal, 'sales.offline': reveal },
  pins: ['sales', 'dashboards', 'goods', 'supply', 'office'],
  home: of('sales.figures sales.why sales.cover sales.skus sales.ads sales.queue sales.performance culture.notices'),
})

const buyer = preset('buyer', ['采购', 'Purchasing'], {
  atMost: 20,
  view: ['replenish', 'stock', 'fbaStock', 'warehouses', 'rates', 'shops', 'dictionaries', 'inspections', 'research', 'changes'],
  handle: ['products', 'goodsInOut', 'nonconformities', 'shipping', 'contracts', 'certificates'],
  manage: ['suppliers', 'purchaseOrders', 'purchaseMoney', 'productionOrders', 'bills', 'requirements'],
  more: [
    'myAffairs',
    'requirements',
    'productionOrders',
    'bills',
    'rates',
    'warehouses',
    'shops',
    'dictionaries',
    'dashboard',
    'inspections',
    'shipping',
    'contracts',
    'certificates',
    'research',
    'changes',
    'policies',
  ],
  // whom to ask, not the account that is paid
  sensitive: {
    supplier: first,
    bom: first,
    productionOrder: first,
    goodsConvert: first,
    goodsStock: first,
    goodsIn: [100, 103],
    purchaseOrder: first,
    platformOrderLine: first,
    receiptDiscrepancy: [100, 104],
    nonconformity: decides,
    purchaseInvoice: first,
    supplierStatement: first,
    paymentRequest: first,
    supplierBalance: first,
    contract: [101, 102],
  },
  pins: ['supply', 'goods', 'office'],
  home: of('buyer.queue sales.cover buyer.prices mine.schedule culture.notices'),
})

const keeper = preset('keeper', ['仓管', 'Warehouse'], {
  atMost: 20,
  view: ['products', 'purchaseOrders', 'bills', 'fbaStock', 'warehouses'],
  handle: ['goodsInOut', 'transfers', 'inspections', 'nonconformities', 'floor', 'shipping', 'productionOrders'],
  // who receives says what is wrong and sends it back
  tabs: { purchaseOrders: { 'goods.purchaseReturn': 'handle', 'supply.receiptDiscrepancy': 'handle' } },
  manage: ['stock'],
  more: ['myAffairs', 'productionOrders', 'bills', 'dashboard', 'warehouses', 'shipping', 'policies'],
  pins: ['goods', 'supply', 'office'],
  home: of('mine.queue keeper.inspections keeper.orders keeper.unsold mine.schedule culture.notices'),
})

const hr = preset('hr', ['人事', 'Human resources'], {
  atMost: 20,
  view: ['roles', 'dictionaries', 'contracts', 'certificates'],
  handle: ['staff'],
  manage: [
    'roster',
    'personnelActions',
    'myAffairs',
    'attendance',
    'labourContracts',
    'performance',
    'news',
    'points',
    'books',
    'activities',
    'help',
    'policies',
  ],
  tabs: { news: { 'culture.sealedOpening': 'none' } },
  more: ['dictionaries', 'contracts', 'certificates'],
  sensitive: {
    employee: reveal,
    attendanceDay: [105],
    attendanceMonth: [103, 104],
    contract: [102],
    certificate: [102],
    document: [100, 102],
    hrFile: [...reveal, 100, 101, 103],
    hrFileChange: [...reveal, 100, 101],
    hrLetter: [101],
    hrRoster: [100, 101],
    hrPaper: [...reveal, 100],
    hrFamily: [...reveal, 100],
    personnelAction: [...reveal, 101],
    labourContract: [101],
    hrAgreement: [101],
    performance: first,
    notice: first,
    news: first,
    chronicle: first,
    bbsTopic: first,
    bbsReport: first,
    culturalExchangeHistory: first,
    culturalPoint: first,
    cultureActivity: first,
    cultureExpense: first,
    qa: first,
  },
  pins: ['people', 'office'],
  home: of('hr.queue hr.figures hr.notices hr.signUps culture.celebrations mine.schedule'),
})

const it = preset('it', ['信息技术', 'IT'], {
  atMost: 20,
  view: ['dictionaries', 'staff', 'roles', 'shops', 'products', 'rates', 'warehouses', 'suppliers'],
  handle: ['queries', 'monitor', 'projects'],
  manage: ['help', 'research', 'samples', 'changes'],
  more: ['rates', 'warehouses', 'suppliers', 'roles', 'shops', 'changes', 'policies'],
  sensitive: { changeOrder: [106], 'monitoring.usage': first, project: first, qa: first, rdProject: [101], sample: [101] },
  pins: ['operations', 'office', 'people'],
  home: of('it.health it.queue it.tasks monitoring.freshness mine.schedule'),
  ofAdministrators: true,
})

const employee = preset('employee', ['员工', 'Employee'], {
  atMost: 13,
  pins: ['office', 'people'],
  home: of('mine.queue mine.orders culture.notices culture.activities culture.points culture.newBooks culture.hotTopics'),
  withoutRole: true,
})

export const presets: readonly Preset[] = [
  boss,
  finance,
  sales,
  presetLike(sales, 'salesWithCost', ['销售（看毛利）', 'Sales, with gross profit'], soldCosts),
  buyer,
  keeper,
  hr,
  it,
  employee,
]
