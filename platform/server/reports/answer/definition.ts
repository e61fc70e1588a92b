/** What the browser is told of a report: dimensions, measures with their printed formulas and sources, and its calls. */
import {
  dimensionOn,
  figureParts,
  isLeaf,
  operandsOf,
  ownerOf,
  restsOnMean,
  type Conditions,
  type Distinct,
  type Leaf,
  type Measure,
  type Report,
} from '#platform/declare/report.ts'
import type { Dimension } from '#platform/declare/dimension.ts'
import { itemOfDimension, namedPath } from '#platform/declare/items.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import type { Call, DimensionDefinition, MeasureDefinition, ReportDefinition } from '#platform/declare/wire.ts'
import type { Context, Language } from '../../contract/context.ts'
import { satisfies } from '../../calls/may.ts'
import { completePath, tellsDays } from './complete-until.ts'
import { refuse } from '../../calls/refusal.ts'
import { callOf } from '../../lists/call-of.ts'
import type { ReportFace } from '../../contract/registry.ts'
import { visibleReport } from '../ask/visible-report.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** Name of the field in which owners are listed where a report is computed anew: `shopIds`. */
export const ownersField = (report: Report): string => `${ownerOf(report)}s`
/** The dimension whose values are the owners; null: none. */
export const ownerDimension = (report: Report): string | null =>
  Object.entries(report.dimensions).find(([, d]) => !d.via && d.keys[0] === ownerOf(report))?.[0] ?? null

const said = (title: readonly [string, string], language: Language): string => title[language === 'zh' ? 0 : 1]

/** Definition of a report for one caller; calls he may not make are absent. */
export function reportDefinition(of: Report, context: Context): ReportDefinition {
  const { language } = context
  const report = visibleReport(context, of)
  const { rows, lines, lacking, compute, export: exported, why } = report.paths
  const [rowsCall, linesCall] = [callTo(context, rows), callTo(context, lines)]
  if (!rowsCall || !linesCall) throw refuse.forbidden()
  const [lackingCall, completeCall, computeCall, exportCall, whyCall] = [
    // what the costs lack is nothing to who may not see them
    report === of ? lacking : undefined,
    tellsDays(report) ? completePath : undefined,
    compute,
    exported,
    why,
  ].map(path => callTo(context, path))
  const isNamed = callTo(context, namedPath) !== null
  const itemFor = (d: Dimension): Pick<DimensionDefinition, 'item'> => {
    const item = itemOfDimension(d)
    return item === null || !isNamed ? {} : { item }
  }
  return {
    name: report.name,
    title: said(report.title, language),
    dimensions: Object.entries(report.dimensions).map(([name, d]) => ({
      name,
      title: said(d.title, language),
      kind: d.kind,
      time: d.time ?? null,
      target: d.target ?? null,
      about: d.about ?? null,
      opens: d.opens ?? null,
      ...itemFor(d),
      ...(d.codes === undefined ? {} : { isCode: true as const }),
    })),
    measures: Object.entries(report.measures).map(([name, m]) => measureDefinition(report, name, m, language)),
    main: report.main ?? [],
    keyFigures: report.keyFigures ?? [],
    beside: report.pairedMeasures ?? [],
    by: report.by,
    hasCurrencies: report.conversion?.own !== undefined,
    owner: { dimension: ownerDimension(report), field: ownersField(report) },
    time: report.time,
    clocks: Object.entries(report.clocks ?? {}).map(([name, { title, help }]) => ({
      name,
      title: said(title, language),
      help: said(help, language),
    })),
    compare: (report.compare ?? []).map(name => {
      const { was, difference, rate } = figureParts[name]
      return { name, was: said(was, language), difference: said(difference, language), rate: said(rate, language) }
    }),
    calls: {
      rows: rowsCall,
      lines: linesCall,
      ...(lackingCall ? { lacking: lackingCall } : {}),
      ...(completeCall ? { complete: completeCall } : {}),
      ...(computeCall ? { compute: computeCall } : {}),
      ...(exportCall ? { export: exportCall } : {}),
      ...(whyCall ? { why: whyCall } : {}),
    },
    ...(report.why?.planned === undefined ? {} : { isPlanned: true as const }),
  }
}

/** The report as the lists' metadata call serves it: a list without fields of its own. */
export const reportFace = (report: Report): ReportFace => ({
  name: report.name,
  title: report.title,
  report,
  definition(context) {
    const definition = reportDefinition(report, context)
    return {
      type: report.name,
      title: definition.title,
      result: [],
      filterList: [],
      sortList: [],
      showList: [],
      calls: { list: definition.calls.rows },
      actions: [],
      form: [],
      bound: null,
      defaultSort: null,
      empty: context.language === 'zh' ? `这个期间还没有${report.title[0]}数据` : 'No figures in this period yet',
      upload: null,
      report: definition,
    }
  },
})

function callTo(context: Context, path: string | undefined): Call | null {
  const route = context.house.registry.routes.find(r => r.path === path && r.method === 'POST')
  if (!route) return null
  return satisfies(context.caller, route.demand) ? callOf(route) : null
}

