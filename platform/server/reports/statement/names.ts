/**
 * What the rows of a report are called: the text of each dimension's key, and the name that another table has for it. Rows are of alias s.
 */
import type { CodeWords } from '#platform/declare/code-words.ts'
import { sql } from 'kysely'
import type { Choices } from '#platform/declare/fields.ts'
import type { Dimension, Report } from '#platform/declare/report.ts'
import type { Title } from '#platform/declare/title.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { UntypedQuery, Sql } from '../../db/untyped-query.ts'
import { lost, unallocated, type Ask } from '../ask/ask.ts'
import { textOfKey } from '../store/parts.ts'

export const unallocatedTitle: Title = ['未分摊', 'Not allocated']
/** What a row is called that has no value; null: it has one. */
export const nameless = (d: Dimension | undefined, value: unknown): Title | null =>
  value === unallocated ? (d?.emptyLabel ?? unallocatedTitle) : value === lost && d?.unmatchedLabel ? d.unmatchedLabel : null

export const textOf = (report: Report, ask: Ask, i: number): Sql =>
  textOfKey(report, ask, ask.by[i] ?? '', ownValue(report.dimensions, ask.by[i] ?? ''), sql.ref(`s.d${i}`))
/** The columns that name a value in a language, the first that says something counts. */
export const nameColumns = ({ column, columnEn }: NonNullable<Dimension['label']>, language: 'zh' | 'en' | undefined): readonly string[] =>
  language === 'en' && columnEn !== undefined ? [columnEn, column] : [column]

export function labelOf(report: Report, ask: Ask, i: number): Sql {
  const { label, choices, codes } = ownValue(report.dimensions, ask.by[i] ?? '') ?? {}
  if (codes !== undefined) return choiceName(asChoices(codes), textOf(report, ask, i), ask.language)
  if (choices !== undefined) return choiceName(choices, textOf(report, ask, i), ask.language)
  if (label === undefined) return textOf(report, ask, i)
  const named = nameColumns(label, ask.language).map(column => sql`nullif(${sql.ref(`label${i}.${column}`)}, '')`)
  return sql`coalesce(${sql.join([...named, textOf(report, ask, i)])})`
}

const asChoices = (codes: CodeWords) => Object.entries(codes).map(([code, [zh, en]]) => [code, zh, en] as const)

const choiceName = (
  choices: Choices | readonly (readonly [string, string, string])[],
  code: Sql,
  language: 'zh' | 'en' | undefined,
): Sql => {
  const named = Object.values(choices).map(
    ([value, zh, en]) => sql`when ${sql.lit(String(value))} then ${sql.lit(language === 'en' ? en : zh)}`,
  )
  return sql`case ${code} ${sql.join(named, sql` `)} else ${code} end`
}

/** Joins the names of the dimensions `of` to rows of alias s. */
export function withLabels(report: Report, ask: Ask, rows: UntypedQuery, of: readonly string[]): UntypedQuery {
  return ask.by.reduce((all, name, i) => {
    const label = of.includes(name) ? ownValue(report.dimensions, name)?.label : undefined
    return label
      ? all.leftJoin(`${label.table} as label${i}`, j =>
          j.on(sql<boolean>`${sql.ref(`label${i}.${label.on}`)}::text = ${textOf(report, ask, i)}`),
        )
      : all
  }, rows)
}
