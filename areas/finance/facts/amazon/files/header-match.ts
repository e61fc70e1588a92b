/**
 * Finding the transaction report's header by its names, in any language, and filling in columns whose names are not known by their place in
 * a known form. Pure.
 */
import { listed, type Part, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileMatch, SourceRow } from '#platform/declare/file-kind.ts'
import { headerNames, namesOf } from './header-names.ts'
import { reportLanguages, type FileColumn, type ReportColumn, type ReportLanguage } from './header-columns.ts'

const columnCount = { min: 15, max: 45 }
/** Below this share of readable names the encoding is wrong or the report is another one. */
const knownShareMin = 0.55

/** A lost character: U+FFFD as Amazon itself writes it, `?` as Excel does when the code page lacks the letter. */
const lost = /[\uFFFD?]/

function normal(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\u200B-\u200F\u202A-\u202E\uFEFF]/g, '')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[\s\u00A0\u202F]+/g, ' ')
    .replace(/^\s+|[\s:：]+$/g, '')
}

const fileColumns = Object.keys(headerNames) as FileColumn[]
type ByName = ReadonlyMap<string, FileColumn>

/** column by normal name, one map a language */
const columnsByName: ReadonlyMap<ReportLanguage, ByName> = new Map(
  reportLanguages.map(language => [
    language,
    new Map(fileColumns.flatMap(column => namesOf(column, language).map(name => [normal(name), column] as const))),
  ]),
)

/** Names that mean one column in whatever language they stand: Spain's report has English heads among its own, Mexico's has Spain's. */
const columnsOfAnyLanguage: ByName = (() => {
  const all = [...columnsByName.values()].flatMap(byName => [...byName])
  const meanings = Map.groupBy(all, ([name]) => name)
  return new Map(
    [...meanings]
      .filter(([, found]) => new Set(found.map(([, column]) => column)).size === 1)
      .flatMap(([, [first]]) => (first ? [first] : [])),
  )
})()

interface Reading extends FileMatch {
  /** heads that are known in this very language */
  readonly own: number
}

/** Recognises the report in the first rows; the confidence is the share of header cells whose names are known. */
export function recogniseReport(firstRows: readonly SourceRow[]): FileMatch | null {
  let best: Reading | null = null
  for (const row of firstRows.slice(0, 40)) {
    const width = row.cells.findLastIndex(cell => cell.trim() !== '') + 1
    if (width < columnCount.min || width > columnCount.max) continue
    for (const language of reportLanguages) {
      const match = matchIn(row, language)
      if (
        match &&
        isComplete(match) &&
        (!best || match.confidence > best.confidence || (match.confidence === best.confidence && match.own > best.own))
      )
        best = match
    }
  }
  return (
    best && {
      headerLine: best.headerLine,
      columns: best.columns,
      language: best.language,
      confidence: best.confidence,
      guessed: best.guessed ?? [],
    }
  )
}

export const transactionReportTitle = ['亚马逊交易报告', 'Amazon transaction report'] as const

/** Without these no line can be read. */
const needed = ['postedAt', 'type', 'productSales', 'total'] as const
/** a head that lacks more of them is that of another report */
const lackingMax = 2
const lackingOf = (match: Reading) => needed.filter(name => match.columns[name] === undefined)
const isComplete = (match: Reading): boolean => lackingOf(match).length === 0
const printedName = (column: FileColumn, language: ReportLanguage): string =>
  namesOf(column, language)[0] ?? namesOf(column, 'en')[0] ?? column
const printed = (columns: readonly FileColumn[], language: ReportLanguage): Part =>
  listed(columns.map(column => `“${printedName(column, language)}”`))

/** Which of the needed columns a report lacks, in its own language; null where no row is a header of this report. */
export function explainReport(firstRows: readonly SourceRow[]): Wording | null {
  let best: { readonly match: Reading; readonly language: ReportLanguage } | null = null
  for (const row of firstRows.slice(0, 40))
    for (const language of reportLanguages) {
      const match = row.cells.length < columnCount.min ? null : matchIn(row, language)
      if (match && !isComplete(match) && lackingOf(match).length <= lackingMax && (!best || match.own > best.match.own))
        best = { match, language }
    }
  if (!best) return null
  const { match, language } = best
  return sentence`这是${transactionReportTitle}，但缺少列${printed(lackingOf(match), language)}，请重新下载完整的原始文件`
}

/** Columns that every known form of the report has and this file has not, as its language prints them; null where none is missing. */
export function missingOfEveryForm(match: FileMatch): Part | null {
  const language = reportLanguages.find(one => one === match.language) ?? 'en'
  const missing = columnsOfEveryForm.filter(column => match.columns[column] === undefined)
  return missing.length === 0 ? null : printed(missing, language)
}

