/** Why so many units are proposed: the kept figures of a look, with the words that open the lines behind each. */
import { sql } from 'kysely'
import { Object as O, Optional } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { call, Id, refuse, type Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { behind } from '#areas/goods/index.ts'
import type { BuyTold, Explained } from './wire.ts'
import { planLine, planPermission } from './tables.ts'

export const explain = call(
  {
    demand: needs(planPermission, operations.view),
    summary: '补货测算的过程',
    input: O({ id: Optional(Id()), itemId: Optional(Id()) }),
    write: false,
  },
  (context, { input }) => explained(context, input),
)

interface Told {
  readonly productId: string | null
  readonly shopId: string | null
  readonly sku: string | null
  readonly labelId: string | null
  readonly ranAt: string
  readonly itemId: string | null
  readonly detail: string | null
}
async function explained(context: Context, { id, itemId }: { readonly id?: string; readonly itemId?: string }): Promise<Explained> {
  const line = id === undefined ? null : await read(context, 'plan_line', id)
  const item = itemId ?? line?.itemId ?? null
  const told = item === null ? line : await read(context, 'replenish_item', item)
  if (told === null || told.detail === null) throw refuse.unknown(planLine.title)
  const { itemId: _itemId, detail, ...rest } = told
  const of = JSON.parse(detail) as never
  if (item !== null) return { ...rest, item: of, buy: null }
  const buy = of as BuyTold
  // what all shops have and sell of a product is for who was granted each that does
  const isAll = await context.write(async tx => {
    const { rows } = await sql`select 1 from replenish_item where org_id = ${context.caller.orgId} and product_id = ${rest.productId}
      and shop_id <> all(${[...context.caller.shops]}::bigint[]) limit 1`.execute(behind(tx))
    return rows.length === 0
  })
  return { ...rest, item: null, buy: isAll ? buy : { ...buy, listings: null, target: null, position: null, there: null, need: null } }
}

/** What the caller may see of it: the details stand in no list. */
async function read(context: Context, table: 'plan_line' | 'replenish_item', id: string): Promise<Told | null> {
  const row = await anyTable(context.db)
    .selectFrom(`${table} as t`)
    .where(sql<boolean>`t.id = ${id}`)
    .select([
      ...['product_id', 'shop_id', 'label_id', 'sku', 'ran_at', 'detail'].map(name =>
        sql<string | null>`${sql.ref(`t.${name}`)}::text`.as(name),
      ),
      (table === 'plan_line' ? sql<string | null>`t.item_id::text` : sql<string | null>`null`).as('item_id'),
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  const text = (name: string): string | null => (row as Readonly<Record<string, string | null>>)[name] ?? null
  return {
    productId: text('product_id'),
    shopId: text('shop_id'),
    sku: text('sku'),
    labelId: text('label_id'),
    ranAt: text('ran_at') ?? '',
    itemId: text('item_id'),
    detail: text('detail'),
  }
}
