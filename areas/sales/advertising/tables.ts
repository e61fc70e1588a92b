/**
 * Lines of advertising reports that count, a table for each report: of a day (search terms: a period) those of the newest file alone. What
 * other files told of the same day is kept in `ad_replaced` until it is needed again.
 */
import { bigInteger, choice, date, integer, json, reference, sourceFile, text, type Fields } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { grantedShops, serverOnly } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { adTableOf, type AdSheet } from './sheets.ts'
import { adPermission, programs } from './words.ts'

const shop = () => reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140, computed: true })
const unkept = ['telling', 'tellingToo']

interface FactWords {
  readonly title: Title
  readonly find: string
  readonly index?: Resource['index']
  readonly empty: Title
}

function facts({ sheet, table }: AdSheet, { title, find, index = [], empty }: FactWords): Resource {
  const columns: Fields = Object.fromEntries(
    Object.entries(sheet.columns).flatMap(([name, [, field]]) => (unkept.includes(name) ? [] : [[name, field]])),
  )
  const { dayField } = sheet
  const { [find]: found, ...others } = columns as Record<string, Fields[string]>
  if (found === undefined) throw new Error(`${table} has no column ${find}`)
  return resource(table, {
    type: sheet.type,
    title,
    access: { scope: grantedShops, permission: adPermission },
    fields: {
      shopId: shop(),
      // what a line is about stands first
      [find]: found,
      program: choice('广告类型', 'Program', programs, { filter: 'select', width: 110 }),
      ...others,
      days: integer('归因天数', 'Days of attribution', { show: false, width: 90 }),
      importId: sourceFile(),
      lineNo: integer('行号', 'Line', { hidden: true }),
    },
    list: {
      search: false,
      find,
      bound: { field: dayField, days: dayField === 'day' ? 92 : 365 },
      sort: { field: dayField, way: 'DESC' },
      shownAs: { card: { title: find, subtitle: dayField, amount: 'spend' } },
      empty,
    },
    record: { editable: [] },
    storage: {
      kind: 'shop',
      primary: ['shopId', dayField, 'importId', 'lineNo'],
      index: [[`-${dayField}`, 'shopId'], ['shopId', 'importId'], ['shopId', find], ...index],
    },
  } as never)
}

export const campaignDays = facts(adTableOf.campaigns, {
  title: ['广告活动明细', 'Campaigns by day'],
  find: 'campaign',
  empty: ['导入广告活动报告后，这里显示每个活动每天的花费', 'Spend of each campaign and day appears here'],
})
export const groupDays = facts(adTableOf.groups, {
  title: ['广告组明细', 'Ad groups by day'],
  find: 'adGroup',
  empty: ['导入广告组报告后，这里显示每个广告组每天的花费', 'Spend of each ad group and day appears here'],
})
export const targetDays = facts(adTableOf.targets, {
  title: ['投放明细', 'Targets by day'],
  find: 'target',
  empty: ['导入投放报告后，这里显示每个关键词或商品投放每天的花费', 'Spend of each target and day appears here'],
})
export const productDays = facts(adTableOf.products, {
  title: ['推广商品明细', 'Advertised products by day'],
  find: 'sku',
  empty: ['导入推广商品报告后，这里显示每个 SKU 每天的花费', 'Spend of each SKU and day appears here'],
})
export const searchTerms = facts(adTableOf.terms, {
  title: ['搜索词', 'Search terms'],
  find: 'term',
  index: [['shopId', 'target']],
  empty: ['导入搜索词报告后，这里显示每个搜索词在报告期间的点击、花费和订单', 'Clicks, spend and orders of each search term appear here'],
})
const everyFacts = [campaignDays, groupDays, targetDays, productDays, searchTerms]
export const factsOf = ({ table }: AdSheet): Resource => {
  const found = everyFacts.find(one => one.table === table)
  if (found === undefined) throw new Error(`no table ${table}`)
  return found
}

/** Lines that a newer file of the same report and day has replaced: they count again when that file is deleted. */
export const replacedLines = resource('ad_replaced', {
  title: ['被替换的广告报告行', 'Replaced lines of advertising reports'],
  access: { scope: serverOnly },
  fields: {
    shopId: shop(),
    report: text('报告', 'Report'),
    day: date('日期', 'Day'),
    importId: bigInteger('导入', 'Import'),
    lineNo: integer('行号', 'Line'),
    line: json<Readonly<Record<string, string | number | null>>>('内容', 'Values'),
  },
  storage: { kind: 'shop', primary: ['shopId', 'report', 'day', 'importId', 'lineNo'], index: [['shopId', 'importId']] },
})

export const adTables: readonly Resource[] = [...everyFacts, ...Object.values(adTableOf).map(one => one.sheet.staging), replacedLines]
