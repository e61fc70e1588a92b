/** The cards of a dashboard as they are kept and as they travel. Pure but for `maySee`, which asks the rights of the caller. */
import { isDeepStrictEqual } from 'node:util'
import {
  Array as Several,
  Boolean as Flag,
  Integer,
  Literal,
  Null,
  Object as O,
  Optional,
  Record as Map,
  String as Text,
  Union,
} from 'typebox'
import type { DashboardCard, DashboardContent, MeasureLook, PeriodName } from '#platform/declare/wire-dashboards.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, Refusal, type Context, type FieldError } from '#platform/server/area.ts'
import { allowed } from '#platform/server/lists.ts'
import { visibleReport } from '#platform/server/reports.ts'

export const cardsMax = 40
export const cardTitleMax = 50
/** the state of a list above 2 KB stands behind a short key */
const urlMax = 2_500

export const emptyContent: DashboardContent = { cards: [], filter: {}, seconds: null }

const looks = ['figure', 'line', 'bar', 'map', 'funnel', 'heat', 'ranking', 'table'] as const satisfies readonly MeasureLook[]
const periods = [
  'yesterday',
  'last7',
  'last30',
  'last90',
  'month',
  'lastMonth',
  'months12',
  'year',
  'lastYear',
] as const satisfies readonly PeriodName[]

const oneOf = (values: readonly string[], title: string) =>
  Union(
    values.map(one => Literal(one)),
    { title },
  )
export const periodInput = oneOf(periods, '期间')
const names = (title: string, maxItems: number) => Several(Text({ minLength: 1, maxLength: 60 }), { title, maxItems })
export const whereInput = Map(Text({ maxLength: 60 }), Several(Text({ maxLength: 200 }), { maxItems: 200 }), {
  title: '筛选',
  maxProperties: 20,
})
const title = Text({ title: '卡片名称', minLength: 1, maxLength: cardTitleMax, pattern: '\\S' })

/** The page of a list or report: a path of our own, never another address. */
export const pageInput = {
  type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
  url: Text({ title: '地址', pattern: '^/[^/\\\\]', maxLength: urlMax }),
}
const measureInput = O(
  {
    look: oneOf(looks, '图形'),
    report: Text({ title: '报表', minLength: 1, maxLength: 100 }),
    measures: Several(Text({ minLength: 1, maxLength: 60 }), { title: '指标', minItems: 1, maxItems: 10 }),
    by: names('维度', 2),
    where: Optional(whereInput),
    period: oneOf(periods, '期间'),
    currency: oneOf(['shop', 'CNY'], '币种'),
    compare: Optional(oneOf(['before', 'yearBefore'], '对比')),
    limit: Optional(Integer({ title: '行数', minimum: 1, maximum: 100 })),
  },
  { additionalProperties: false },
)
export const cardInput = O(
  {
    key: Text({ title: '卡片', minLength: 1, maxLength: 100 }),
    title: Optional(title),
    width: Integer({ title: '宽度', minimum: 2, maximum: 12 }),
    height: Integer({ title: '高度', minimum: 1, maximum: 6 }),
    hidden: Optional(Flag({ title: '隐藏' })),
    page: Optional(O({ ...pageInput, look: oneOf(['rows', 'count'], '图形') }, { additionalProperties: false })),
    measure: Optional(measureInput),
  },
  { additionalProperties: false },
)
export const contentInput = {
  cards: Several(cardInput, { title: '卡片', maxItems: cardsMax }),
  filter: O({ period: Optional(oneOf(periods, '期间')), where: Optional(whereInput) }, { title: '筛选', additionalProperties: false }),
  seconds: Union([Integer({ minimum: 5, maximum: 3_600 }), Null()], { title: '轮播秒数' }),
}

/** Whether the caller may look at this list or report. */
export function maySee(context: Context, type: string): boolean {
  const { registry } = context.house
  const resource = registry.types.get(type)
  if (resource !== undefined)
    return registry.routes.some(route => route.verb === 'list' && route.resource?.table === resource.table && allowed(context, route))
  return reportOf(context, type) !== null
}

/** A report that the caller may look at, with its definition, which is dear. */
export function seenReport(context: Context, name: string) {
  const face = context.house.registry.reports.get(name)
  if (face === undefined) return null
  try {
    const { report: definition } = face.definition(context)
    return { report: visibleReport(context, face.report), measures: definition?.measures ?? [] }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
export const reportOf = (context: Context, name: string) => seenReport(context, name)?.report ?? null

/**
 * Refuses cards that are new or changed and ask for what is not there. One that was kept stays as it is, also where its measure or the
 * right to it is gone: it says so where it is drawn, and the dashboard can be saved without it.
 */
export function checkCards(context: Context, cards: readonly DashboardCard[], before: readonly DashboardCard[], field = 'cards'): void {
  if (new Set(cards.map(card => card.key)).size !== cards.length) throw refuse.rule(sentence`同一张卡片只能出现一次，请刷新后再调整`)
  // by value: the database keeps the names inside a card in an order of its own
  const isKept = (card: DashboardCard): boolean => before.some(one => isDeepStrictEqual([one.page, one.measure], [card.page, card.measure]))
  const errors: FieldError[] = cards.flatMap(card => (isKept(card) ? [] : faultsOf(context, card).map(message => ({ field, message }))))
  if (errors.length > 0) throw refuse.invalid(errors)
}

function faultsOf(context: Context, { title: name = '', page, measure }: DashboardCard): FieldError['message'][] {
  if ((page === undefined) === (measure === undefined)) return [sentence`卡片“${name}”没有内容`]
  if (page !== undefined) return maySee(context, page.type) ? [] : [sentence`卡片“${name}”的列表或报表不存在，或您没有权限`]
  if (measure === undefined) return []
  const report = reportOf(context, measure.report)
  if (report === null) return [sentence`卡片“${name}”的列表或报表不存在，或您没有权限`]
  const unknown = [
    ...measure.measures.filter(one => !Object.hasOwn(report.measures, one)).map(one => sentence`卡片“${name}”没有“${one}”这个指标`),
    ...[...measure.by, ...Object.keys(measure.where ?? {})]
      .filter(one => !Object.hasOwn(report.dimensions, one))
      .map(one => sentence`卡片“${name}”没有“${one}”这个维度`),
  ]
  const needed = measure.look === 'heat' ? 2 : ['bar', 'map', 'ranking'].includes(measure.look) ? 1 : 0
  return measure.by.length < needed ? [...unknown, sentence`卡片“${name}”还要选择维度`] : unknown
}
