/** Files of carriers as the import knows them: charges are merged once, and the parcels they are of follow in the same transaction. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { OwnedFamily, OwnedMerge, Tx } from '#platform/server/area.ts'
import { numberedOwner, sheetFamily, type SheetHead } from '#platform/server/imports.ts'
import { carrierLayouts } from './carrier-layouts.ts'
import { carrierCharge, chargeFills, numberedCarrier } from './carrier-tables.ts'
import { refuseClosed } from './keep.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { renewParcels } from './parcels.ts'

const charges = sheetFamily({
  code: 'finalLeg',
  permission: 'finance.freight.finalLeg',
  reader: new URL('./charge-reader.ts', import.meta.url).href,
  layouts: carrierLayouts,
  facts: carrierCharge,
  ownerField: 'carrierId',
  fills: chargeFills,
  owner: numberedOwner(numberedCarrier),
}) as OwnedFamily<SheetHead>

/** Two imports of one organisation may tell of one parcel: they are merged one after the other. */
const holdParcels = (tx: Tx, orgId: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`final leg ${orgId}`}, 0))`.execute(tx)

async function merge(task: OwnedMerge<SheetHead>) {
  const { tx, orgId, importId } = task
  await holdParcels(tx, orgId)
  const outcome = await charges.merge(task)
  const { rows } = await sql<{ no: string; lines: number }>`select line->>'trackingNo' as no, count(*)::int as lines from sheet_staging
    where import_id = ${importId} group by 1`.execute(tx)
  await renewParcels(
    tx,
    orgId,
    rows.map(row => row.no),
  )
  const without = rows.find(row => row.no === '')?.lines ?? 0
  const notes = without > 0 ? [sentence`有 ${without} 行没有跟踪号，只计入账单明细，不属于任何包裹`] : []
  const late = await closedParcels(tx, orgId, importId)
  if (late > 0) notes.push(sentence`有 ${late} 个包裹在已结账的月份发货，那些月份的订单利润不变`)
  return { ...outcome, notes: [...outcome.notes, ...notes] }
}

/** An invoice comes weeks after its parcels: those of closed months are told and change no closed figure. */
async function closedParcels(tx: Tx, orgId: string, importId: string): Promise<number> {
  const closed = await closedUntil(tx, orgId)
  if (closed === null) return 0
  const { rows } = await sql<{ n: number }>`select count(distinct tracking_no)::int as n from carrier_charge
    where org_id = ${orgId} and import_id = ${importId} and tracking_no <> '' and shipped_on <= ${closed}::date`.execute(tx)
  return rows[0]?.n ?? 0
}

async function remove(task: Parameters<OwnedFamily['remove']>[0]) {
  const { tx, orgId, importId } = task
  await refuseClosed(
    tx,
    orgId,
    closed => sql`select from carrier_charge c where c.org_id = ${orgId} and c.import_id = ${importId} and c.shipped_on <= ${closed}::date`,
  )
  await holdParcels(tx, orgId)
  const { rows } = await sql<{ no: string }>`select distinct tracking_no as no from carrier_charge
    where org_id = ${orgId} and import_id = ${importId}`.execute(tx)
  const removed = await charges.remove(task)
  await renewParcels(
    tx,
    orgId,
    rows.map(row => row.no),
  )
  return removed
}

export const carrierFamily: OwnedFamily = { ...charges, merge: task => merge(task as OwnedMerge<SheetHead>), remove } as OwnedFamily
