/** Tariffs: no two of a channel say what a weight costs on a day; what holds for an order that goes. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Tx } from '#platform/server/area.ts'
import { followerOf } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { tariffItems, freightTariff, freightTariffLine } from './tariff-tables.ts'
import type { Load, TariffLine } from './estimate.ts'

/** Lines of one channel, zone and item that hold on one day for one weight are refused, in whichever document they stand. */
export const keepTariffs = followerOf(freightTariff, async (context, tx, changes) => {
  const ids = changes.flatMap(({ id, after }) => (after === null ? [] : [id]))
  await refuseOverlap(tx, context.caller.orgId, ids)
})
export const keepTariffLines = followerOf(freightTariffLine, async (context, tx, changes) => {
  const ids = changes.flatMap(({ after }) => (after === null ? [] : [asText(after.tariffId)]))
  await refuseOverlap(tx, context.caller.orgId, [...new Set(ids)])
})

async function refuseOverlap(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // two who enter tariffs of one channel do it one after the other
  await sql`select 1 from logistics_channel where id in (select channel_id from freight_tariff where id = any(${[...ids]}::bigint[]))
    order by id for no key update`.execute(behind(tx))
  const { rows: wrong } = await sql<{ no: number }>`select line_no as no from freight_tariff_line
    where tariff_id = any(${[...ids]}::bigint[]) and to_weight <= from_weight order by line_no limit 1`.execute(behind(tx))
  if (wrong[0]) throw refuse.rule(sentence`第 ${wrong[0].no} 行的重量段止应大于起`)
  const { rows } = await sql<{ no: number; other: string; item: number; otherNo: number }>`select a.line_no as no, y.no as other, a.item,
      b.line_no as "otherNo"
    from freight_tariff_line a join freight_tariff x on x.id = a.tariff_id
      join freight_tariff y on y.org_id = ${orgId} and y.channel_id = x.channel_id
        and daterange(x.valid_from, x.valid_to, '[]') && daterange(y.valid_from, y.valid_to, '[]')
      join freight_tariff_line b on b.tariff_id = y.id and b.id <> a.id and upper(b.zone) = upper(a.zone) and b.item = a.item
        and numrange(a.from_weight, a.to_weight) && numrange(b.from_weight, b.to_weight)
    where x.id = any(${[...ids]}::bigint[]) order by a.line_no limit 1`.execute(behind(tx))
  const [one] = rows
  if (one === undefined) return
  const title = Object.values(tariffItems).find(([code]) => code === one.item)
  throw refuse.rule(
    sentence`第 ${one.no} 行与运价 ${one.other} 第 ${one.otherNo} 行的分区、重量段和有效期重叠（${[title?.[1] ?? '', title?.[2] ?? '']}）`,
  )
}

/**
 * Lines that hold for a channel on a day, of a zone and a weight, and their currency: that of the freight of the longest zone. Tariffs of
 * several currencies may hold at once for different zones.
 */
export async function tariffOn(
  tx: Tx,
  orgId: string,
  channelId: string,
  day: string,
  { zone, chargeable }: Pick<Load, 'zone' | 'chargeable'>,
): Promise<{ currency: string; lines: readonly TariffLine[] } | null> {
  const { rows } = await sql<TariffLine & { currency: string }>`select t.currency, l.zone, l.item, l.from_weight::text as "fromWeight",
      l.to_weight::text as "toWeight", l.by, l.price::text as price, l.minimum::text as minimum
    from freight_tariff t join freight_tariff_line l on l.tariff_id = t.id
    where t.org_id = ${orgId} and t.channel_id = ${channelId} and t.valid_from <= ${day}::date
      and coalesce(t.valid_to >= ${day}::date, true) and starts_with(upper(${zone}), upper(l.zone))
      and l.from_weight <= ${chargeable}::numeric and coalesce(${chargeable}::numeric < l.to_weight, true)
    order by (l.item = ${tariffItems.freight[0]}) desc, length(l.zone) desc, t.valid_from desc, t.id desc, l.line_no`.execute(behind(tx))
  const [first] = rows
  return first === undefined ? null : { currency: first.currency, lines: rows.filter(one => one.currency === first.currency) }
}
