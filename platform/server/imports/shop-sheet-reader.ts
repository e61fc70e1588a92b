/**
 * The part of a family of shop sheets that runs in the worker thread of an import: how its lines are staged. Nothing of a database is
 * imported here, because each import would load it anew.
 */
import type { FileKind } from '#platform/declare/file-kind.ts'
import { columnOf } from '#platform/declare/resource.ts'
import type { ShopSheet } from '#platform/declare/shop-sheet.ts'
import type { FamilyReader } from '../contract/file-family.ts'
import { shopSheetKind, type ShopSheetLine } from './shop-sheet-kind.ts'

/** Columns of staging that the reader fills, in the order of its values. */
export const stagedColumns = (sheet: ShopSheet): readonly string[] => [
  ...(Object.hasOwn(sheet.columns, sheet.dayField) ? [] : [columnOf(sheet.dayField)]),
  ...Object.keys(sheet.columns).map(columnOf),
  'line_key',
  ...(sheet.fixedFields.length > 0 ? ['fixed_key'] : []),
  ...(sheet.stateFields.length > 0 ? ['state_key'] : []),
]

export function shopSheetReader(sheet: ShopSheet): FamilyReader<ShopSheetLine> {
  const hasOwnDay = !Object.hasOwn(sheet.columns, sheet.dayField)
  // a day that the merge sets is one that no file has
  const unknownDay = '0001-01-01'
  return {
    kinds: [shopSheetKind(sheet) as FileKind],
    columns: stagedColumns(sheet),
    kindsOf: () => [],
    row: line => ({
      lineNo: line.line,
      values: [
        ...(hasOwnDay ? [line.day ?? unknownDay] : []),
        ...line.values,
        line.lineKey,
        ...(sheet.fixedFields.length > 0 ? [line.fixedKey] : []),
        ...(sheet.stateFields.length > 0 ? [line.stateKey] : []),
      ],
    }),
  }
}
