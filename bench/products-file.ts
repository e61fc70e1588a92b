/** A supplier's table of products as a workbook: 25 columns under heads of its own, of which a mapping takes the first six. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Mapping } from '#platform/server/imports/resource-fields.ts'
import { xlsxStream } from '#platform/server/sheets/write-xlsx.ts'

const columns = 25
const batchRows = 1_000
const heads = ['货号', '品名', '牌子', '现状', '净重', '上架日']
export const productMapping: Mapping = Array.from(
  { length: columns },
  (_, i) => ['sku', 'name', 'brand', 'status', 'netWeight', 'soldFrom'][i] ?? null,
)

/** `run` makes the rows of this file others than those of another. */
export async function writeProductsFile(path: string, rows: number, run: string): Promise<void> {
  const row = (n: number): string[] => [
    `${run}-${String(n).padStart(7, '0')}`,
    `折叠收纳箱 ${n % 977} 号`,
    `品牌${n % 31}`,
    ['在售', '清仓', '停售'][n % 3] ?? '',
    `${n % 40}.${n % 9}`,
    `2026-0${1 + (n % 9)}-1${n % 10}`,
    ...Array.from({ length: columns - heads.length }, (_, i) => (i % 2 === 0 ? String((n * (i + 7)) % 100_003) : `备注 ${n % 53}`)),
  ]
  function* batches(): Generator<string[][]> {
    for (let at = 0; at < rows; at += batchRows) yield Array.from({ length: Math.min(batchRows, rows - at) }, (_, i) => row(at + i))
  }
  const titles = Array.from({ length: columns }, (_, i) => ({ title: heads[i] ?? `其他${i}`, kind: 'text' as const, width: 12 }))
  await pipeline(xlsxStream({ sheets: [{ name: '商品', columns: titles, rows: batches() }] }), createWriteStream(path))
}
