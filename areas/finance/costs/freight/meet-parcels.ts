/**
 * Parcels meet the goods issues that sent them, by the tracking number: so a carrier that names no order tells which one bears the fee.
 * What is of a closed month stays as it is.
 */
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import type { Follower, Tx } from '#platform/server/area.ts'
import { closedUntil } from '../../base/closed-months.ts'

/** of goods issues: shipped */
const shipped = 6

export async function meetIssues(tx: Tx, orgId: string, trackingNos: readonly string[]): Promise<void> {
  const numbers = trackingNos.filter(number => number !== '')
  const { rows: there } = await sql<{ has: boolean }>`select to_regclass('goods_out') is not null as has`.execute(tx)
  if (numbers.length === 0 || there[0]?.has !== true) return
  const closed = await closedUntil(tx, orgId)
  await sql`update final_leg_fee p set order_no = d.order_no, version = p.version + 1
    from (select tracking_no, min(order_no) as order_no from goods_out where org_id = ${orgId} and tracking_no = any(${numbers})
      and state = ${shipped} and coalesce(order_no, '') <> '' group by 1 having count(distinct order_no) = 1) d
    where p.org_id = ${orgId} and p.tracking_no = d.tracking_no and p.order_no = ''
      and (${closed}::date is null or p.shipped_on > ${closed}::date)`.execute(tx)
}

/** An issue that was shipped, or got its waybill afterwards. */
export const parcelsFollow: Follower = async (context, tx, changes) => {
  const numbers = changes.flatMap(({ before, after }) => {
    if (after?.['state'] !== shipped || (after['trackingNo'] ?? null) === null || (after['orderNo'] ?? null) === null) return []
    const isSame = (['state', 'trackingNo', 'orderNo'] as const).every(name => before?.[name] === after[name])
    return isSame ? [] : [asText(after['trackingNo'])]
  })
  await meetIssues(tx.withoutPlugins(), context.caller.orgId, numbers)
}
