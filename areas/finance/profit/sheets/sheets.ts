/** The six sheets of the marketing centre and of responsibility profits: what each is of, its figures, and what stands beside them. */
import { choice, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { key, ratio } from '#platform/declare/report.ts'
import { budgets } from '../budget/sheets.ts'
import { platformTax } from '../tax/sheet.ts'
import { computed } from './computed-figures.ts'
import { manualSheet, type Figure, type ManualSheet, type SheetLine } from '../../facts/sheets/manual-sheet.ts'

const quantity: Figure = { title: ['销量', 'Units'], kind: 'integer', synonyms: ['销售数量', '数量'] }
const sales: Figure = { title: ['销售额', 'Sales'], kind: 'money', synonyms: ['销售金额', '收入'] }
const amount = (zh: string, en: string, synonyms: readonly string[] = []): Figure => ({ title: [zh, en], kind: 'money', synonyms })
const cost = amount('成本', 'Cost', ['产品成本', '采购成本'])
const fees: Figure = { ...amount('平台费用', 'Platform fees', ['佣金', '费用']), optional: true }
const freight: Figure = { ...amount('运费', 'Freight', ['物流费']), optional: true }
const profit = amount('利润', 'Profit', ['净利润', '毛利'])

const plain = (of: string, figure: Figure, beside?: SheetLine['beside']): SheetLine => ({
  of,
  title: figure.title,
  ...(beside === undefined ? {} : { beside }),
})
const lineOfUnits = plain('quantity', quantity, computed.units)
const lineOfSales = plain('sales', sales, computed.sales)
const lineOfProfit = plain('profit', profit, computed.profit)
const margin = ratio('profit', 'sales', {
  title: ['利润率', 'Margin'],
  source: ['利润除以销售额，先汇总再计算。', 'Profit over sales, after summing.'],
})

const incomeKinds = {
  goods: [1, '商品销售', 'Goods'],
  shipping: [2, '运费收入', 'Shipping'],
  giftWrap: [3, '礼品包装', 'Gift wrap'],
  subsidy: [4, '平台补贴', 'Subsidies'],
  other: [9, '其他收入', 'Other income'],
} as const
const income = amount('收入金额', 'Income', ['金额', '收入'])
const incomeOf = (kind: keyof typeof incomeKinds, beside: SheetLine['beside']): SheetLine => ({
  of: 'amount',
  title: [incomeKinds[kind][1], incomeKinds[kind][2]],
  when: { incomeKind: [incomeKinds[kind][0]] },
  ...(beside === undefined ? {} : { beside }),
})

const bySku = { shopId: 'shopId', sellerSku: 'sku' }
/** the product that a seller SKU stands for, and who sells it on the day: so figures by SKU are divided as the sheet is */
const [toProduct, toOwner] = [
  [
    { table: 'sku_map', on: bySku },
    { table: 'product', on: { id: 'productId' } },
  ],
  [{ table: 'sku_owner', on: bySku, validBetween: { from: 'validFrom', to: 'validTo' } }],
]
const employeeDimension = key('employeeId', {
  fallbackLookup: { steps: toOwner, value: 'employeeId' },
  title: ['业务员', 'Salesman'],
  kind: 'reference',
  label: { table: 'employee', on: 'id', column: 'name' },
  target: 'employee',
})
const departmentDimension = key('deptId', {
  fallbackLookup: { steps: toOwner, value: 'deptId' },
  title: ['部门', 'Department'],
  kind: 'reference',
  label: { table: 'department', on: 'id', column: 'name' },
  target: 'department',
})
const fixed = { filter: 'select', sort: true, editDisabled: true } as const

/** The six that the specification names. */
export const marketingSheets: readonly ManualSheet[] = [
  manualSheet({
    name: 'yxSalesProfit',
    table: 'yx_sales_profit',
    title: ['营销销售利润', 'Marketing sales profit'],
    empty: ['营销中心每月按店铺整理的销售额、费用和利润', 'Sales, fees and profit by shop and month as the marketing centre keeps them'],
    by: {},
    dimensions: {},
    figures: { quantity, sales, cost, fees, freight, profit },
    lines: {
      sales: lineOfSales,
      quantity: lineOfUnits,
      cost: plain('cost', cost),
      fees: plain('fees', fees),
      freight: plain('freight', freight),
      profit: lineOfProfit,
    },
    more: { margin },
    first: ['shop', 'month'],
  }),
  manualSheet({
    name: 'yxSalesSite',
    table: 'yx_sales_site',
    title: ['站点销售', 'Sales by site'],
    empty: ['每月各站点的销量和销售额', 'Units and sales of each site by month'],
    by: { siteCode: referenceBy('站点', 'Marketplace', 'marketplace', 'code', fixed) },
    dimensions: {},
    figures: { quantity, sales },
    lines: { sales: lineOfSales, quantity: lineOfUnits },
    first: ['marketplace', 'month'],
  }),
  manualSheet({
    name: 'yxSaleIncome',
    table: 'yx_sale_income',
    title: ['销售收入', 'Sales income'],
    empty: ['每月各店铺按收入类型的收入', 'Income of the shops by kind and month'],
    by: { incomeKind: choice('收入类型', 'Kind of income', incomeKinds, { ...fixed, synonyms: ['类型', '收入种类'] }) },
    dimensions: { incomeKind: key('incomeKind', { title: ['收入类型', 'Kind of income'], kind: 'choice', choices: incomeKinds }) },
    figures: { amount: income },
    lines: {
      amount: plain('amount', income, computed.sales),
      goods: incomeOf('goods', computed.goods),
      shipping: incomeOf('shipping', computed.shipping),
      giftWrap: incomeOf('giftWrap', computed.giftWrap),
    },
    first: ['shop', 'month'],
  }),
  manualSheet({
    name: 'YxSaleMonthlyQty',
    table: 'yx_sale_monthly_qty',
    title: ['月销量', 'Monthly units'],
    empty: ['每月各平台 SKU 的销量', 'Units of each seller SKU by month'],
    by: {
      sku: text('MSKU', 'Seller SKU', {
        max: 80,
        filter: 'contains',
        sort: true,
        editDisabled: true,
        synonyms: ['平台 SKU', '店铺 SKU', '卖家 SKU', 'seller-sku'],
      }),
    },
    dimensions: {
      sku: key('sku', { title: ['MSKU', 'Seller SKU'], kind: 'text' }),
    },
    figures: { quantity },
    lines: { quantity: lineOfUnits },
    first: ['sku', 'month'],
  }),
  manualSheet({
    name: 'yxSaleMonthlyStat',
    table: 'yx_sale_monthly_stat',
    title: ['月度销售统计', 'Monthly sales statistics'],
    empty: ['每月按品牌和品类的销量、销售额和目标', 'Units, sales and targets by brand, category and month'],
    by: {
      brand: text('品牌', 'Brand', { max: 50, filter: 'contains', sort: true, editDisabled: true }),
      categoryId: reference('品类', 'Category', 'product_category', fixed),
    },
    dimensions: {
      brand: key('brand', { title: ['品牌', 'Brand'], kind: 'text', fallbackLookup: { steps: toProduct, value: 'brand' } }),
      category: key('categoryId', {
        title: ['品类', 'Category'],
        kind: 'reference',
        fallbackLookup: { steps: toProduct, value: 'categoryId' },
        label: { table: 'product_category', on: 'id', column: 'name' },
        target: 'productCategory',
      }),
    },
    figures: { quantity, sales, target: { ...amount('销售目标', 'Target', ['目标']), optional: true } },
    lines: { sales: lineOfSales, target: { of: 'target', title: ['销售目标', 'Target'] }, quantity: lineOfUnits },
    more: {
      attained: ratio('sales', 'target', {
        title: ['目标完成率', 'Target attained'],
        source: ['销售额除以销售目标，先汇总再计算。', 'Sales over target, after summing.'],
      }),
    },
    first: ['brand', 'month'],
  }),
  manualSheet({
    name: 'financeJxhProfit',
    table: 'finance_jxh_profit',
    title: ['精细化利润', 'Responsibility profit'],
    empty: ['每月按业务员和部门的销售额、成本、费用和利润', 'Sales, costs, fees and profit by salesman, department and month'],
    by: {
      employeeId: reference('业务员', 'Salesman', 'employee', fixed),
      deptId: reference('部门', 'Department', 'department', fixed),
    },
    dimensions: { employee: employeeDimension, department: departmentDimension },
    figures: { sales, cost, fees, profit },
    lines: { sales: lineOfSales, cost: plain('cost', cost), fees: plain('fees', fees), profit: lineOfProfit },
    more: { margin },
    first: ['employee', 'month'],
  }),
]

export const sheets: readonly ManualSheet[] = [...marketingSheets, ...budgets, platformTax]
