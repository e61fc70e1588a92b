/**
 * Goods of the demo company's consignments: received by the price of their order, sent on through 在途 to the warehouse that the consignment
 * names, where its freight bill falls on them, and invoiced later. The last consignment is still on its way in part, and its supplier has
 * not sent all invoices.
 */
import { sql } from 'kysely'
import { seededRandom } from '#areas/admin/index.ts'
import { addMonths } from '#platform/format/dates.ts'
import { divide, multiply, roundTo } from '#platform/format/decimal.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { DemoPeople } from '#platform/server/contract/area.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { todayOf } from '#platform/format/zones.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { lastClosed } from '../amazon/months/closed-months.ts'
import { bringSheet, type SheetRow } from '../demo/bring-sheet.ts'
import { untilEnded } from '../demo/until-ended.ts'
import { costInvoice, costReceipt, placeKinds, receiptBases, stockMovement, stockPlace } from './tables.ts'

/** days of the month in which a consignment departs, and of the next one */
const [receivedOn, departedOn, invoicedOn, arrivedOn] = ['03', '06', '05', '09']
const inTransit = '海运在途'
/** the warehouse that other shops are shipped from (demo.ts) */
const warehouse = '深圳中心仓'

interface Packed {
  readonly shipmentNo: string
  readonly period: string
  readonly target: string
  readonly sku: string
  readonly quantity: string
  readonly price: string
}

export async function makeConsignedStock({ as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const packed = await packedOf(context)
  if (packed.length === 0) return
  const today = todayOf(context)
  const suppliers = await anyTable(context.db)
    .selectFrom('supplier')
    .select(sql<string>`name`.as('name'))
    .orderBy('id')
    .limit(2)
    .execute()
  const supplierOf = (at: number): string => String(suppliers[at % Math.max(1, suppliers.length)]?.name ?? '')
  const targets = [...new Set(packed.map(one => one.target))]
  await untilEnded(
    context,
    await bringSheet(context, plain(stockPlace), [
      { name: inTransit, kind: placeKinds.transit[1] },
      ...targets.map(name => ({ name, kind: placeKinds.thirdParty[1] })),
    ]),
  )
  const random = seededRandom(77)
  const [receipts, movements, invoices]: [SheetRow[], SheetRow[], SheetRow[]] = [[], [], []]
  const consignments = [...Map.groupBy(packed, one => one.shipmentNo)]
  for (const [at, [shipmentNo, all]] of consignments.entries()) {
    const isLast = at === consignments.length - 1
    const { period, target } = all[0] ?? { period: '', target: '' }
    const [departed, arrives] = [`${period}-${departedOn}`, `${addMonths(period, 1)}-${arrivedOn}`]
    const of = (kind: string): string => `${kind}-${shipmentNo.slice(2)}`
    for (const [line, { sku, quantity, price }] of all.entries()) {
      // as much again stays for the shops that the own warehouse ships for
      const received = multiply(quantity, '2')
      const purchase = roundTo(multiply(received, price), 2, 'halfUp')
      const named = { lineNo: line + 1, productId: sku }
      receipts.push({
        documentNo: of('CG'),
        ...named,
        day: `${period}-${receivedOn}`,
        placeId: warehouse,
        supplierId: supplierOf(line),
        quantity: received,
        purchase,
        currency: 'CNY',
        basis: receiptBases.order[1],
      })
      const move = { ...named, kind: '调拨' }
      movements.push({
        documentNo: of('FY'),
        ...move,
        day: departed,
        fromPlaceId: warehouse,
        toPlaceId: inTransit,
        quantity,
        shipmentId: '',
      })
      if (arrives <= today && !(isLast && line % 3 === 2)) {
        const arrival = { day: arrives, fromPlaceId: inTransit, toPlaceId: target, quantity, shipmentId: shipmentNo }
        movements.push({ documentNo: of('DH'), ...move, ...arrival })
      }
      const invoiced = `${addMonths(period, 1)}-${invoicedOn}`
      if (invoiced > today || (isLast && line % 2 === 1)) continue
      // one invoice in four differs from its order
      const percent = random.below(4) === 0 ? String(97 + random.below(7)) : '100'
      const half = isLast ? divide(received, '2', 0, 'down') : received
      invoices.push({
        invoiceNo: of('FP'),
        lineNo: line + 1,
        day: invoiced,
        receiptNo: of('CG'),
        receiptLine: line + 1,
        quantity: half,
        amount: divide(multiply(multiply(half, price), percent), '100', 2, 'halfUp'),
        currency: 'CNY',
      })
    }
  }
  for (const [r, rows] of [
    [costReceipt, receipts],
    [stockMovement, movements],
    [costInvoice, invoices],
  ] as const)
    await untilEnded(context, await bringSheet(context, plain(r), rows))
}
const plain = (r: unknown): Resource => r as Resource

/** What open months' consignments hold of products that have a unit cost in CNY, at the cost of their month, and no layers of their own. */
async function packedOf(context: Context): Promise<readonly Packed[]> {
  const closed = await lastClosed(context.db)
  const rows = await anyTable(context.db)
    .selectFrom('first_leg_fee as f')
    .innerJoin('first_leg_shipment as s', 's.id', 'f.shipment_id')
    .innerJoin('product as p', 'p.sku', 'f.sku')
    .innerJoin('product_cost as c', 'c.product_id', 'p.id')
    .leftJoin('cost_receipt as r', 'r.product_id', 'p.id')
    .where(sql<boolean>`c.month = s.period and c.currency = 'CNY' and r.id is null`)
    .where(sql<boolean>`s.period > ${closed ?? '0001-01-01'}::date`)
    .select([
      sql<string>`s.shipment_no`.as('shipmentNo'),
      sql<string>`to_char(s.period, 'YYYY-MM')`.as('period'),
      sql<string>`coalesce(s.target, '')`.as('target'),
      sql<string>`p.sku`.as('sku'),
      sql<string>`f.quantity::text`.as('quantity'),
      sql<string>`c.unit_cost::text`.as('price'),
    ])
    .orderBy('s.id' as never)
    .orderBy('f.row_no' as never)
    .execute()
  return rows as readonly Packed[]
}
