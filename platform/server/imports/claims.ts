/**
 * Claims: which shop an identity across shops (`Identity` of a family) belongs to: one row under a unique key, inserted in the merge's
 * transaction. A shop's claims change only under its lock (`lock-shop.ts`) and are taken in the order of their values: no two imports wait
 * for each other.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import { anyTable } from '../db/any-table.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { Difference } from '../reports/proof/proof.ts'
import { isOneOf, columnRef, unionAll, type UntypedQuery } from '../db/untyped-query.ts'
import { refuseFile } from './import-refused.ts'
import type { FileFamily, Identified, Identity, MergeTask } from '../contract/file-family.ts'

/** Rows of `alias` that carry the identity. */
const carries = ({ field, unless }: Identified, alias: string): RawBuilder<boolean> =>
  unless === undefined
    ? sql<boolean>`${columnRef(alias, field)} <> ''`
    : sql<boolean>`${columnRef(alias, field)} <> '' and ${columnRef(alias, unless)} = ''`

/** Claims what the staged rows carry for the shop. Refuses the file, naming value and shop, where another shop has one of them. */
export async function claimIdentities(
  tx: Tx,
  family: FileFamily,
  { orgId, shop, importId }: Pick<MergeTask, 'orgId' | 'shop' | 'importId'>,
): Promise<void> {
  for (const identity of family.identities.toSorted((a, b) => (a.of.name < b.of.name ? -1 : 1))) {
    const staged = sql`(select distinct ${columnRef('s', identity.field)} as value from ${sql.table(family.stagingTable)} as s
      where s.shop_id = ${shop.id} and s.import_id = ${importId} and ${carries(identity, 's')}) as v`
    await sql`insert into import_claim (org_id, identity, value, shop_id) select ${orgId}, ${identity.of.name}, v.value, ${shop.id}
      from ${staged} order by v.value
      on conflict (org_id, identity, value) do nothing`.execute(tx)
    const { rows } = await sql<{ value: string; name: string }>`
      select c.value, o.name from import_claim c join ${staged} on v.value = c.value join shop o on o.id = c.shop_id
      where c.org_id = ${orgId} and c.identity = ${identity.of.name} and c.shop_id <> ${shop.id} order by c.value limit 1`.execute(tx)
    if (rows[0]) throw refuseFile(sentence`${identity.of.title} ${rows[0].value} 已属于店铺“${rows[0].name}”，请改选店铺或先删除那次导入`)
  }
}

/** Ends the claims of a shop of which no line is left, after an import of the family was taken back. */
export async function endClaims(tx: Tx, family: FileFamily, orgId: string, shopId: string): Promise<void> {
  for (const { of } of family.identities) {
    const mine = sql`c.org_id = ${orgId} and c.identity = ${of.name} and c.shop_id = ${shopId}`
    const left: string[] = []
    for (const fact of of.facts) {
      const value = columnRef('f', fact.field)
      const { rows } = await sql<{ value: string }>`select distinct ${value} as value from ${sql.table(fact.of.table)} as f
        where f.shop_id = ${shopId} and ${carries(fact, 'f')} and ${value} in (select c.value from import_claim c where ${mine})`.execute(
        tx,
      )
      left.push(...rows.map(row => row.value))
    }
    await sql`delete from import_claim c where ${mine} and c.value <> all(${left}::text[])`.execute(tx)
  }
}

/**
 * Values whose lines lie in more than one shop of the organisation, or in another shop than the one that claims them. Needs a context that
 * sees every shop.
 */
export async function proveClaims(context: Context): Promise<Difference[]> {
  const db = anyTable(context.db)
  const identities = new Map(
    context.house.registry.families.flatMap(f => (f.ownerOf ? [] : f.identities)).map(({ of }) => [of.name, of] as const),
  )
  const found: Difference[] = []
  for (const identity of identities.values()) {
    const rows = await db
      // by itself first: lines lie by shop on several machines, claims stay on the coordinator
      .with(
        w => w('x').materialized(),
        () => carriers(context, identity) as never,
      )
      .selectFrom('x')
      .leftJoin('import_claim as c', j => j.on(sql<boolean>`c.identity = ${identity.name} and c.value = x.value`))
      .select([
        sql<string>`x.value`.as('value'),
        sql<string>`coalesce(min(c.shop_id)::text, '')`.as('claimed'),
        sql<string>`string_agg(distinct x.shop_id::text, ',')`.as('shops'),
      ])
      .groupBy(sql`x.value`)
      .having(sql<boolean>`string_agg(distinct x.shop_id::text, ',') <> coalesce(min(c.shop_id)::text, '')`)
      .orderBy(sql`x.value`)
      .execute()
    for (const { value, claimed, shops } of rows)
      found.push({
        what: 'import_claim',
        ownerId: claimed || null,
        month: null,
        key: `${identity.title[0]} ${value}`,
        expected: claimed,
        found: shops,
      })
  }
  return found
}

/** Each shop and value once per table of lines. */
function carriers(context: Context, identity: Identity): UntypedQuery {
  const db = anyTable(context.db)
  return unionAll(
    identity.facts.map(fact =>
      db
        .selectFrom(`${fact.of.table} as f`)
        .where(isOneOf(columnRef('f', 'shopId'), context.caller.shops))
        .where(carries(fact, 'f'))
        .select([sql<string>`f.shop_id`.as('shop_id'), sql<string>`${sql.ref(`f.${columnOf(fact.field)}`)}`.as('value')])
        .distinct(),
    ),
  )
}