function measureDefinition(report: Report, name: string, m: Measure, language: Language): MeasureDefinition {
  return {
    name,
    title: said(m.title, language),
    class: m.class,
    kind: m.kind,
    formula: formulaText(report, m, language),
    source: said(m.source, language),
    operands: operandsOf(m),
    ...(isLeaf(m) && m.notAllocatable === true ? { undivided: untoldBy(report, m).map(one => said(one, language)) } : {}),
    ...(restsOnMean(report.measures, name) && m.class !== 'position' ? { isUnordered: true as const } : {}),
    ...(m.class === 'position' ? { balance: m.at } : {}),
    ...(isLeaf(m) && m.blank === true ? { blank: true as const } : {}),
    ...(m.better === undefined ? {} : { better: m.better }),
    ...(isLeaf(m) && m.monthly === true ? { monthly: true as const } : {}),
    waterfall: m.waterfall ?? null,
  }
}

const untoldBy = (report: Report, { of }: Leaf): Title[] =>
  Object.values(report.dimensions).flatMap(d => (dimensionOn(of, d) === undefined ? [d.title] : []))

const withTitle = (title: Title, language: Language): string =>
  language === 'zh' ? `（${said(title, language)}）` : ` (${said(title, language)})`

/** The formula as a reader would write it: 利润 = 毛利 + 平台费用 + …, 利润率 = 利润 ÷ 销售收入, 销售佣金 = Σ 金额（财务科目：销售佣金）. */
export function formulaText(report: Report, m: Measure, language: Language): string {
  const title = said(m.title, language)
  const of = (name: string): string => said(ownValue(report.measures, name)?.title ?? [name, name], language)
  switch (m.class) {
    case 'plus':
      return `${title} = ${m.of.map(of).join(' + ')}`
    case 'minus':
      return `${title} = ${of(m.from)} − ${of(m.less)}${m.matched === undefined ? '' : withTitle(m.matched.title, language)}`
    case 'ratio':
      return `${title} = ${m.negated === true ? '−' : ''}${of(m.over)} ÷ ${of(m.under)}`
    case 'share':
      return language === 'zh' ? `${title} = ${of(m.of)} ÷ 本级合计` : `${title} = ${of(m.of)} ÷ total of the level`
    case 'moving':
      return language === 'zh'
        ? `${title} = 最近 ${m.days} 个完整日的${of(m.of)} ÷ ${m.days}`
        : `${title} = ${of(m.of)} of the last ${m.days} complete days ÷ ${m.days}`
    case 'position':
      return language === 'zh'
        ? `${title} = ${m.at === 'closing' ? '期末为止' : '期初之前'}全部${of(m.of)}之和`
        : `${title} = all ${of(m.of)} ${m.at === 'closing' ? 'up to the end' : 'before the beginning'}`
    case 'mean':
      return `${title} = (${of(m.of[0])} + ${of(m.of[1])}) ÷ 2`
    case 'abc':
      return language === 'zh'
        ? `${title}：按整个期间的${of(m.of)}从高到低累计，A 至 80%，B 至 95%，其余为 C`
        : `${title}: by ${of(m.of)} of the whole period, the highest first: A up to 80 %, B up to 95 %, else C`
    case 'cumulative':
      return language === 'zh'
        ? `${title}：按整个期间的${of(m.of)}从高到低累计，占全部的比例`
        : `${title}: by ${of(m.of)} of the whole period, the highest first, together as a part of all`
    case 'none':
      return `${title}${language === 'zh' ? '：还没有数据来源' : ': no source yet'}`
    case 'sum':
    case 'count':
    case 'distinct':
      return `${title} = ${leafText(m, language)}`
  }
}

function leafText(leaf: Leaf | Distinct, language: Language): string {
  const ofThings = leaf.class === 'distinct' ? leaf.constant.column : leaf.column
  const column = ofThings === 'n' ? leaf.of.count : (ownValue(leaf.of.sums, ofThings)?.title ?? leaf.of.title)
  const conditions = Object.entries(leaf.when).map(([name, values]) => conditionText(leaf.of, name, values, language))
  const [open, close, between] = language === 'zh' ? ['（', '）', '，'] : [' (', ')', ', ']
  return `Σ ${said(column, language)}${conditions.length === 0 ? '' : `${open}${conditions.join(between)}${close}`}`
}

/** One condition in words: values by their choice's titles. */
function conditionText(of: Rollup, name: string, values: Conditions[string] | undefined, language: Language): string {
  const field = of.mapped?.name === name ? ownValue(of.mapped.map.fields, of.mapped.value) : ownValue(of.keys, name)
  const [colon, between, nothing] = language === 'zh' ? ['：', '、', '未映射'] : [': ', ', ', 'not mapped']
  const title = field ? said(field.title, language) : name
  if (values === null || values === undefined) return `${title}${colon}${nothing}`
  const choices = Object.values(field?.choices ?? {})
  const titles = values.map(v => {
    if (typeof v === 'boolean') return language === 'zh' ? (v ? '是' : '否') : v ? 'yes' : 'no'
    const choice = choices.find(([code]) => code === v)
    return choice ? choice[language === 'zh' ? 1 : 2] : String(v)
  })
  return `${title}${colon}${titles.join(between)}`
}
