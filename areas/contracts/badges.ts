/** The badge of each listing and product: the worst of what its category needs where it is sold. Kept by a job, and each night. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, Follower, House, JobHandler, Tx } from '#platform/server/area.ts'
import { merged } from '#platform/server/jobs.ts'
import { setDerived } from '#platform/server/records.ts'
import { product, skuMap } from '#areas/reference/index.ts'

const badgesJob = 'contracts.badges'
const order = (tx: Tx, house: House, orgId: string): Promise<void> => house.jobs.addOnce(tx, badgesJob, { orgId })

const portion = 1_000
type Badge = Readonly<{ id: string; compliance: number | null }>
async function setAll(server: Context, of: Resource, rows: readonly Badge[]): Promise<void> {
  for (let at = 0; at < rows.length; at += portion) await setDerived(server, of, rows.slice(at, at + portion))
}

/** Writes those that differ; a higher state is worse. */
export async function keepBadges(server: Context): Promise<void> {
  const listings = await server.db
    .selectFrom('sku_map as m')
    .leftJoin(
      db =>
        db
          .selectFrom('listing_compliance')
          .select(['shop_id', 'seller_sku', sql<number>`max(state)`.as('worst')])
          .groupBy(['shop_id', 'seller_sku'])
          .as('w'),
      join => join.onRef('w.shop_id', '=', 'm.shop_id').onRef('w.seller_sku', '=', 'm.seller_sku'),
    )
    .select(['m.id', 'w.worst'])
    .where(sql<boolean>`m.compliance is distinct from w.worst`)
    .orderBy('m.id')
    .execute()
  await setAll(
    server,
    skuMap,
    listings.map(row => ({ id: asText(row.id), compliance: row.worst })),
  )
  const products = await server.db
    .selectFrom('product as p')
    .leftJoin(
      db =>
        db
          .selectFrom('sku_map as m')
          .select(['m.product_id', sql<number>`max(m.compliance)`.as('worst')])
          .groupBy('m.product_id')
          .as('w'),
      join => join.onRef('w.product_id', '=', 'p.id'),
    )
    .select(['p.id', 'w.worst'])
    .where(sql<boolean>`p.compliance is distinct from w.worst`)
    .orderBy('p.id')
    .execute()
  await setAll(
    server,
    product,
    products.map(row => ({ id: asText(row.id), compliance: row.worst })),
  )
}

export const badgeJobs: Readonly<Record<string, JobHandler>> = {
  [badgesJob]: merged('timed', async (house, { orgId }) => {
    const server = await house.asSystem(asText(orgId), 'badges follow rules and certificates')
    await server.write((_tx, inside) => keepBadges(inside))
  }),
}

const follow: Follower = (context, tx) => order(tx, context.house, context.caller.orgId)
/** Only of what is there can the category change; what is new has no listing yet. */
const followIn =
  (field: string): Follower =>
  async (context, tx, changes) => {
    const isOther = changes.some(({ before, after }) => before !== null && after !== null && before[field] !== after[field])
    if (isOther) await follow(context, tx, changes)
  }
export const badgesFollow = {
  sku_map: follow,
  product: followIn('categoryId'),
  product_category: followIn('parentId'),
  certificate: follow,
  compliance_rule: follow,
  sales_ban: follow,
} satisfies Record<string, Follower>
