/**
 * Cost of parts goes into what was made of them. The fold of a part writes what each of its moves into a conversion costs; the layers of
 * what was made read the sum, by quantity, of a split by percent, and are worked out anew where it differs.
 */
import { sql } from 'kysely'
import { locationKinds } from '#areas/goods/index.ts'
import type { Tx } from '#platform/server/area.ts'
import { costParts, type CostRow } from './values.ts'

const converted = locationKinds.converted[0]

interface Part {
  readonly orgId: string
  readonly ids: readonly string[]
  /** first open day */
  readonly since: string
}
/** What units of a product cost that a move took into a conversion. */
interface IntoConversion {
  readonly move: string
  readonly part: number
  readonly from: string
  readonly day: string
  readonly product: string
  readonly amount: string
}
/**
 * A posting that uses parts and brings nothing (what was left when an order ended) belongs to the last one before it that used the part
 * from the same location, brought something and was not taken back.
 */
const brings = (posting: string) => sql`exists (select from goods_move y join goods_location f on f.id = y.from_id
  and f.kind = ${converted} where y.posting_id = ${sql.ref(posting)})`
const addedTo = sql`left join lateral (select x.posting_id as posting, x.doc_type, x.line_id from goods_move x
    where not ${brings('m.posting_id')} and x.product_id = m.product_id and x.from_id = m.from_id and x.to_id = m.to_id and x.id < m.id
      and x.from_pool_id is distinct from x.to_pool_id and x.reverses_id is null and ${brings('x.posting_id')}
      and not exists (select from goods_move b where b.org_id = x.org_id and b.reverses_id = x.id)
    order by x.id desc limit 1) a on true`

interface Changed {
  readonly postings: readonly string[]
  /** what they made */
  readonly products: readonly string[]
}
/** Replaces what is stored of open days; answers what changed. */
export async function writeConversions(db: Tx, part: Part, rows: readonly IntoConversion[]): Promise<Changed> {
  const { orgId, ids, since } = part
  const fresh = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(move bigint, part int, "from" date, day date, product bigint, amount numeric)`
  const { rows: gone } = await sql<{ id: string }>`delete from stock_conversion_cost c
    where c.org_id = ${orgId} and c.product_id = any(${ids}::bigint[]) and c.counts_from >= ${since}::date
      and (c.move_id, c.part, c.counts_from) not in (select r.move, r.part, r."from" from ${fresh})
    returning c.posting_id::text as id`.execute(db)
  const { rows: set } = await sql<{ id: string }>`insert into stock_conversion_cost as c
      (org_id, move_id, part, counts_from, posting_id, product_id, day, amount, conversion)
    select ${orgId}::bigint, r.move, r.part, r."from", coalesce(a.posting, m.posting_id), r.product, r.day, r.amount,
      coalesce(k.conversion, '')
    from ${fresh} join goods_move m on m.id = r.move ${addedTo}
      left join stock_made k on k.org_id = m.org_id and k.doc_type = coalesce(a.doc_type, m.doc_type)
        and k.line_id = coalesce(a.line_id, m.line_id)
    on conflict (org_id, move_id, part, counts_from) do update
      set amount = excluded.amount, conversion = excluded.conversion
      where (c.amount, c.conversion) is distinct from (excluded.amount, excluded.conversion)
    returning c.posting_id::text as id`.execute(db)
  const postings = [...new Set([...gone, ...set].map(row => row.id))]
  if (postings.length === 0) return { postings, products: [] }
  const { rows: made } = await sql<{ id: string }>`select distinct m.product_id::text as id from goods_move m
      join goods_location f on f.id = m.from_id and f.kind = ${converted}
    where m.posting_id = any(${postings}::bigint[]) order by 1`.execute(db)
  return { postings, products: made.map(row => row.id) }
}

/** What parts cost that these products were made of after a day, as costs of the layers that they came by; shares add up exactly. */
export async function readConversionCosts(
  tx: Tx,
  orgId: string,
  productIds: readonly string[],
  after: string,
): Promise<readonly (CostRow & { readonly product: string })[]> {
  const { rows } = await sql<{
    product: string
    move: string
    part: number
    amount: string
    day: string
    countsFrom: string
    came: string
  }>`
    with mine as materialized (
      select distinct m.posting_id from goods_move m join goods_location f on f.id = m.from_id and f.kind = ${converted}
      where m.org_id = ${orgId} and m.product_id = any(${productIds}::bigint[]) and m.booked_on > ${after}::date and m.reverses_id is null),
    out as (
      select m.id, m.posting_id, m.product_id, m.booked_on, coalesce(l.conversion, '') as conversion,
        coalesce(l.share, m.quantity) as weight
      from mine join goods_move m on m.posting_id = mine.posting_id join goods_location f on f.id = m.from_id and f.kind = ${converted}
        left join stock_made l on l.org_id = m.org_id and l.doc_type = m.doc_type and l.line_id = m.line_id),
    shared as (
      select o.*, sum(o.weight) over (partition by o.posting_id, o.conversion order by o.id) as upto,
        sum(o.weight) over (partition by o.posting_id, o.conversion) as whole from out o),
    cost as (
      select c.posting_id, c.conversion, c.part, c.day, c.counts_from, sum(c.amount) as amount from stock_conversion_cost c
      where c.org_id = ${orgId} and c.posting_id in (select posting_id from mine) group by 1, 2, 3, 4, 5)
    select s.product_id::text as product, s.id::text as move, c.part, c.day::text as day, c.counts_from::text as "countsFrom",
      s.booked_on::text as came,
      ((round(c.amount * s.upto / s.whole, 4) - round(c.amount * (s.upto - s.weight) / s.whole, 4)) * 10000)::bigint::text as amount
    from shared s join cost c on (c.posting_id, c.conversion) = (s.posting_id, s.conversion)
    where s.product_id = any(${productIds}::bigint[]) and s.whole > 0
    order by s.id, c.counts_from, c.part`.execute(tx)
  return rows.map(({ product, move, part, amount, day, countsFrom, came }) => {
    // what was used later counts from then
    const from = countsFrom > day ? countsFrom : day
    // what was taken back on its day has not come
    const row = { product, layer: `move ${move}`, part: costParts[part - 1] ?? 'other', amount: BigInt(amount), ifThere: true as const }
    return { ...row, countsFrom: from > came ? from : '' }
  })
}
