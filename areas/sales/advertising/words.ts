/** Columns that Amazon's advertising reports share. Pure: also read by the worker threads of imports. */
import type { CodeWords } from '#platform/declare/code-words.ts'
import { date, integer, money, referenceBy, text, type Field } from '#platform/declare/fields.ts'
import type { SheetColumn } from '#platform/declare/shop-sheet.ts'

export const adPermission = 'sales.advertising'

/** What an advertisement is shown as; the number is part of stored figures. */
export const programs = {
  products: [1, '商品推广', 'Sponsored Products'],
  brands: [2, '品牌推广', 'Sponsored Brands'],
  display: [3, '展示型推广', 'Sponsored Display'],
} as const
export type Program = keyof typeof programs

const campaignStates: CodeWords = {
  ENABLED: ['启用', 'Enabled'],
  PAUSED: ['已暂停', 'Paused'],
  ARCHIVED: ['已归档', 'Archived'],
}
const matchTypes: CodeWords = {
  EXACT: ['精准匹配', 'Exact'],
  PHRASE: ['词组匹配', 'Phrase'],
  BROAD: ['广泛匹配', 'Broad'],
  TARGETING_EXPRESSION: ['商品定向', 'Product targeting'],
  TARGETING_EXPRESSION_PREDEFINED: ['自动投放', 'Automatic'],
}
const targetingTypes: CodeWords = {
  'Manual targeting': ['手动投放', 'Manual'],
  'Automatic targeting': ['自动投放', 'Automatic'],
  MANUAL: ['手动投放', 'Manual'],
  AUTO: ['自动投放', 'Automatic'],
}
const biddings: CodeWords = {
  'Fixed bids': ['固定竞价', 'Fixed bids'],
  'Dynamic bids - down only': ['动态竞价，仅降低', 'Dynamic, down only'],
  'Dynamic bids - up and down': ['动态竞价，提高和降低', 'Dynamic, up and down'],
}

const word = (head: string | readonly string[], zh: string, en: string, options: object = {}): SheetColumn => [
  head,
  text(zh, en, { default: '', ...options }) as Field,
]
const needed = (head: string, zh: string, en: string): SheetColumn => [
  head,
  text(zh, en, { filter: 'contains', sort: true, width: 220 }) as Field,
]
const day = (head: string, zh: string, en: string): SheetColumn => [
  head,
  date(zh, en, { filter: 'range', sort: true, width: 110 }) as Field,
]
const count = (head: string, zh: string, en: string, options: object = {}): SheetColumn => [
  head,
  integer(zh, en, { total: true, sort: true, width: 100, ...options }) as Field,
]
const amount = (head: string, zh: string, en: string, options: object = {}): SheetColumn => [
  head,
  money(zh, en, { currency: 'currency', total: true, sort: true, width: 110, ...options }) as Field,
]
const [optional, aside] = [{ optional: true }, { show: false }] as const

export const onDay = { day: day('Date', '日期', 'Day') }
export const ofPeriod = { startOn: day('Start Date', '开始日期', 'From'), endOn: day('End Date', '结束日期', 'To') }

export const ofCampaign = {
  campaign: needed('Campaign Name', '广告活动', 'Campaign'),
  portfolio: word('Portfolio name', '广告组合', 'Portfolio', { filter: 'contains', sort: true, width: 180 }),
  country: word('Country', '国家', 'Country', { width: 110, ...aside }),
}
export const campaignState = {
  programType: word('Program Type', '广告类型（文件）', 'Program as the file says', aside),
  status: word('Status', '状态', 'Status', { filter: 'equals', width: 100, codes: campaignStates }),
  budget: amount('Budget Amount', '预算', 'Budget', { optional: true, total: false, ...aside }),
  targetingType: word('Targeting Type', '投放方式', 'Targeting type', { filter: 'equals', width: 140, ...aside, codes: targetingTypes }),
  bidding: word('Bidding strategy', '竞价策略', 'Bidding strategy', { width: 180, ...aside, codes: biddings }),
}
export const ofGroup = { adGroup: needed('Ad Group Name', '广告组', 'Ad group') }
export const ofTarget = {
  target: needed('Targeting', '投放', 'Target'),
  matchType: word('Match Type', '匹配类型', 'Match type', { filter: 'equals', width: 110, codes: matchTypes }),
}
export const ofProduct = {
  sku: needed('Advertised SKU', 'MSKU', 'Seller SKU'),
  asin: word('Advertised ASIN', 'ASIN', 'ASIN', { filter: 'equals', width: 120 }),
}
export const ofTerm = { term: needed('Customer Search Term', '搜索词', 'Search term') }

/** Orders and sales are those of the window that the head names; a report has one window. */
export const adFigures = {
  currency: ['Currency', referenceBy('币种', 'Currency', 'currency', 'code', { width: 70, computed: true }) as Field] as SheetColumn,
  impressions: count('Impressions', '曝光', 'Impressions'),
  clicks: count('Clicks', '点击', 'Clicks'),
  spend: amount('Spend', '花费', 'Spend'),
  orders7: count('7 Day Total Orders (#)', '7 天订单', 'Orders, 7 days', optional),
  sales7: amount('7 Day Total Sales', '7 天销售额', 'Sales, 7 days', optional),
  units7: count('7 Day Total Units (#)', '7 天件数', 'Units, 7 days', { ...optional, ...aside }),
  orders14: count('14 Day Total Orders (#)', '14 天订单', 'Orders, 14 days', optional),
  sales14: amount('14 Day Total Sales', '14 天销售额', 'Sales, 14 days', optional),
  units14: count('14 Day Total Units (#)', '14 天件数', 'Units, 14 days', { ...optional, ...aside }),
}

/** Ratios are worked out from sums; what Amazon compares with last year and counts beside is not kept. */
export const notRead: readonly string[] = [
  'Retailer',
  'Last Year Impressions',
  'Last Year Clicks',
  'Last Year Spend',
  'Last Year Cost Per Click (CPC)',
  'Click-Thru Rate (CTR)',
  'Cost Per Click (CPC)',
  'Cost per 1,000 viewable impressions (VCPM)',
  'Total Advertising Cost of Sales (ACOS)',
  'Total Return on Advertising Spend (ROAS)',
  '7 Day Conversion Rate',
  '7 Day Advertised SKU Units (#)',
  '7 Day Other SKU Units (#)',
  '7 Day Advertised SKU Sales',
  '7 Day Other SKU Sales',
  '14 Day Conversion Rate',
  '14 Day Detail Page Views (DPV)',
  '14 Day New-to-brand Orders (#)',
  '14 Day New-to-brand Sales',
  '14 Day New-to-brand Units (#)',
  '14 Day Branded Searches',
  'Viewable Impressions',
  'Video First Quartile Views',
  'Bid optimization',
  'Cost type',
  'Top-of-search Impression Share',
]
