/**
 * Drafts the next migration from the declarations: `npm run migration -- what_changes`.
 * Compares a scratch database built from db/migrations with one built from the declarations and writes the difference as plain SQL,
 * to be read by a person before it is committed. Nothing to do: says so.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas } from '#areas/index.ts'
import { draftMigration } from '../platform/server/db/draft-migration.ts'
import { withHouseAreas } from '../platform/server/open-house.ts'
import { registryOf } from '../platform/server/registry-of.ts'

const folder = join(import.meta.dirname, '../db/migrations')
const name = (process.argv[2] ?? 'change').replaceAll(/[^a-z0-9]+/gi, '_').toLowerCase()
const files = readdirSync(folder).filter(f => f.endsWith('.sql'))
const newest = Math.max(0, ...files.map(file => Number(file.slice(0, 4))))
const next = `${String(newest + 1).padStart(4, '0')}_${name}.sql`
if (existsSync(join(folder, next))) throw new Error(`${next} is there already`)

const draft = await draftMigration(folder, registryOf(withHouseAreas(areas)).resources)
if (draft === '') console.log('声明与迁移一致，没有要写的迁移')
else {
  writeFileSync(join(folder, next), `${draft}\n`)
  console.log(`已起草 db/migrations/${next}，请通读后再提交`)
}
