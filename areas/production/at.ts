/** An order that is worked on: its row, its leaf, how its postings are called. */
import { sql } from 'kysely'
import type { Row } from '#platform/declare/wire.ts'
import { compare, isZero, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { behind, openTransit } from '#areas/goods/index.ts'
import { docType, type Lying } from './orders.ts'
import { orderKinds } from './order-tables.ts'

export interface At {
  readonly inside: Context
  readonly server: Context
  readonly tx: Tx
  readonly row: Row
  readonly id: string
}
export const isOutside = (row: Row): boolean => row['kind'] === orderKinds.subcontract[0]
export const reasonOf = (row: Row): 'issued' | 'sentOut' => (isOutside(row) ? 'sentOut' : 'issued')

export async function entering({ inside, tx, row, id }: At, what: string) {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from goods_posting
    where org_id = ${inside.caller.orgId} and doc_type = ${docType} and doc_id = ${id}`.execute(behind(tx))
  return { docType, id, row, day: todayOf(inside), key: `${docType}:${id}:${what}:${rows[0]?.n ?? 0}` }
}
export const leafOf = ({ server, tx, row, id }: At): Promise<string> =>
  openTransit(
    server,
    tx,
    { docType, id, no: asText(row['no']), warehouseId: asText(row['warehouseId']) },
    isOutside(row) ? 'subcontractor' : 'working',
  )

/** The first so many of these units; null: there are fewer. */
export function partOf(units: readonly Lying[], quantity: string): readonly Lying[] | null {
  let open = quantity
  const taken = units.flatMap(one => {
    if (isZero(open)) return []
    const part = compare(one.quantity, open) < 0 ? one.quantity : open
    open = subtract(open, part)
    return [{ ...one, quantity: part }]
  })
  return isZero(open) ? taken : null
}
