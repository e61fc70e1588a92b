/**
 * A sheet of figures that people keep by month and bring as a workbook. One declaration gives its list, its roll-up and the report that
 * pivots it: beside each figure that the suite can compute itself stand that figure and the difference. Pure.
 */
import { date, integer, money, month, reference, referenceBy, text, type Fields } from '#platform/declare/fields.ts'
import { inOwnersCurrency, key, minus, report, sum, times, via, type Measure, type Report } from '#platform/declare/report.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { rollup, type Rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { ReportDeclaration } from '#platform/declare/report.ts'
import type { Title } from '#platform/declare/title.ts'

/** What the suite computes itself: measures of the report by name, of which the last stands beside the figure. */
export type Computed = readonly [name: string, measures: Readonly<Record<string, Measure>>]
export interface Figure {
  readonly title: Title
  readonly kind: 'money' | 'integer'
  readonly synonyms?: readonly string[]
  /** of how many the sheet may leave it out */
  readonly optional?: true
}
/** A line of the report: a figure of the sheet, all of it or under a condition, and what stands beside it. */
export interface SheetLine {
  readonly title: Title
  readonly of: string
  readonly when?: Readonly<Record<string, readonly (string | number)[]>>
  readonly beside?: Computed
}
/** What the list and its roll-up are made of. */
export interface SheetFactsWords {
  /** family of the calls and list type */
  readonly name: string
  readonly table: string
  readonly title: Title
  readonly empty: Title
  /** what a row is of, beside month and shop: keys of the sheet */
  readonly by: Fields
  readonly figures: Readonly<Record<string, Figure>>
  /** rows are added by a form as well */
  readonly isEntered?: true
}
export interface SheetWords extends SheetFactsWords {
  readonly dimensions: ReportDeclaration['dimensions']
  readonly lines: Readonly<Record<string, SheetLine>>
  /** further measures of the report */
  readonly more?: Readonly<Record<string, Measure>>
  /** dimensions that the report begins with */
  readonly first: readonly string[]
  /**
   * what nobody has entered is empty and no difference to what the suite computes, and differences are of the shops and quarters that were
   * entered; otherwise it is 0
   */
  readonly reportedBy?: 'quarter'
}
export interface SheetFacts {
  readonly words: SheetFactsWords
  readonly list: Resource
  readonly rollup: Rollup
}
export interface ManualSheet extends SheetFacts {
  readonly report: Report
}

export const shopDimension = key('shopId', {
  title: ['店铺', 'Shop'],
  kind: 'reference',
  label: { table: 'shop', on: 'id', column: 'name' },
  target: 'shop',
})
export const siteDimension = via([{ table: 'shop', on: { id: 'shopId' } }], 'marketplaceCode', {
  title: ['站点', 'Marketplace'],
  kind: 'text',
  label: { table: 'marketplace', on: 'code', column: 'name', columnEn: 'name_en' },
})
const differenceSource: Title = ['手工表的数减去系统计算的数。', 'The figure of the sheet less the one that the suite computes.']
const reportedDifferenceSource: Title = [
  '手工表的数减去系统计算的数，两边只算有申报的店铺和季度；都没有申报时为空。行里含没有申报的季度时，系统的数也含这些季度，差异不含。',
  'The sheet less what is computed, of reported shops and quarters alone; the computed figure beside it holds unreported ones as well.',
]
const onlyReported: Title = ['只算有申报的店铺和季度', 'of shops and quarters that were reported']
const sheetSource = (title: Title): Title => [`${title[0]}手工表中录入的数。`, `Entered in the sheet ${title[1]}.`]

export function manualSheet(words: SheetWords): ManualSheet {
  const facts = sheetFacts(words)
  return { ...facts, report: reportOf(words, facts.rollup, hasMoneyIn(words)) }
}

const hasMoneyIn = ({ figures }: SheetFactsWords): boolean => Object.values(figures).some(one => one.kind === 'money')