function matchIn(row: SourceRow, language: ReportLanguage): Reading | null {
  const byName: ByName = columnsByName.get(language) ?? new Map()
  const names = row.cells.map(normal)
  const ownNames = names.map(name => lookUp(name, byName))
  const found = ownNames.map((column, at) => column ?? columnsOfAnyLanguage.get(names[at] ?? '') ?? null)
  const named = names.filter(name => name !== '').length
  const known = new Set(found.filter(column => column !== null)).size
  const confidence = known / named
  if (confidence < knownShareMin) return null
  const columns: Record<string, number> = {}
  const guessed: FileColumn[] = []
  fillByForm(found).forEach((column, index) => {
    if (column === null || columns[column] !== undefined) return
    columns[column] = index
    if (found[index] === null) guessed.push(column)
  })
  return { headerLine: row.line, columns, language, confidence, guessed, own: ownNames.filter(column => column !== null).length }
}

function lookUp(name: string, byName: ByName): FileColumn | null {
  const exact = byName.get(name)
  if (exact || name === '' || !lost.test(name)) return exact ?? null
  const characters = [...name]
  for (const [candidate, column] of byName) {
    const other = [...candidate]
    if (other.length === characters.length && characters.every((character, at) => lost.test(character) || character === other[at]))
      return column
  }
  return null
}

const frontOld: readonly ReportColumn[] = ['postedAt', 'settlementId', 'type', 'orderId', 'sku', 'description', 'quantity', 'marketplace']
const place: readonly ReportColumn[] = ['fulfillment', 'city', 'state', 'postal']
const creditsTaxed: readonly ReportColumn[] = [
  'productSales',
  'productSalesTax',
  'shippingCredits',
  'shippingCreditsTax',
  'giftWrapCredits',
  'giftWrapCreditsTax',
]
const creditsOld: readonly ReportColumn[] = ['productSales', 'shippingCredits', 'giftWrapCredits']
const regulatory: readonly ReportColumn[] = ['regulatoryFee', 'regulatoryFeeTax']
const rebatesTaxed: readonly ReportColumn[] = ['promotionalRebates', 'promotionalRebatesTax']
const facilitator: readonly ReportColumn[] = ['salesTaxCollected', 'marketplaceFacilitatorTax']
const fees: readonly ReportColumn[] = ['sellingFees', 'fbaFees', 'otherTransactionFees', 'other', 'total']
const since2025: readonly ReportColumn[] = ['status', 'releasedAt']

/**
 * Known forms of the report, from the oldest (no taxes apart) to the unified one of 30 columns, each with and without account type, tax
 * model, status.
 */
export const reportForms: readonly (readonly ReportColumn[])[] = [false, true].flatMap(withAccount =>
  [true, false].flatMap(withModel =>
    moneyForms().flatMap(money => {
      const front: ReportColumn[] = [
        ...frontOld,
        ...(withAccount ? ['accountType' as const] : []),
        ...place,
        ...(withModel ? ['taxModel' as const] : []),
      ]
      return [
        [...front, ...money],
        [...front, ...money, ...since2025],
      ]
    }),
  ),
)

/** Places of the buyer left out: some marketplaces print none. */
const columnsOfEveryForm: readonly ReportColumn[] = (reportForms[0] ?? []).filter(
  column => !place.includes(column) && reportForms.every(form => form.includes(column)),
)

function moneyForms(): ReportColumn[][] {
  return [
    [...creditsTaxed, ...rebatesTaxed, 'marketplaceWithheldTax', ...fees],
    [...creditsTaxed, ...regulatory, ...rebatesTaxed, 'marketplaceWithheldTax', ...fees],
    [...creditsTaxed, 'pointsGranted', ...rebatesTaxed, 'marketplaceWithheldTax', ...fees],
    [...creditsOld, 'promotionalRebates', ...facilitator, ...fees],
    [...creditsOld, 'promotionalRebates', 'salesTaxCollected', ...fees],
    [...creditsOld, 'promotionalRebates', ...fees],
  ]
}

/**
 * Names that are not in the table take the column of their place, where exactly one reading is left among the known forms of this length. A
 * column that stays unknown stays out: the line's own total proves whether it held money.
 */
function fillByForm(found: readonly (FileColumn | null)[]): (FileColumn | null)[] {
  if (found.every(column => column !== null)) return [...found]
  const fitting = reportForms.filter(
    form => form.length === found.length && found.every((column, at) => column === null || column === form[at]),
  )
  const readings = new Set(fitting.map(form => form.join()))
  const [form] = fitting
  return form && readings.size === 1 ? [...form] : [...found]
}
