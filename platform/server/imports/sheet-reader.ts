/**
 * The part of a family of sheets that runs in the worker thread of an import: how its lines are staged. Nothing of a database is imported
 * here, because each import would load it anew.
 */
import type { FileKind } from '#platform/declare/file-kind.ts'
import type { SheetLayout, SheetLine } from '#platform/declare/sheet-layout.ts'
import type { FamilyReader } from '../contract/file-family.ts'
import { sheetKind } from './sheet-kind.ts'

/** Fields of the table of lines that a line fills, by name; text of exact values. */
export type LineValues = Readonly<Record<string, string | null>>

/** what the control totals are of, beside the values for the table */
const printed = ({ direction, amount, currency, day }: SheetLine): LineValues => ({
  printedWay: direction,
  printedAmount: amount,
  printedCurrency: currency,
  printedDay: day,
})

export function sheetReader(
  family: string,
  layouts: readonly SheetLayout[],
  valuesOf: (line: SheetLine) => LineValues,
): FamilyReader<SheetLine> {
  const kindOf = (layout: SheetLayout): FileKind => sheetKind(family, layout) as FileKind
  return {
    kinds: layouts.map(kindOf),
    taught: taught => (taught as readonly SheetLayout[]).map(kindOf),
    columns: ['line_key', 'line'],
    row: line => ({ lineNo: line.line, values: [line.key, JSON.stringify({ ...valuesOf(line), ...printed(line) })] }),
    kindsOf: () => [],
  }
}
