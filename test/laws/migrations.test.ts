import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { integer, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { declaredMigrations } from '../../platform/server/db/declared-schema.ts'
import { readMigrations } from '../../platform/server/db/migrate.ts'
import { draftOn } from '../../platform/server/db/draft-migration.ts'
import { withHouseAreas } from '../../platform/server/open-house.ts'
import { registryOf } from '../../platform/server/registry-of.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'

const migrations = readMigrations(join(import.meta.dirname, '../../db/migrations'))
const { resources } = registryOf(withHouseAreas(areas))
let server: TestDatabase
beforeAll(async () => {
  server = await testDatabase({ empty: true })
})
afterAll(() => server.drop())

test('migrations and declarations agree: nothing is left to be written', async () => {
  expect(await draftOn(server.ownerUrl, migrations, resources)).toBe('')
})

/** Drafting is tried on a few tables: what it takes grows with all that are there. */
const few = new Map(
  ['organisation', 'country', 'audit_entry', 'amazon_transaction_line'].map(table => {
    const r = resources.get(table)
    if (!r) throw new Error(`the table ${table} of these tests is gone`)
    return [table, r] as const
  }),
)
/** What is drafted when some tables are added or changed. */
const draft = (...changed: readonly Resource[]): Promise<string> =>
  draftOn(server.ownerUrl, declaredMigrations(migrations, few, '0002_few'), new Map([...few, ...changed.map(r => [r.table, r] as const)]))

test('a new table is written as it is declared, with its rights as a comment line and its foreign key', async () => {
  const note = resource('probe_note', {
    title: ['便签', 'Note'],
    access: { scope: ownOrganisation },
    fields: { body: text('内容', 'Body', { max: 50 }), rank: integer('次序', 'Rank', { default: 0 }) },
    storage: { appendOnly: true, key: ['body'] },
  })
  expect((await draft(note)).split('\n')).toEqual([
    '-- grant: select,insert on probe_note',
    'create table probe_note (',
    '  id bigserial,',
    '  org_id bigint not null,',
    '  version integer not null default 1,',
    '  created_at timestamptz not null default now(),',
    '  created_by bigint,',
    '  updated_at timestamptz not null default now(),',
    '  updated_by bigint,',
    '  body text not null,',
    '  rank integer not null default 0,',
    '  constraint probe_note_pkey primary key (id)',
    ');',
    'alter table probe_note add constraint probe_note_body_key unique (org_id, body);',
    'ALTER TABLE "public"."probe_note" ADD CONSTRAINT "probe_note_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);',
  ])
})

test('changes are one statement a line; what loses data is marked; an index of a partitioned table means all its months', async () => {
  const line = few.get('amazon_transaction_line')
  const country = few.get('country')
  if (!line || !country) throw new Error('the tables of this test are gone')
  const { nameEn: _gone, ...kept } = country.fields
  const renamed = { ...country, fields: { ...kept, englishName: text('英文名称', 'English name', { max: 80, optional: true }) } }
  const statements = (await draft(renamed, { ...line, index: [...(line.index ?? []), ['-postedOn', 'shopId', 'importId']] })).split('\n')
  expect(statements).toEqual([
    '-- loses data: is this a rename, or a column that still holds something?',
    'ALTER TABLE "public"."country" DROP COLUMN "name_en";',
    'ALTER TABLE "public"."country" ADD COLUMN "english_name" text;',
    expect.stringMatching(
      /^CREATE INDEX amazon_transaction_line_\w+_idx ON public\.amazon_transaction_line USING btree \(posted_on DESC, shop_id, import_id\);$/,
    ),
  ])
})

test('a table that may be changed again says so', async () => {
  const audit = few.get('audit_entry')
  if (!audit) throw new Error('the table of this test is gone')
  const { appendOnly: _gone, ...open } = audit
  expect(await draft(open)).toBe('-- grant: select,insert,update,delete on audit_entry')
})
