/** The sheet of finance became bills (migration 1201): on every day the same parts hold of every product as the sheet said. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { testDatabase } from '../../test/setup/database.ts'

const [products, days] = [60, 40]
const first = '2026-01-01'
const migration = (name: string): string => readFileSync(join(import.meta.dirname, '../../db/migrations', `${name}.sql`), 'utf8')
/** The tables alone, as those migrations made them. */
const tableOf = (name: string, table: string): string =>
  new RegExp(`create table ${table} \\([^;]*\\);`).exec(migration(name))?.[0] ?? `no table ${table} in ${name}`

test(`a random sheet of ${products} products: on each of ${days} days the bills hold the same parts, units and scrap`, async () => {
  const database = await testDatabase({ empty: true, plain: true })
  const db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  try {
    await db.query(tableOf('0362_bill_of_materials', 'material_part'))
    for (const table of ['bom', 'bom_line']) await db.query(tableOf('1200_bom', table))
    await db.query('create table role_permission (org_id bigint, role_id bigint, permission text, operation integer)')
    await db.query(`insert into role_permission values (1, 7, 'finance.materialSheet', 2)`)
    const random = seededRandom(41)
    for (let product = 1; product <= products; product++)
      for (let part = 1; part <= 1 + random.below(4); part++) {
        // stretches of a part do not overlap; the last may go on
        let day = random.below(10)
        while (day < days) {
          const end = day + random.below(15)
          const goesOn = random.below(4) === 0
          await db.query(
            `insert into material_part (org_id, product_id, part_id, quantity, scrap, valid_from, valid_to)
             values (1, $1, $2, $3, $4, $5, $6)`,
            [product, 100 + part, 1 + random.below(9), random.below(6), addDays(first, day), goesOn ? null : addDays(first, end)],
          )
          if (goesOn) break
          day = end + 1 + random.below(5)
        }
      }
    const held = (from: string) => `select to_char(d.day, 'YYYY-MM-DD') as day, ${from}
      order by 1, 2, 3`
    const dayOf = `from generate_series('${first}'::date, '${addDays(first, days + 30)}'::date, interval '1 day') d(day)`
    const sheet = held(`m.product_id::int as product, m.part_id::int as part, trim_scale(m.quantity)::text as per,
      trim_scale(m.scrap)::text as scrap ${dayOf} join material_part m on m.valid_from <= d.day and coalesce(m.valid_to, d.day) >= d.day`)
    const { rows: before } = await db.query<object>(sheet)
    await db.query(migration('1201_bills_copied'))
    const { rows: after } = await db.query<object>(
      held(`b.product_id::int as product, l.part_id::int as part, trim_scale(l.per / b.base)::text as per,
        trim_scale(l.scrap)::text as scrap ${dayOf} join bom b on b.valid_from <= d.day and coalesce(b.valid_to, d.day) >= d.day
          and b.state in (2, 5)
          join bom_line l on l.bom_id = b.id`),
    )
    expect(before.length).toBeGreaterThan(products * days)
    expect(after).toEqual(before)
    const { rows: rights } = await db.query(`select role_id::int as role, operation from role_permission where permission = 'bom'`)
    expect(rights).toEqual([{ role: 7, operation: 2 }])
  } finally {
    await db.end()
    await database.drop()
  }
})
