/** Open lines as the page of bank matching holds them, and what is asked for them. Pure. */
import type { ListQuery, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { lastOfMonth } from '#platform/format/dates.ts'
import type { LineAnswer } from '../answers.ts'

export interface OpenLine extends LineAnswer {
  readonly more: string
  /** null: nothing is suggested */
  readonly confidence: number | null
}
const textOf = (row: Row, ...names: readonly string[]): string[] => names.map(name => asText(row[name] ?? '')).filter(text => text !== '')

export function openLineOf(row: Row): OpenLine {
  const [text = '', ...more] = textOf(row, 'counterparty', 'purpose', 'summary')
  return {
    rowId: row.id,
    id: asText(row['lineId']),
    postedOn: asText(row['postedOn']),
    account: asText(row['accountIdLabel'] ?? ''),
    open: asText(row['open']),
    currency: asText(row['currency']),
    text,
    more: more.join(' '),
    confidence: row['confidence'] === null ? null : Number(row['confidence']),
  }
}

export const orders = { day: ['postedOn', 'DESC'], amount: ['open', 'DESC'], confidence: ['confidence', 'ASC'] } as const
export interface LinesAsk {
  readonly accountId: string | null
  readonly month: string | null
  readonly keyword: string
  readonly order: keyof typeof orders
}
const portion = 100

/** The query of the list, from the row behind which it goes on. */
export function linesQuery({ accountId, month, keyword, order }: LinesAsk, next: string | null): ListQuery {
  const [sortField, sortWay] = orders[order]
  const conditionList = [
    ...(accountId === null ? [] : [{ field: 'accountId', condition: 'EQ' as const, value: accountId }]),
    ...(month === null ? [] : [{ field: 'postedOn', condition: 'BETWEEN' as const, value: `${month}-01,${lastOfMonth(month)}` }]),
    ...(keyword === '' ? [] : [{ field: 'words', condition: 'LIKE' as const, value: wordsAsked(keyword) }]),
  ]
  return { pageSize: portion, sortField, sortWay, conditionList, only: 'rows', ...(next === null ? {} : { next }) }
}
/** An amount is found without its thousands; commas and backslashes part values. */
function wordsAsked(keyword: string): string {
  const bare = /^-?[\d,]+(\.\d+)?$/.test(keyword) ? keyword.replaceAll(/[-,]/g, '') : keyword
  return bare.replaceAll(/[\\,]/g, String.raw`\$&`)
}

/**
 * Where the mark goes when lines leave the list: to the next below with a suggestion, else to the next below, else to the last above. Lines
 * that somebody else has matched are passed over.
 */
export function nextOf(lines: readonly OpenLine[], marked: string | null, isPassed: (line: OpenLine) => boolean): OpenLine | null {
  const at = lines.findIndex(one => one.id === marked)
  const below = lines.slice(at + 1).filter(one => !isPassed(one))
  return below.find(one => one.confidence !== null) ?? below[0] ?? lines.slice(0, Math.max(0, at)).findLast(one => !isPassed(one)) ?? null
}
