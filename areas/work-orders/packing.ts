/** The packing list of an order: it is handed in whole, as lines of a call or as text from a spreadsheet. */
import { sentence } from '#platform/declare/sentence.ts'
import { isDecimal, compare, scaleOf } from '#platform/format/decimal.ts'
import { removeRecords } from '#platform/server/batches/batch-remove.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import type { FieldError } from '#platform/server/contract/route.ts'
import { within } from '#platform/server/db/within.ts'
import { createEach } from '#platform/server/records/create-each.ts'
import { workOrderCarton } from './tables.ts'

export interface PackingLine {
  readonly sku: string
  readonly qty: number | string
  readonly cartonNo: string
  /** cm, kg: decimals with two places */
  readonly length?: number | string | null
  readonly width?: number | string | null
  readonly height?: number | string | null
  readonly weight?: number | string | null
}
export const packingLinesMax = 500
const sides = ['length', 'width', 'height', 'weight'] as const
const { length, width, height, weight } = workOrderCarton.fields
const sideTitles = [
  ['length', length.title],
  ['width', width.title],
  ['height', height.title],
  ['weight', weight.title],
] as const
const qtyMax = 1_000_000

/** One line each, columns divided by tabs, commas or blanks: SKU, quantity, carton, length, width, height, weight. Pure. */
export const packingOf = (text: string): PackingLine[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const [sku = '', qty = '', cartonNo = '', length, width, height, weight] = line.split(/\t|[,，]|\s+/).map(cell => cell.trim())
      return { sku, qty, cartonNo, length: length ?? null, width: width ?? null, height: height ?? null, weight: weight ?? null }
    })

/** Faults of lines, each named by its place. Pure. */
export function packingFaults(lines: readonly PackingLine[]): FieldError[] {
  const faults: FieldError[] = []
  const bad = (at: number, message: ReturnType<typeof sentence>): void =>
    void faults.push({ field: 'infoList', message: sentence`第 ${at + 1} 行：${message}` })
  if (lines.length > packingLinesMax) return [{ field: 'infoList', message: sentence`最多 ${packingLinesMax} 行装箱信息` }]
  lines.forEach((line, at) => {
    if (line.sku === '' || line.sku.length > 100) bad(at, sentence`SKU 应为 1 到 100 个字`)
    if (line.cartonNo === '' || line.cartonNo.length > 40) bad(at, sentence`箱号应为 1 到 40 个字`)
    const qty = Number(line.qty)
    if (!Number.isInteger(qty) || qty < 1 || qty > qtyMax) bad(at, sentence`数量应为 1 到 ${qtyMax} 的整数`)
    for (const [side, title] of sideTitles) {
      const value = line[side] ?? null
      const written = value === null ? '' : String(value)
      if (written === '') continue
      if (!isDecimal(written) || scaleOf(written) > 2 || compare(written, '0') < 0)
        bad(at, sentence`${title}应为不小于 0、最多两位小数的数字`)
    }
  })
  return faults
}

/** What was there before goes. */
export async function replacePacking(context: Context, tx: Tx, workOrderId: string, lines: readonly PackingLine[]): Promise<void> {
  const faults = packingFaults(lines)
  if (faults.length > 0) throw refuse.invalid(faults)
  const inside = within(context, tx)
  const old = await inside.db.selectFrom('work_order_carton').select('id').where('work_order_id', '=', workOrderId).execute()
  if (old.length > 0)
    await removeRecords(
      inside,
      workOrderCarton,
      old.map(({ id }) => id),
      { undoable: false },
    )
  await createEach(
    inside,
    workOrderCarton,
    lines.map(({ sku, qty, cartonNo, ...line }, at) => ({
      workOrderId,
      lineNo: at + 1,
      sku,
      qty: Number(qty),
      cartonNo,
      ...Object.fromEntries(sides.map(side => [side, line[side] === '' ? null : (line[side] ?? null)])),
    })),
  )
}
