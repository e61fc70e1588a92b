/** Stored states of products at the ends of closed months: which one a fold may start from, and keeping those of the last closed day. */
import { sql } from 'kysely'
import { locationKinds } from '#areas/goods/index.ts'
import { addDays } from '#platform/format/dates.ts'
import type { Tx } from '#platform/server/area.ts'
import { stateAt, type ProductFold, type StoredState } from './frontier.ts'
import type { Method } from './moves.ts'
import { costMethods } from './words.ts'

interface Stale {
  readonly orgId: string
  readonly ids: readonly string[]
  /** last closed day; '': none */
  readonly closed: string
}
interface Start {
  readonly product: string
  readonly day: string
  readonly state: StoredState
}
/** states of closed months that are older are given up */
const keptDays = 190

/**
 * The last state of each product that holds still. One of a month that was opened again does not; nor one before a day from which a cost
 * counts that falls on a layer it holds.
 */
export async function startsOf(db: Tx, { orgId, ids, closed }: Stale, method: Method): Promise<readonly Start[]> {
  const until = closed === '' ? '0001-01-01' : closed
  await sql`delete from stock_state where org_id = ${orgId} and product_id = any(${ids}::bigint[]) and day > ${until}::date`.execute(db)
  const { rows } = await sql<Start>`select distinct on (s.product_id) s.product_id::text as product, s.day::text as day, s.state
    from stock_state s
    where s.org_id = ${orgId} and s.product_id = any(${ids}::bigint[]) and s.method = ${costMethods[method]}
      and not exists (select from cost_addition a join cost_receipt r on r.id = a.receipt_id
        where r.org_id = ${orgId} and r.product_id = s.product_id and r.day <= s.day and a.counts_from > s.day)
      and not exists (select from cost_invoice i join cost_receipt r on r.id = i.receipt_id
        where r.org_id = ${orgId} and r.product_id = s.product_id and r.day <= s.day and i.counts_from > s.day)
      and not exists (select from stock_freight f
          left join cost_receipt r on f.layer = 'receipt ' || r.id and r.product_id = f.product_id
          left join stock_movement m on f.layer = 'movement ' || m.id and m.product_id = f.product_id
          left join goods_move g on g.org_id = f.org_id and g.id = substring(f.layer from '^move ([0-9]{1,18})$')::bigint
        where f.org_id = ${orgId} and f.product_id = s.product_id and f.counts_from > s.day
          and coalesce(r.day, m.day, g.booked_on) <= s.day)
      and not exists (select from goods_move g join goods_location l on l.id = g.from_id and l.kind = ${locationKinds.converted[0]}
          join stock_conversion_cost c on c.org_id = ${orgId} and c.posting_id = g.posting_id and c.counts_from > s.day
        where g.org_id = ${orgId} and g.product_id = s.product_id and g.booked_on <= s.day)
    order by s.product_id, s.day desc`.execute(db)
  return rows
}

/** The state of each product at the last closed day. */
export async function keepStates(db: Tx, { orgId, ids, closed }: Stale, method: Method, folds: readonly ProductFold[]): Promise<void> {
  if (closed === '' || folds.length === 0) return
  const rows = folds.map(({ productId, closed: folded }) => ({ product: productId, state: stateAt(folded.frontier, closed) }))
  await sql`insert into stock_state (org_id, product_id, day, method, state)
    select ${orgId}::bigint, r.product, ${closed}::date, ${costMethods[method]}::smallint, r.state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product bigint, state jsonb)
    on conflict (org_id, product_id, day) do update set method = excluded.method, state = excluded.state`.execute(db)
  await sql`delete from stock_state where org_id = ${orgId} and product_id = any(${ids}::bigint[])
    and day < ${addDays(closed, -keptDays)}::date`.execute(db)
}
