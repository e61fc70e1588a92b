/** The printed names of the transaction report's columns. Pure. */
import { moneyNames } from './header-amounts.ts'
import type { FileColumn, PrintedNames, ReportLanguage } from './header-columns.ts'
import { describingNames } from './header-table.ts'

export const headerNames: Readonly<Record<FileColumn, PrintedNames>> = { ...describingNames, ...moneyNames }

/** Every variant of a column's name in one language. */
export function namesOf(column: FileColumn, language: ReportLanguage): string[] {
  return headerNames[column][language]?.split(' | ') ?? []
}
