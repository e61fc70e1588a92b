/**
 * Records that others link to (`links` fields, whose ids stand in an array) or name in a shop table are not deleted: neither has a foreign
 * key.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { columnOf, isInstallations, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import type { AnyDb } from '../contract/database.ts'

/**
 * Refuses to delete records that another one links to, whoever may see that one: as a foreign key would. Call it with their rows locked:
 * whoever is about to link to one of them holds it shared (checkReferences of record.ts), and has committed or waits.
 */
export async function refuseLinked(context: Context, db: AnyDb, r: Resource, ids: readonly string[]): Promise<void> {
  for (const holder of context.house.registry.resources.values()) {
    for (const [name, field] of Object.entries(holder.fields)) {
      if (field.kind !== 'links' || field.to !== r.table) continue
      const found = await db
        .withoutPlugins()
        .selectFrom(holder.table)
        .select(sql<number>`1`.as('one'))
        .where(sql<boolean>`${sql.ref(columnOf(name))} && ${ids}::bigint[]`)
        .limit(1)
        .executeTakeFirst()
      if (found) throw refuse.rule(sentence`${r.title}正被其他记录使用，不能删除`)
    }
  }
}

/**
 * Refuses to delete records of the installation that the lines of any shop name: shop tables have no foreign keys. Other tables have one,
 * whose refusal asDuplicate says. A table of millions is read as far as its first line that names one.
 */
export async function refuseNamed(context: Context, db: AnyDb, r: Resource, ids: readonly string[]): Promise<void> {
  if (!isInstallations(r)) return
  const everywhere = db.withoutPlugins()
  for (const holder of context.house.registry.resources.values()) {
    for (const [name, { kind, to, by = 'id' }] of Object.entries(holder.fields)) {
      if (holder.kind !== 'shop' || kind !== 'reference' || to !== r.table) continue
      const named = everywhere
        .selectFrom(r.table)
        .select(sql.ref(columnOf(by)).as('named'))
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
      const found = await everywhere
        .selectFrom(holder.table)
        .select(sql<number>`1`.as('one'))
        .where(sql<boolean>`${sql.ref(columnOf(name))} in (${named})`)
        .limit(1)
        .executeTakeFirst()
      if (found) throw refuse.rule(sentence`${r.title}正被其他记录使用，不能删除`)
    }
  }
}
