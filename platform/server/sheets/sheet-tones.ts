/**
 * Tones of choices in an exported workbook, as conditional formats: they colour the cells by their words, stay when rows are sorted or
 * added, and cost nothing for each cell.
 */
import { tones } from '#platform/declare/tone.ts'
import { columnLetters, escapeText } from './sheet-cells.ts'
import type { ColumnToWrite } from './sheet-to-write.ts'

/** The rules of a sheet; they stand behind its merged cells. Rows are counted from 1. */
export function toneRulesXml(columns: readonly ColumnToWrite[], firstRow: number, lastRow: number): string {
  let priority = 0
  return columns
    .flatMap(({ tones: toned = [] }, at) => {
      if (toned.length === 0) return []
      const rules = toned.map(([words, tone]) => {
        priority += 1
        const formula = escapeText(`"${words.replaceAll('"', '""')}"`)
        const rule = `type="cellIs" dxfId="${tones.indexOf(tone)}" priority="${priority}" operator="equal"`
        return `<cfRule ${rule}><formula>${formula}</formula></cfRule>`
      })
      const letters = columnLetters(at)
      return `<conditionalFormatting sqref="${letters}${firstRow}:${letters}${lastRow}">${rules.join('')}</conditionalFormatting>`
    })
    .join('')
}
