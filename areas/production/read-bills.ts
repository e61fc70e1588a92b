/** Bills that hold on a day, and what a unit of each product costs now. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { compare } from '#platform/format/decimal.ts'
import { refuse, type Tx, type Db } from '#platform/server/area.ts'
import { bomKinds, bomStates } from './bom-tables.ts'
import { costOf, treeOf, type Bill } from './explode.ts'

/** bills and what products cost are the organisation's */
export const around = (db: Tx | Db): Tx => db.withoutPlugins() as Tx

/** Above it nothing is added up safely in the columns of quantities and money. */
const amountMax = '1000000000000'
const inForce = [bomStates.released[0], bomStates.superseded[0]]
/** of two kinds of one product the first of these is how it is made */
const makes = [bomKinds.made[0], bomKinds.subcontracted[0], bomKinds.bundle[0]]

/** The bills by which products and what is below them are made on a day. */
export async function billsOn(tx: Tx | Db, orgId: string, day: string, productIds: readonly string[]): Promise<readonly Bill[]> {
  const { rows } = await sql<Bill>`select distinct on (b.product_id) b.id::text as "bomId", b.product_id::text as "productId", b.kind,
      trim_scale(b.base)::text as base, trim_scale(b.fee)::text as fee, l.lines
    from bom b cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('partId', x.part_id::text,
        'per', trim_scale(x.per)::text, 'scrap', trim_scale(x.scrap)::text) order by x.line_no), '[]') as lines
      from bom_line x where x.bom_id = b.id) l
    where b.org_id = ${orgId} and b.kind = any(${makes}::int[]) and b.state = any(${inForce}::int[])
      and b.valid_from <= ${day}::date and (b.valid_to is null or b.valid_to >= ${day}::date)
      and b.product_id in (with recursive below as (select unnest(${[...productIds]}::bigint[]) as id
        union select l.part_id from below w join bom x on x.org_id = ${orgId} and x.product_id = w.id and x.kind = any(${makes}::int[])
          and x.state = any(${inForce}::int[]) and x.valid_from <= ${day}::date and (x.valid_to is null or x.valid_to >= ${day}::date)
          join bom_line l on l.bom_id = x.id) select id from below)
    order by b.product_id, b.kind, b.id`.execute(around(tx))
  return rows
}

/** In CNY: of what lies in layers, else the cost of the month; left out: nothing is known. */
export async function unitCosts(
  tx: Tx | Db,
  orgId: string,
  today: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; cost: string | null }>`select p.id::text as id, trim_scale(round(coalesce(
      (select sum(l.purchase + l.first_leg + l.duty + l.other) / nullif(sum(l.quantity), 0) from stock_layer l
        where l.org_id = ${orgId} and l.product_id = p.id),
      (select c.unit_cost * case when c.currency = 'CNY' then 1 else k.rate end from product_cost c
        left join currency_rate k on k.org_id = c.org_id and k.currency = c.currency and k.month = date_trunc('month', ${today}::date)
        where c.org_id = ${orgId} and c.product_id = p.id and c.month <= ${today}::date order by c.month desc limit 1)), 8))::text as cost
    from product p where p.org_id = ${orgId} and p.id = any(${[...productIds]}::bigint[])`.execute(around(tx))
  return new Map(rows.flatMap(({ id, cost }) => (cost === null ? [] : [[id, cost] as const])))
}

/** What one unit of each costs today by the bills in force, with scrap and fees; left out: no bill, a part of unknown cost, too much. */
export async function rolledCosts(
  tx: Tx | Db,
  orgId: string,
  day: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const bills = new Map((await billsOn(tx, orgId, day, productIds)).map(bill => [bill.productId, bill]))
  const fees = new Map([...bills.values()].map(bill => [bill.bomId, bill.fee]))
  const parts = [...bills.values()].flatMap(bill => bill.lines.map(line => line.partId))
  const own = await unitCosts(tx, orgId, day, [...new Set(parts)])
  return new Map(
    productIds.flatMap(id => {
      const tree = bills.has(id) ? treeOf(id, of => bills.get(of) ?? null) : null
      const cost =
        tree === null
          ? null
          : costOf(
              tree,
              of => own.get(of) ?? null,
              of => fees.get(of) ?? '0',
            )
      return cost === null || compare(cost, amountMax) >= 0 ? [] : [[id, cost] as const]
    }),
  )
}

/** What a bill says for so many units may be too large to be kept, though each number of it is allowed. */
export async function refuseTooMuch(tx: Tx, amounts: readonly { readonly productId: string; readonly amount: string }[]): Promise<void> {
  const found = amounts.find(one => compare(one.amount, amountMax) > 0)
  if (found === undefined) return
  const { rows } = await sql<{ sku: string }>`select sku from product where id = ${found.productId}`.execute(around(tx))
  throw refuse.rule(sentence`${rows[0]?.sku ?? ''} 的用量或加工费过大，请核对数量、用量和基准数量`)
}
