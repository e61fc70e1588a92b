/** What files of a shop tell that claims follow from, read through the door of whoever runs. Days are those of the marketplace. */
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import type { EvidenceLine } from '../checks/evidence.ts'
import type { Recovery } from './allocate.ts'
import { claimSources } from './tables.ts'

export interface FactsAsk {
  readonly shopId: string
  readonly zone: string
  /** first day that is read */
  readonly from: string
}
const linesMax = 20

/** Units that the ledger adjusted away on a day. */
export interface Adjusted {
  readonly sku: string
  readonly fnsku: string
  readonly day: string
  readonly quantity: number
  readonly isDamaged: boolean
  readonly lines: readonly EvidenceLine[]
}
/** misplaced and unrecoverable; found again; a sellable unit damaged at Amazon (other codes move units that could not be sold before) */
const reasons = { lost: ['M', '5'], found: ['F', 'N'], damaged: ['E'] } as const

export async function adjustments(context: Context, { shopId, from }: FactsAsk): Promise<{ gone: Adjusted[]; found: Recovery[] }> {
  const rows = await anyTable(context.db)
    .selectFrom('fba_ledger_line as f')
    .where(sql<boolean>`f.shop_id = ${shopId}::bigint and f.happened_on >= ${from}::date and f.event = 'Adjustments'
      and f.reason = any(${[...reasons.lost, ...reasons.found, ...reasons.damaged]})`)
    .groupBy(sql`f.sku, f.fnsku, f.happened_on, f.reason`)
    .select([
      sql<string>`f.sku`.as('sku'),
      sql<string>`f.fnsku`.as('fnsku'),
      sql<string>`f.happened_on::text`.as('day'),
      sql<string>`f.reason`.as('reason'),
      sql<string>`sum(f.quantity)::text`.as('quantity'),
      sql<
        EvidenceLine[]
      >`(jsonb_agg(jsonb_build_object('source', ${sql.lit(claimSources.ledger[0])}, 'day', f.happened_on::text, 'orderNo', '',
        'sku', f.sku, 'what', concat_ws(' · ', nullif(f.reference, ''), nullif(f.centre, ''), nullif(f.disposition, ''), f.reason),
        'quantity', f.quantity::text, 'amount', null, 'currency', null) order by f.line_key, f.ordinal))`.as('lines'),
    ])
    .execute()
  const isOf = (of: readonly string[], reason: string): boolean => of.includes(reason)
  const found = rows.filter(row => isOf(reasons.found, row.reason) && Number(row.quantity) > 0)
  const byDay = Map.groupBy(
    rows.filter(row => !isOf(reasons.found, row.reason) && Number(row.quantity) < 0),
    row => [row.day, row.sku, row.fnsku, isOf(reasons.damaged, row.reason)].join('\n'),
  )
  return {
    gone: [...byDay.values()].flatMap(([first, ...others]): Adjusted[] =>
      first === undefined
        ? []
        : [
            {
              sku: first.sku,
              fnsku: first.fnsku,
              day: first.day,
              isDamaged: isOf(reasons.damaged, first.reason),
              quantity: -[first, ...others].reduce((sum, one) => sum + Number(one.quantity), 0),
              lines: [first, ...others].flatMap(one => one.lines).slice(0, linesMax),
            },
          ],
    ),
    found: found.map(row => ({ sku: row.sku, fnsku: row.fnsku, day: row.day, quantity: Number(row.quantity) })),
  }
}

export interface Reimbursed extends Recovery {
  readonly orderNo: string
  /** small letters alone: lostwarehouse, damagedwarehouse, customerreturn, removalorderlost */
  readonly reason: string
}

const plainReason = (reason: string): string => reason.toLowerCase().replaceAll(/[^a-z]/gu, '')
const isReversal = /revers|clawback/u

/** What Amazon paid or replaced; a reversal takes its units back, from what the reimbursement that it names was for. */
export async function reimbursed(context: Context, { shopId, from }: FactsAsk): Promise<Reimbursed[]> {
  const rows = await anyTable(context.db)
    .selectFrom('fba_reimbursement as f')
    .where(sql<boolean>`f.shop_id = ${shopId}::bigint and f.approved_on >= ${from}::date`)
    .select([
      sql<string>`f.sku`.as('sku'),
      sql<string>`f.fnsku`.as('fnsku'),
      sql<string>`f.order_id`.as('orderNo'),
      sql<string>`f.approved_on::text`.as('day'),
      sql<string>`f.reason`.as('reason'),
      sql<string>`f.reimbursement_id`.as('id'),
      sql<string>`f.original_id`.as('originalId'),
      sql<string>`f.original_type`.as('originalType'),
      sql<boolean>`f.amount < 0`.as('isNegative'),
      sql<string>`abs(f.units)::text`.as('units'),
    ])
    .execute()
  const reasonOf = new Map(rows.map(row => [row.id, row.reason]))
  return rows.map(({ sku, fnsku, orderNo, day, reason, originalId, originalType, isNegative, units }) => {
    const own = plainReason(reason)
    const takesBack = isNegative || isReversal.test(own)
    const original = isReversal.test(own) ? plainReason(reasonOf.get(originalId) ?? originalType) : own
    return { sku, fnsku, orderNo, day, reason: original, quantity: takesBack ? -Number(units) : Number(units) }
  })
}

