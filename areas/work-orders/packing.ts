/** The packing list of an order: its lines, changed in a grid, or handed in whole by a call of the specification. */
import type { LineChanges } from '#platform/declare/wire-lines.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { writeLines } from '#platform/server/documents.ts'
import type { LineLog } from '#platform/server/records.ts'
import { workOrderCarton } from './tables.ts'

/** As the specification sends it; cm, kg: decimals with two places. */
export type PackingLine = Readonly<Record<'sku' | 'qty' | 'cartonNo' | 'length' | 'width' | 'height' | 'weight', number | string | null>>

/** The list as a call hands it in: what was there before goes. Faults name the line by its place: `lines[0].sku`. */
async function wholeList({ db }: Context, workOrderId: string, lines: readonly Partial<PackingLine>[]): Promise<LineChanges> {
  const old = await db.selectFrom('work_order_carton').select('id').where('work_order_id', '=', workOrderId).execute()
  return { added: lines, removed: old }
}

export const writePacking = async (
  context: Context,
  tx: Tx,
  workOrderId: string,
  given: { readonly packing?: LineChanges | undefined; readonly infoList: readonly Partial<PackingLine>[] },
): Promise<LineLog> =>
  writeLines(context, tx, workOrderCarton, workOrderId, given.packing ?? (await wholeList(context, workOrderId, given.infoList)))
