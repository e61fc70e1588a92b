/**
 * Amazon's advertising reports as data: each kind of file with the columns that it fills. The campaign reports of the three programs have
 * the same lines and go into one table. Pure: also read by the worker threads of imports.
 */
import { text } from '#platform/declare/fields.ts'
import type { KindOrigin } from '#platform/declare/kind-origin.ts'
import { shopSheet, type SheetColumn, type ShopSheet } from '#platform/declare/shop-sheet.ts'
import type { OtherReport } from '#platform/declare/other-report.ts'
import type { Title } from '#platform/declare/title.ts'
import { otherAdReports } from './other-reports.ts'
import {
  adFigures,
  adPermission,
  campaignState,
  notRead,
  ofCampaign,
  ofGroup,
  ofPeriod,
  ofProduct,
  ofTarget,
  ofTerm,
  onDay,
  type Program,
} from './words.ts'

type Columns = Readonly<Record<string, SheetColumn>>

/** A kind of file, and whose lines they are. */
export interface AdSheet {
  readonly sheet: ShopSheet
  readonly program: Program
  /** the table of its lines */
  readonly table: string
}

interface AdWords {
  readonly table: string
  readonly code: string
  readonly type: string
  readonly title: Title
  readonly program?: Program
  readonly origin: KindOrigin
  /** what tells its lines apart within a day or period, beside campaign, portfolio and country */
  readonly of: Columns
  readonly demanded: readonly string[]
  readonly isOfPeriod?: true
  readonly others?: readonly OtherReport[]
}

const told = Object.keys(ofCampaign)

function adSheet({ table, code, type, title, program = 'products', origin, of, demanded, isOfPeriod, others = [] }: AdWords): AdSheet {
  const time: Columns = isOfPeriod ? ofPeriod : onDay
  const columns: Columns = { ...time, ...ofCampaign, ...of, ...adFigures }
  const parts = Object.keys(of).filter(name => !Object.hasOwn(campaignState, name))
  const sheet = shopSheet(table, {
    code,
    type,
    title,
    permission: adPermission,
    origin,
    day: isOfPeriod ? 'endOn' : 'day',
    marketplace: 'country',
    columns,
    others,
    identity: [...Object.keys(time), ...told, ...parts],
    demanded,
    // a head that another report of ours reads is known
    aside: notRead,
    empty: ['导入亚马逊广告报告后，这里显示每一行', 'Lines appear here once reports of advertising are imported'],
  })
  return { sheet, program, table }
}

const sevenDays = ['orders7', 'sales7']
const fourteenDays = ['orders14', 'sales14']
/** Columns that are read to tell the campaign reports of the programs from each other, and kept nowhere. */
const telling = (first: string, second: string): Columns => ({
  telling: [first, text('辨认', 'Telling', { default: '' })],
  tellingToo: [second, text('辨认', 'Telling', { default: '' })],
})
const campaigns = { table: 'ad_campaign_day', type: 'adCampaignDay' } as const

const productCampaigns = adSheet({
  ...campaigns,
  code: 'amazonAdCampaigns',
  title: ['商品推广活动报告', 'Sponsored Products campaign report'],
  origin: 'genuine',
  of: { ...campaignState, ...telling('Retailer', 'Last Year Impressions') },
  demanded: [...sevenDays, 'targetingType', 'portfolio'],
})
const brandCampaigns = adSheet({
  ...campaigns,
  code: 'amazonAdBrandCampaigns',
  title: ['品牌推广活动报告', 'Sponsored Brands campaign report'],
  program: 'brands',
  origin: 'columns',
  of: { ...campaignState, ...telling('14 Day New-to-brand Orders (#)', 'Video First Quartile Views') },
  demanded: [...fourteenDays, 'telling'],
})
const displayCampaigns = adSheet({
  ...campaigns,
  code: 'amazonAdDisplayCampaigns',
  title: ['展示型推广活动报告', 'Sponsored Display campaign report'],
  program: 'display',
  origin: 'columns',
  of: { ...campaignState, ...telling('Cost type', '14 Day New-to-brand Orders (#)') },
  demanded: [...fourteenDays, 'telling'],
})
const groups = adSheet({
  table: 'ad_group_day',
  code: 'amazonAdGroups',
  type: 'adGroupDay',
  title: ['广告组报告', 'Ad group report'],
  origin: 'columns',
  of: ofGroup,
  demanded: sevenDays,
})
const targets = adSheet({
  table: 'ad_target_day',
  code: 'amazonAdTargets',
  type: 'adTargetDay',
  title: ['投放报告', 'Targeting report'],
  origin: 'columns',
  of: { ...ofGroup, ...ofTarget },
  demanded: [...sevenDays, 'matchType'],
})
const products = adSheet({
  table: 'ad_product_day',
  code: 'amazonAdProducts',
  type: 'adProductDay',
  title: ['推广商品报告', 'Advertised product report'],
  origin: 'columns',
  of: { ...ofGroup, ...ofProduct },
  demanded: sevenDays,
})
const terms = adSheet({
  table: 'ad_search_term',
  code: 'amazonAdSearchTerms',
  type: 'adSearchTerm',
  title: ['搜索词报告', 'Search term report'],
  origin: 'madeUp',
  of: { ...ofGroup, ...ofTarget, ...ofTerm },
  demanded: ['matchType'],
  isOfPeriod: true,
  // asked last: another kind may say which column a report of ours lacks
  others: otherAdReports,
})

export const adSheets: readonly AdSheet[] = [productCampaigns, brandCampaigns, displayCampaigns, groups, targets, products, terms]
export const adTableOf = { campaigns: productCampaigns, groups, targets, products, terms } as const

/** Fields of a kind of file with the heads that Amazon gives them. */
export const headsOf = (code: string): readonly (readonly [name: string, head: string])[] =>
  Object.entries(adSheets.find(one => one.sheet.code === code)?.sheet.columns ?? {}).map(([name, [heads]]) => [
    name,
    typeof heads === 'string' ? heads : (heads[0] ?? name),
  ])
