/**
 * What files told of a parcel stays as they have it, and a parcel that is deleted takes its charges along; lines of a consignment bear its
 * period, and a bill that goes takes along how it would have been divided.
 */
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { compare, isDecimal } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { sql, type RawBuilder } from 'kysely'
import { refuse, type Area, type Tx, type Follower } from '#platform/server/area.ts'
import { followerOf } from '#platform/server/records.ts'
import { closedIn, closedUntil } from '../../base/closed-months.ts'
import { postFreight } from '../layers/freight-costs.ts'
import { finalLegFee, parcelSources } from './carrier-tables.ts'
import { firstLegShipment, firstLegBill } from './first-leg-tables.ts'

/** Rows that follow from records which the writer changed: whether he sees them is asked of those. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

const charged = ['carrierId', 'shippedOn', 'fee', 'surcharge', 'currency', 'weight', 'zoneCode'] as const

const isSame = (before: unknown, after: unknown): boolean => {
  const [a, b] = [asText(before ?? ''), asText(after ?? '')]
  return a === b || (isDecimal(a) && isDecimal(b) && compare(a, b) === 0)
}

export const keptAsCharged = followerOf(finalLegFee, async (context, tx, changes) => {
  for (const { before, after } of changes) {
    if (before === null || after === null || Number(before.source) === parcelSources.hand[0]) continue
    const changed = charged.find(name => !isSame(before[name], after[name]))
    const title = changed && ownValue(finalLegFee.fields, changed)?.title
    if (title) throw refuse.rule(sentence`文件导入的包裹不能改${title}，请删除那次导入，或更正文件后重新导入`)
  }
  const gone = changes.flatMap(({ before, after }) => (before !== null && after === null ? [asText(before.trackingNo)] : []))
  if (gone.length > 0)
    await sql`delete from carrier_charge where org_id = ${context.caller.orgId} and tracking_no = any(${gone})`.execute(behind(tx))
})

const stays = (month: string): Wording => sentence`${month} 及以前的月份已结账，头程与尾程费用不能再录入、修改、分摊或删除，请先反结账`

/** What was shipped and packed in a closed month stays as it is; a bill of it may come later. */
export const freightLocks: NonNullable<Area['rowLocks']> = {
  final_leg_fee: closedIn('final_leg_fee.shipped_on', stays),
  first_leg_shipment: closedIn('first_leg_shipment.period', stays),
  first_leg_fee: closedIn('first_leg_fee.period', stays),
}

/** What files bring and take away goes past the one writer: the same rule. */
export async function refuseClosed(tx: Tx, orgId: string, isThere: (closed: string) => RawBuilder<unknown>): Promise<void> {
  const closed = await closedUntil(tx, orgId)
  if (closed === null) return
  const { rows } = await sql`select 1 where exists (${isThere(closed)})`.execute(tx)
  if (rows.length > 0) throw refuse.rule(stays(closed.slice(0, 7)))
}

/** The period of a consignment is that of its lines. */
export const periodFollows = followerOf(firstLegShipment, async (context, tx, changes) => {
  const moved = changes.flatMap(({ id, before, after }) => (before && after && before.period !== after.period ? [id] : []))
  if (moved.length === 0) return
  await sql`update first_leg_fee f set period = s.period from first_leg_shipment s
    where s.id = f.shipment_id and s.id = any(${moved})`.execute(behind(tx))
  await postFreight(tx, context, moved)
})

/** A packed line that is of another SKU bears on other goods. */
export const linesFollow: Follower = async (context, tx, changes) =>
  postFreight(
    tx,
    context,
    changes.flatMap(({ before, after }) => (before?.['sku'] === after?.['sku'] ? [] : [asText((after ?? before)?.['shipmentId'])])),
  )

/** A bill that goes takes along how it would have been divided. */
export const sharesFollow = followerOf(firstLegBill, async (_context, tx, changes) => {
  const gone = changes.flatMap(({ id, after }) => (after === null ? [id] : []))
  if (gone.length > 0) await sql`delete from first_leg_share where bill_id = any(${gone})`.execute(behind(tx))
})