export interface Removed {
  readonly orderNo: string
  readonly sku: string
  readonly fnsku: string
  readonly day: string
  readonly isCompleted: boolean
  readonly shipped: number
  /** requested, less what was cancelled, disposed of, shipped or is in process */
  readonly unaccounted: number
  readonly line: EvidenceLine
}
export interface Parcel {
  readonly orderNo: string
  readonly sku: string
  readonly fnsku: string
  readonly day: string
  readonly tracking: string
  readonly quantity: number
  readonly line: EvidenceLine
}

const lineOf = (
  source: keyof typeof claimSources,
  day: string,
  orderNo: string,
  sku: string,
  what: string,
  quantity: number,
): EvidenceLine => ({
  source: claimSources[source][0],
  day,
  orderNo,
  sku,
  what,
  quantity: String(quantity),
  amount: null,
  currency: null,
})
const said = (...words: readonly string[]): string => words.filter(word => word !== '').join(' · ')

export async function removals(context: Context, { shopId, from, zone }: FactsAsk): Promise<Removed[]> {
  const rows = await anyTable(context.db)
    .selectFrom('fba_removal_order as f')
    .where(sql<boolean>`f.shop_id = ${shopId}::bigint and f.updated_at >= ${from}::date`)
    .select([
      sql<string>`f.order_id`.as('orderNo'),
      sql<string>`f.sku`.as('sku'),
      sql<string>`f.fnsku`.as('fnsku'),
      sql<string>`f.order_type`.as('orderType'),
      sql<string>`f.status`.as('status'),
      sql<string>`f.disposition`.as('disposition'),
      sql<string>`(f.updated_at at time zone ${zone})::date::text`.as('day'),
      sql<string>`f.shipped::text`.as('shipped'),
      sql<string>`(f.requested - f.cancelled - f.disposed - f.shipped - f.in_process)::text`.as('unaccounted'),
    ])
    .execute()
  return rows.map(row => {
    const what = said(row.orderType, row.status, row.disposition, `shipped ${row.shipped}`, `unaccounted ${row.unaccounted}`)
    return {
      orderNo: row.orderNo,
      sku: row.sku,
      fnsku: row.fnsku,
      day: row.day,
      isCompleted: row.status === 'Completed',
      shipped: Number(row.shipped),
      unaccounted: Number(row.unaccounted),
      line: lineOf('removalOrder', row.day, row.orderNo, row.sku, what, Number(row.shipped)),
    }
  })
}

/** Shipments that another area keeps for a shop: their numbers, and what of them did not come. They count in place of consignments. */
export type InboundsOf = (
  tx: Tx,
  shopId: string,
) => Promise<{
  readonly known: readonly string[]
  readonly short: readonly {
    readonly reference: string
    readonly sku: string
    readonly packed: number
    readonly received: number
    readonly day: string
  }[]
}>
const kept = new Map<string, InboundsOf>()
/** An area that knows this one says what its shipments lack; asked where its table is part of the house. */
export const addInbounds = (table: string, one: InboundsOf): void => {
  kept.set(table, one)
}

/** Units of a consignment that were packed, and what the ledger received of them until its last receipt. */
export interface Inbound {
  readonly reference: string
  readonly sku: string
  readonly fnsku: string
  /** of the last receipt of the whole consignment */
  readonly day: string
  readonly packed: number
  readonly received: number
  readonly lines: readonly EvidenceLine[]
}

/**
 * Consignments whose number the ledger of the shop received. A packed SKU is one that the shop sells, or a product that it sells under its
 * SKUs: of a product with several, what was received under all of them counts.
 */