/** The list and its roll-up alone, for a report that is declared elsewhere. */
export function sheetFacts(words: SheetFactsWords): SheetFacts {
  const { name, table, title, by } = words
  const hasMoney = hasMoneyIn(words)
  const fields = Object.fromEntries(Object.entries(words.figures).map(([code, figure]) => [code, fieldOf(figure)]))
  const list = resource(table, {
    type: name,
    title,
    access: { scope: grantedShops, permission: `finance.sheet.${name}` },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true, editDisabled: true }),
      ...by,
      shopId: reference('店铺', 'Shop', 'shop', {
        filter: 'select',
        sort: true,
        editDisabled: true,
        width: 140,
        ...(Object.hasOwn(by, 'siteCode') ? { narrowedBy: { siteCode: 'marketplaceCode' } } : {}),
      }),
      ...fields,
      ...(hasMoney ? { currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 80 }) } : {}),
      remark: text('备注', 'Remark', { max: 200, default: '' }),
    },
    list: { batchDelete: { by: 'shopId', year: 'month' }, sort: { field: 'month', way: 'DESC' }, empty: words.empty },
    record: { label: 'month' },
    storage: { key: ['month', 'shopId', ...Object.keys(by)], index: [['-month'], ['shopId', 'month']] },
  } as never)
  return { words, list, rollup: rollupOf(words, list, hasMoney) }
}

const fieldOf = ({ title: [zh, en], kind, synonyms = [], optional }: Figure) => {
  const options = { total: true, sort: true, synonyms, ...(optional ? { default: '0' } : {}) }
  return kind === 'money'
    ? money(zh, en, { currency: 'currency', ...options })
    : integer(zh, en, { ...options, ...(optional ? { default: 0 } : {}) })
}

function rollupOf({ table, title, by, figures }: SheetFactsWords, list: Resource, hasMoney: boolean): Rollup {
  const own = Object.fromEntries(Object.entries(by).map(([code, field]) => [code, { ...field, options: {} }])) as Fields
  const sums = Object.fromEntries(
    Object.entries(figures).map(
      ([
        code,
        {
          title: [zh, en],
          kind,
        },
      ]) => [code, kind === 'money' ? money(zh, en) : integer(zh, en)],
    ),
  )
  const names = Object.keys(figures)
  const further = [...Object.keys(by), ...(hasMoney ? ['currency'] : [])]
  return rollup(table, {
    title,
    scope: grantedShops,
    keys: {
      shopId: reference('店铺', 'Shop', 'shop'),
      day: date('日期', 'Day'),
      month: month('月份', 'Month'),
      ...own,
      ...(hasMoney ? { currency: referenceBy('币种', 'Currency', 'currency', 'code') } : {}),
    },
    sums,
    count: ['行数', 'Rows'],
    grains: [
      ['shopId', 'month', ...further],
      ['shopId', 'day', ...further],
    ],
    from: [
      {
        name: 'sheet',
        title,
        fact: list,
        booked: 'month',
        sums: Object.fromEntries(names.map(code => [code, code])),
        check: names[0] ?? '',
        lines: { description: 'remark' },
      },
    ],
  } as never)
}

function reportOf(words: SheetWords, sheet: Rollup, hasMoney: boolean): Report {
  const { name, title, figures } = words
  const measures: Record<string, Measure> = {}
  const main: string[] = []
  for (const [code, line] of Object.entries(words.lines)) {
    const kind = figures[line.of]?.kind ?? 'money'
    const blank = words.reportedBy === undefined ? {} : { blank: true as const }
    measures[code] = { ...sum(sheet, line.of, { title: line.title, source: sheetSource(title), when: line.when ?? {}, ...blank }), kind }
    main.push(code)
    if (line.beside === undefined) continue
    const [computed, parts] = line.beside
    Object.assign(measures, parts)
    measures[`${code}Difference`] = minus(code, computed, {
      title: [`${line.title[0]}差异`, `${line.title[1]}: difference`],
      source: words.reportedBy === undefined ? differenceSource : reportedDifferenceSource,
      kind,
      ...(words.reportedBy === undefined ? {} : { matched: { table: words.table, unit: words.reportedBy, title: onlyReported } }),
    })
    main.push(computed, `${code}Difference`)
  }
  return report(`${name}Report`, {
    title: [`${title[0]}报表`, `${title[1]} report`],
    scope: grantedShops,
    permission: `finance.sheet.${name}`,
    dimensions: { shop: shopDimension, marketplace: siteDimension, ...words.dimensions, ...times('month', 'quarter', 'year') },
    measures: { ...measures, ...words.more },
    main: [...main, ...Object.keys(words.more ?? {})],
    // in the head, beside figures of all quarters, a difference of some would be taken for theirs
    keyFigures: main.filter(code => words.reportedBy === undefined || !code.endsWith('Difference')).slice(0, 5),
    by: words.first,
    time: 'month',
    compare: ['before', 'yearBefore'],
    ...(hasMoney ? { conversion: inOwnersCurrency } : {}),
    paths: {
      rows: `/${name}/report`,
      lines: `/${name}/reportLines`,
      export: `/${name}/reportExport`,
      compute: `/${name}/reportCompute`,
    },
  })
}
