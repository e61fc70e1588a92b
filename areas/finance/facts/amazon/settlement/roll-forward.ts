/**
 * Settlements roll forward: what one leaves owed to Amazon is carried into the next ("Payable to Amazon") and charged there ("Successful
 * charge"); between two that do not follow on each other a period is missing. Told in the notes of an import, whichever came first.
 */
import { sql } from 'kysely'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { add, compare } from '#platform/format/decimal.ts'
import { showExact } from '#platform/format/numbers.ts'
import type { MergeTask } from '#platform/server/area.ts'

interface Pair {
  readonly before: string
  readonly after: string
  /** what the first one leaves: negative, owed to Amazon */
  readonly left: string
  readonly carried: string
  readonly charged: string
  /** days between them, null: they follow on each other */
  readonly from: string | null
  readonly to: string | null
}
/** one ends and the next begins within seconds of each other */
const joined = sql`interval '1 hour'`
const said = sql`lower(k.type || ' ' || k.amount_type || ' ' || k.description)`

/** Of this settlement and its neighbours in time. */
export async function rollForwardNotes(
  { tx, shop }: Pick<MergeTask, 'tx' | 'shop'>,
  of: { readonly settlementId: string; readonly currency: string },
): Promise<Wording[]> {
  const { rows } = await sql<Pair>`
    with mine as (select * from amazon_settlement where shop_id = ${shop.id} and settlement_id = ${of.settlementId}),
    pairs as (
      select b.before, m.settlement_id as after from mine m cross join lateral (select s.settlement_id as before from amazon_settlement s
        where s.shop_id = ${shop.id} and s.currency = m.currency and s.end_at <= m.start_at + ${joined}
          and s.settlement_id <> m.settlement_id
        order by s.end_at desc limit 1) b
      union all
      select m.settlement_id, a.after from mine m cross join lateral (select s.settlement_id as after from amazon_settlement s
        where s.shop_id = ${shop.id} and s.currency = m.currency and s.start_at + ${joined} >= m.end_at
          and s.settlement_id <> m.settlement_id
        order by s.start_at limit 1) a)
    select p.before, p.after, trim_scale(b.total)::text as left, trim_scale(coalesce(l.carried, 0))::text as carried,
      trim_scale(coalesce(l.charged, 0))::text as charged,
      case when a.start_at - b.end_at > ${joined} then (b.end_at at time zone ${shop.zone})::date::text end as from,
      case when a.start_at - b.end_at > ${joined} then (a.start_at at time zone ${shop.zone})::date::text end as to
    from pairs p join amazon_settlement b on b.shop_id = ${shop.id} and b.settlement_id = p.before
      join amazon_settlement a on a.shop_id = ${shop.id} and a.settlement_id = p.after
      left join lateral (select sum(f.amount) filter (where ${said} like '%payable to amazon%') as carried,
          sum(f.amount) filter (where ${said} like '%successful charge%') as charged
        from amazon_settlement_line f join amazon_kind k on k.id = f.kind_id
        where f.shop_id = ${shop.id} and f.settlement_id = p.after) l on true
    order by p.after`.execute(tx)
  return rows.flatMap(pair => notesOf(pair, of.currency))
}

function notesOf({ before, after, left, carried, charged, from, to }: Pair, currency: string): Wording[] {
  if (from !== null && to !== null) return [sentence`结算单 ${before} 与 ${after} 之间缺少 ${from} 至 ${to} 的结算单，请补充导入`]
  if (!left.startsWith('-')) return []
  const money = (amount: string): string => `${showExact(amount)} ${currency}`
  if (compare(left, carried) !== 0)
    return [sentence`结算单 ${before} 欠款 ${money(left)}，下一张结算单 ${after} 只结转了 ${money(carried)}，请核对`]
  const rest = add(carried, charged)
  return [sentence`结算单 ${before} 的欠款 ${money(left)} 已结转到 ${after}，扣款 ${money(charged)}，余 ${money(rest)}`]
}