export async function inbounds(context: Context, tx: Tx, { shopId, from }: FactsAsk): Promise<Inbound[]> {
  const { resources } = context.house.registry
  const asked = [...kept].filter(([table]) => resources.has(table))
  const told = await Promise.all(asked.map(([, one]) => one(tx, shopId)))
  const isKept = new Set(told.flatMap(one => one.known))
  const received = await anyTable(context.db)
    .selectFrom('fba_ledger_line as f')
    .leftJoin('sku_map as m', j => j.on(sql<boolean>`m.shop_id = f.shop_id and m.seller_sku = f.sku`))
    .where(sql<boolean>`f.shop_id = ${shopId}::bigint and f.happened_on >= ${from}::date and f.event = 'Receipts' and f.reference <> ''`)
    .groupBy(sql`f.reference, f.sku, m.product_id`)
    .select([
      sql<string>`f.reference`.as('reference'),
      sql<string>`f.sku`.as('sku'),
      sql<string>`max(f.fnsku)`.as('fnsku'),
      sql<string | null>`m.product_id::text`.as('productId'),
      sql<string>`max(f.happened_on)::text`.as('day'),
      sql<string>`sum(f.quantity)::text`.as('units'),
    ])
    .execute()
  const ofKept = told.flatMap(one =>
    one.short.map(({ reference, sku, packed, received: units, day }): Inbound => {
      const own = received.filter(row => row.reference === reference && row.sku === sku)
      const lines = [
        lineOf('packed', day, reference, sku, reference, packed),
        ...own.map(row => lineOf('ledger', row.day, row.reference, row.sku, said(row.reference, row.fnsku), Number(row.units))),
      ]
      return { reference, sku, fnsku: own[0]?.fnsku ?? '', day, packed, received: units, lines }
    }),
  )
  const references = [...new Set(received.map(row => row.reference))].filter(no => !isKept.has(no))
  if (references.length === 0) return ofKept
  const packed = await context.db
    .selectFrom('first_leg_shipment as s')
    .innerJoin('first_leg_fee as f', j => j.on(sql<boolean>`f.shipment_id = s.id`))
    .where(sql<boolean>`s.shipment_no = any(${references}) and f.sku <> ''`)
    .groupBy(sql`s.shipment_no, f.sku`)
    .select([sql<string>`s.shipment_no`.as('reference'), sql<string>`f.sku`.as('sku'), sql<string>`sum(f.quantity)::text`.as('units')])
    .execute()
  const productOf = await productsOf(context, shopId, [...new Set(packed.map(row => row.sku))])
  const byReference = Map.groupBy(received, row => row.reference)
  const consigned = packed.flatMap((one): Inbound[] => {
    const came = byReference.get(one.reference) ?? []
    const { product, sold } = productOf.get(one.sku) ?? { product: null, sold: null }
    const own = came.filter(row => row.sku === one.sku || (product !== null && row.productId === product))
    const sku = own[0]?.sku ?? sold ?? one.sku
    const count = own.reduce((sum, row) => sum + Number(row.units), 0)
    const day = came.reduce((last, row) => (row.day > last ? row.day : last), '')
    return [
      {
        reference: one.reference,
        sku,
        fnsku: own[0]?.fnsku ?? '',
        day,
        packed: Math.floor(Number(one.units)),
        received: count,
        lines: [
          lineOf('packed', day, one.reference, one.sku, one.reference, Math.floor(Number(one.units))),
          ...own.map(row => lineOf('ledger', row.day, row.reference, row.sku, said(row.reference, row.fnsku), Number(row.units))),
        ].slice(0, linesMax),
      },
    ]
  })
  return [...ofKept, ...consigned]
}

interface PackedProduct {
  readonly product: string | null
  /** one of the SKUs that the shop sells it under */
  readonly sold: string | null
}
async function productsOf(context: Context, shopId: string, skus: readonly string[]): Promise<ReadonlyMap<string, PackedProduct>> {
  if (skus.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('sku_map as m')
    .innerJoin('product as p', j => j.on(sql<boolean>`p.id = m.product_id`))
    .where(sql<boolean>`m.shop_id = ${shopId}::bigint and (p.sku = any(${[...skus]}) or m.seller_sku = any(${[...skus]}))`)
    .orderBy(sql`m.seller_sku`)
    .select([sql<string>`p.sku`.as('own'), sql<string>`m.seller_sku`.as('sold'), sql<string>`m.product_id::text`.as('product')])
    .execute()
  return new Map(
    skus.flatMap(sku => {
      const row = rows.find(one => one.sold === sku) ?? rows.find(one => one.own === sku)
      return row === undefined ? [] : [[sku, { product: row.product, sold: row.sold }] as const]
    }),
  )
}

export async function parcels(context: Context, { shopId, from }: FactsAsk): Promise<Parcel[]> {
  const rows = await anyTable(context.db)
    .selectFrom('fba_removal_shipment as f')
    .where(sql<boolean>`f.shop_id = ${shopId}::bigint and f.reported_on >= ${from}::date`)
    .groupBy(sql`f.order_id, f.sku, f.fnsku, f.reported_on, f.tracking, f.carrier`)
    .select([
      sql<string>`f.order_id`.as('orderNo'),
      sql<string>`f.sku`.as('sku'),
      sql<string>`f.fnsku`.as('fnsku'),
      sql<string>`f.reported_on::text`.as('day'),
      sql<string>`f.tracking`.as('tracking'),
      sql<string>`f.carrier`.as('carrier'),
      sql<string>`sum(f.quantity)::text`.as('units'),
    ])
    .execute()
  return rows.map(({ carrier, units, ...row }) => ({
    ...row,
    quantity: Number(units),
    line: lineOf('parcel', row.day, row.orderNo, row.sku, said(carrier, row.tracking), Number(units)),
  }))
}
