/** Records that others link to (`links` fields, whose ids stand in an array and have no foreign key) are not deleted. */
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import type { AnyDb } from '../db/any-table.ts'

/**
 * Refuses to delete records that another one links to, whoever may see that one: as a foreign key would. Call it with their rows locked: whoever is
 * about to link to one of them holds it shared (checkReferences of record.ts), and has committed or waits.
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
      if (found) throw refuse.rule(`${r.title[0]}正被其他记录使用，不能删除`)
    }
  }
}
