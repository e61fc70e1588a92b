/** A list's rows as the workbook that people of the demo company bring: heads in Chinese, one row a record. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startResourceImport } from '#platform/server/imports.ts'

type Cell = string | number
export type SheetRow = Readonly<Record<string, Cell>>

const quoted = (cell: Cell): string => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell))

/** Orders the import of these rows, by field; answers its runs. */
export async function bringSheet(context: Context, r: Resource, rows: readonly SheetRow[]): Promise<readonly string[]> {
  const [first] = rows
  if (first === undefined) return []
  const names = Object.keys(first)
  const titles = names.map(name => ownValue(r.fields, name)?.title[0] ?? name)
  const lines = [titles, ...rows.map(row => names.map(name => quoted(row[name] ?? '')))].map(cells => cells.join(','))
  const upload = { name: `${r.title[0]}.csv`, contentType: 'text/csv; charset=utf-8', content: [`${lines.join('\r\n')}\r\n`] }
  return (await startResourceImport(context, r, [await keepUpload(context, upload)])).importIds
}
