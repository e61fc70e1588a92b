/** What drafts of orders take of parts, copied from the bills of their day of start: a few statements, however many orders. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { multiply } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import type { Row } from '#platform/declare/wire.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { createEach, removeRecords, setDerived } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { bomKinds } from './bom-tables.ts'
import { takenOf, type BillLine } from './explode.ts'
import { orderKinds, productionMaterial, productionOrder } from './order-tables.ts'
import { refuseTooMuch } from './read-bills.ts'

export interface Draft {
  readonly id: string
  readonly row: Row
  /** the bill that a person chose; null: the version that holds */
  readonly named: unknown
}
interface Found {
  readonly orderId: string
  readonly id: string | null
  readonly base: string
  readonly fee: string
  readonly lines: readonly BillLine[]
}

export async function copyBills(server: Context, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) return
  const found = new Map((await billsOf(server, tx, drafts)).map(one => [one.orderId, one]))
  for (const { id: orderId, row } of drafts.filter(one => isRework(one.row)))
    found.set(orderId, { orderId, id: null, base: '1', fee: '0', lines: [{ partId: asText(row['productId']), per: '1', scrap: '0' }] })
  const copies = drafts.map(({ id: orderId, row, named }) => {
    const bill = found.get(orderId)
    if (bill !== undefined && (bill.id !== null || isRework(row))) return { orderId, row, bill, id: bill.id }
    if (named !== null) throw refuse.invalid([{ field: 'bomId', message: sentence`所选物料清单在开工日没有生效，请改选或清空` }])
    throw refuse.invalid([{ field: 'productId', message: sentence`商品在开工日没有已发布的“${titleOf(kindOf(row))}”物料清单，请先发布` }])
  })
  await setDerived(
    server,
    productionOrder,
    copies.map(({ orderId, bill, id }) => ({ id: orderId, bomId: id, fee: bill.fee })),
  )
  const { rows: old } = await sql<{ id: string }>`select id::text as id from production_material
    where order_id = any(${drafts.map(({ id }) => id)}::bigint[]) order by id`.execute(behind(tx))
  const ids = old.map(one => one.id)
  if (ids.length > 0) await removeRecords(server, productionMaterial, ids, { undoable: false })
  const taken = copies.map(({ row, bill }) => bill.lines.map(line => takenOf(asText(row['quantity']), bill.base, line)))
  await refuseTooMuch(
    tx,
    copies.flatMap(({ row, bill }, at) => [
      { productId: asText(row['productId']), amount: multiply(bill.fee, asText(row['quantity'])) },
      ...bill.lines.map((line, n) => ({ productId: line.partId, amount: taken[at]?.[n] ?? '0' })),
    ]),
  )
  await createEach(
    server,
    productionMaterial,
    copies.flatMap(({ orderId, bill }, at) =>
      bill.lines.map((line, n) => ({ orderId, lineNo: n + 1, partId: line.partId, need: taken[at]?.[n] ?? '0' })),
    ),
  )
}

export const isRework = (row: Row): boolean => row['kind'] === orderKinds.rework[0]
const kindOf = (row: Row): number => (row['kind'] === orderKinds.subcontract[0] ? bomKinds.subcontracted[0] : bomKinds.made[0])
const titleOf = (kind: number): string => (kind === bomKinds.made[0] ? bomKinds.made[1] : bomKinds.subcontracted[1])

async function billsOf({ caller }: Context, tx: Tx, drafts: readonly Draft[]): Promise<readonly Found[]> {
  const asked = drafts.map(({ id, row, named }) => ({
    order_id: id,
    product_id: row['productId'],
    kind: kindOf(row),
    start_on: row['startOn'],
    named: named ?? null,
  }))
  const { rows } = await sql<Found>`select d.order_id::text as "orderId", b.id::text as id, trim_scale(b.base)::text as base,
      trim_scale(b.fee)::text as fee,
      (select coalesce(jsonb_agg(jsonb_build_object('partId', l.part_id::text, 'per', trim_scale(l.per)::text,
        'scrap', trim_scale(l.scrap)::text) order by l.line_no), '[]') from bom_line l where l.bom_id = b.id) as lines
    from json_to_recordset(${JSON.stringify(asked)}::json) d (order_id bigint, product_id bigint, kind int, start_on date, named bigint)
      cross join lateral (select x.* from bom x where x.org_id = ${caller.orgId} and x.product_id = d.product_id and x.kind = d.kind
        and x.state in (2, 5) and x.valid_from <= d.start_on and (x.valid_to is null or x.valid_to >= d.start_on)
        and (d.named is null or x.id = d.named) order by x.valid_from desc limit 1) b`.execute(behind(tx))
  return rows
}
