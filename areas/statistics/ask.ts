/** The question of the four calls of sales statistics, in the words of the specification, as a question to the report. Pure. */
import { ownValue } from '#platform/declare/own-value.ts'
import { Array as List, Integer, Literal, Optional, String as Text, Union, type Static } from 'typebox'
import { listed, sentence } from '#platform/declare/sentence.ts'
import type { Report } from '#platform/declare/report.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { refuse, Day, Id, Query } from '#platform/server/area.ts'
import type { FilterNames } from './wire.ts'

const chosen = (title: string) => Optional(List(Text({ maxLength: 200 }), { title, maxItems: 1_000 }))
const chosenIds = (title: string) => Optional(List(Id(), { title, maxItems: 1_000 }))
export const statisticsInput = Query({
  pageNum: Optional(Integer({ title: '页码', minimum: 1 })),
  pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 1_000 })),
  sortField: Optional(Text({ title: '排序', maxLength: 60 })),
  sortWay: Optional(Union([Literal('ASC'), Literal('DESC')])),
  startDate: Day('开始日期'),
  endDate: Day('结束日期'),
  timeEnum: Optional(Text({ title: '时间粒度', maxLength: 10 })),
  statisticalDimension: Optional(Text({ title: '统计维度', maxLength: 60 })),
  shopIds: chosenIds('店铺'),
  brands: chosen('品牌'),
  categoryIds: chosenIds('品类'),
  countries: chosen('国家'),
  skus: chosen('MSKU'),
  employeeIds: chosenIds('业务员'),
  groupIds: chosenIds('商品组'),
  tagIds: chosenIds('标签'),
  currency: Optional(Union([Literal('shop'), Literal('CNY')], { title: '币种' })),
  compare: Optional(Union([Literal('before'), Literal('yearBefore')], { title: '对比' })),
  measures: Optional(List(Text({ maxLength: 60 }), { title: '指标', minItems: 1, maxItems: 100 })),
})
export type StatisticsAsk = Static<typeof statisticsInput>

/** names of times and dimensions in the specification -> those of the report */
const timeNames = { DAY: 'day', WEEK: 'week', MONTH: 'month', QUARTER: 'quarter', YEAR: 'year' } as const
const dimensionNames: Readonly<Record<string, string>> = {
  SHOP: 'shop',
  MARKETPLACE: 'marketplace',
  COUNTRY: 'country',
  LISTING: 'listing',
  SKU: 'sku',
  PRODUCT: 'product',
  BRAND: 'brand',
  CATEGORY: 'category',
  SALESMAN: 'salesman',
  DEPT: 'dept',
  PRODUCT_GROUP: 'productGroup',
}
const filterNames: FilterNames = {
  shopIds: 'shop',
  brands: 'brand',
  categoryIds: 'category',
  countries: 'country',
  skus: 'sku',
  employeeIds: 'salesman',
  groupIds: 'productGroup',
  tagIds: 'productTag',
}
const levelsMax = 3

export type Time = (typeof timeNames)[keyof typeof timeNames]
export function timeOf({ timeEnum = 'DAY' }: StatisticsAsk): Time {
  const known = Object.entries(timeNames).find(([name]) => name === timeEnum)
  if (!known)
    throw refuse.invalid([{ field: 'timeEnum', message: sentence`没有“${timeEnum}”这种时间粒度，可用：${listed(Object.keys(timeNames))}` }])
  return known[1]
}

/** Up to three dimensions, outermost first. */
export function dimensionsOf(report: Report, { statisticalDimension = 'SHOP' }: StatisticsAsk): string[] {
  const names = statisticalDimension.split(',').map(name => name.trim())
  const offered = Object.entries(dimensionNames).filter(([, name]) => Object.hasOwn(report.dimensions, name))
  const lacking = names.find(name => !offered.some(([said]) => said === name))
  const refused = (message: ReturnType<typeof sentence>) => refuse.invalid([{ field: 'statisticalDimension', message }])
  if (lacking !== undefined)
    throw refused(sentence`“${report.title}”没有“${lacking}”这个维度，可用：${listed(offered.map(([name]) => name))}`)
  if (names.length > levelsMax) throw refused(sentence`最多 ${levelsMax} 个维度`)
  return names.map(name => offered.find(([said]) => said === name)?.[1] ?? '')
}

/** The question to the report by these dimensions. */
export function queryOf(report: Report, ask: StatisticsAsk, by: readonly string[]): ReportQuery {
  const where: Record<string, readonly string[]> = {}
  for (const [field, dimension] of Object.entries(filterNames) as [keyof FilterNames, string][]) {
    const values = ask[field]
    if (values === undefined || values.length === 0) continue
    if (!Object.hasOwn(report.dimensions, dimension))
      throw refuse.invalid([{ field, message: sentence`“${report.title}”不能按“${field}”筛选` }])
    where[dimension] = values.map(String)
  }
  const { startDate, endDate, currency = 'shop', compare, measures, sortWay, pageNum, pageSize } = ask
  const sortField = ask.sortField === 'period' ? by.find(name => ownValue(report.dimensions, name)?.time !== undefined) : ask.sortField
  return {
    by,
    where,
    startDate,
    endDate,
    currency,
    ...(compare === undefined ? {} : { compare }),
    ...(measures === undefined ? {} : { measures }),
    ...(sortField === undefined ? {} : { sortField }),
    ...(sortWay === undefined ? {} : { sortWay }),
    ...(pageNum === undefined ? {} : { pageNum }),
    ...(pageSize === undefined ? {} : { pageSize }),
  }
}
