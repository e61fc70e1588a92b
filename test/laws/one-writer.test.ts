/**
 * The one writer, asked through every listed resource that has the verbs: whatever changes a record asks the locks, raises the version,
 * writes the trail, is heard by whoever follows, told to whoever has the record open, and kept for undo where that is offered. And no area
 * writes past it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { columnOf, isInstallations, type Resource } from '#platform/declare/resource.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { batchFields } from '#platform/server/lists/editable-fields.ts'
import type { RecordChange } from '#platform/server/contract/record-hooks.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../setup/demo-house.ts'
import { listedUnder } from './security-page.ts'

const all = registryOf(withHouseAreas(areas))
/** What people see as a list of records. */
const isListed = (table: string): boolean =>
  all.resources.get(table)?.type !== undefined || all.routes.some(route => route.verb === 'list' && route.resource?.table === table)

describe('every resource', () => {
  const reason = '测试锁住了这一行'
  let isLocked = false
  let heard: readonly RecordChange[] = []
  let h: DemoHouse
  let admin: Person
  let other: Person
  const here = areas.filter(area => ['reference', 'admin'].includes(area.name)).flatMap(area => area.resources.map(r => r.table))
  beforeAll(async () => {
    h = await demoHouse([
      {
        name: 'probe',
        title: ['试验', 'Probe'],
        resources: [],
        routes: {},
        rowLocks: Object.fromEntries(
          here.map(table => [table, async () => (isLocked ? [{ where: sql<boolean>`true`, reason: [reason, reason] as const }] : [])]),
        ),
        follows: Object.fromEntries(
          here.map(table => [
            table,
            async (_context: unknown, _tx: unknown, changes: readonly RecordChange[]) => {
              heard = [...heard, ...changes]
            },
          ]),
        ),
      },
    ])
    admin = await signedInAs(h, 'admin')
    other = await signedInAs(h, 'boss')
    await h.db.updateTable('account').set({ is_system_admin: true }).where('username', '=', 'boss').execute()
    h.house.rights.forget?.()
  })
  afterAll(() => h.close())

  const routeOf = (r: Resource, verb: BoundRoute['verb']): string | undefined =>
    h.house.registry.routes.find(route => route.resource?.table === r.table && route.verb === verb && !route.path.includes('{'))?.path
  const trailOf = async (r: Resource): Promise<number> =>
    Number(
      (
        await h.db
          .selectFrom('audit_entry')
          .select(sql<string>`count(*)`.as('n'))
          .where('subject', '=', r.table)
          .executeTakeFirstOrThrow()
      ).n,
    )
  const pushes = async (): Promise<readonly unknown[]> =>
    (await h.db.selectFrom('push_message').select('message').execute())
      .map(row => row.message)
      .filter(m => (m as { kind?: string }).kind === 'changed')
  const rowNow = async (r: Resource, id: string): Promise<Record<string, unknown> | undefined> =>
    anyTable(h.db).selectFrom(r.table).selectAll().where('id', '=', id).executeTakeFirst()

  /** A record, and a field of it that can be set to what it has. */
  async function sampleOf(r: Resource): Promise<{ id: string; version: number; field: string; value: unknown } | null> {
    const list = routeOf(r, 'list')
    const rows: readonly Record<string, unknown>[] = list === undefined ? [] : ((await admin.post(list, {})).data?.list ?? [])
    for (const row of rows)
      for (const [field, { kind }] of batchFields(r))
        if (['text', 'longText', 'integer'].includes(kind) && row[field] !== null && row[field] !== undefined)
          return { id: String(row['id']), version: Number(row['version']), field, value: row[field] }
    return null
  }
  const listed = [...all.resources.values()].filter(r => r.type !== undefined && r.standard !== 'none' && here.includes(r.table))

  /** entries of one write: what belongs to no organisation stands in the trail of each */
  const entriesOf = async (r: Resource): Promise<number> =>
    isInstallations(r) ? (await h.db.selectFrom('organisation').select('id').execute()).length : 1

  async function effects(r: Resource, id: string, work: () => Promise<unknown>) {
    await other.post('/realtime/watch', { type: r.type, id })
    const before = { row: await rowNow(r, id), trail: await trailOf(r), pushes: (await pushes()).length }
    heard = []
    await work()
    const after = await rowNow(r, id)
    return {
      version: after === undefined ? 'gone' : Number(after['version']) - Number(before.row?.['version']),
      trail: (await trailOf(r)) - before.trail,
      heard: heard.filter(change => change.id === id).length,
      told: (await pushes()).length - before.pushes,
    }
  }

  test('update: one version more, an entry of the trail, heard and told; a locked one stays', async () => {
    let tried = 0
    for (const r of listed) {
      const path = routeOf(r, 'update')
      const sample = path === undefined ? null : await sampleOf(r)
      if (path === undefined || sample === null) continue
      const { id, field, value } = sample
      const save = async () => admin.post(path, { id, version: Number((await rowNow(r, id))?.['version']), [field]: value })
      expect([r.table, await effects(r, id, save)]).toEqual([r.table, { version: 1, trail: await entriesOf(r), heard: 1, told: 1 }])
      isLocked = true
      const refused = await save()
      isLocked = false
      expect([r.table, refused.code, refused.msg]).toEqual([r.table, 1002, reason])
      tried += 1
    }
    expect(tried).toBeGreaterThan(10)
  })

  test('a batch: the same for each row, and an image for undo; a locked row stays and is named', async () => {
    let tried = 0
    for (const r of listed) {
      const path = routeOf(r, 'batchUpdate')
      const sample = path === undefined ? null : await sampleOf(r)
      if (path === undefined || sample === null) continue
      const { id, field, value } = sample
      const ask = { ids: [{ id }], changes: { [field]: typeof value === 'number' ? value + 1 : `${String(value)}2` } }
      isLocked = true
      const refused = await admin.post(path, ask)
      isLocked = false
      expect([r.table, refused.data.refused]).toEqual([r.table, [{ id, reason }]])
      let batchId = ''
      const done = await effects(r, id, async () => {
        ;({ batchId } = (await admin.post(path, ask)).data)
      })
      expect([r.table, done]).toEqual([r.table, { version: 1, trail: await entriesOf(r), heard: 1, told: 1 }])
      const undone = await effects(r, id, () => admin.post(path.replace(/\/[^/]+$/, '/undo'), { batchId }))
      expect([r.table, undone]).toEqual([r.table, { version: 1, trail: await entriesOf(r), heard: 1, told: 1 }])
      expect((await rowNow(r, id))?.[columnOf(field)]).toBe(value)
      tried += 1
    }
    expect(tried).toBeGreaterThan(2)
  })

  test('a deletion asks the locks before anything else; what nothing refers to goes with trail and word, and comes back by undo', async () => {
    let [tried, gone] = [0, 0]
    for (const r of listed) {
      const path = routeOf(r, 'remove')
      const sample = path === undefined ? null : await sampleOf(r)
      if (path === undefined || sample === null) continue
      const { id } = sample
      isLocked = true
      const refused = await admin.post(path, { ids: [id] })
      isLocked = false
      // what a rule of its own refuses before (a role that people hold) is not asked further
      if (refused.msg !== reason) expect([r.table, refused.code]).toEqual([r.table, 1002])
      tried += 1
      const answer: { code: number; data: { batchId?: string | null } } = { code: -1, data: {} }
      const done = await effects(r, id, async () => Object.assign(answer, await admin.post(path, { ids: [id] })))
      if (answer.code !== 0) continue
      expect([r.table, done]).toEqual([r.table, { version: 'gone', trail: await entriesOf(r), heard: 1, told: 1 }])
      gone += 1
      if (!answer.data.batchId) continue
      await admin.post(path.replace(/\/[^/]+$/, '/undo'), { batchId: answer.data.batchId })
      expect([r.table, (await rowNow(r, id)) !== undefined]).toEqual([r.table, true])
    }
    expect([tried > 10, gone > 2]).toEqual([true, true])
  })
})

describe('no area writes past it', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = readdirSync(join(root, 'areas'), { recursive: true, encoding: 'utf8' })
    .map(name => `areas/${name.replaceAll('\\', '/')}`)
    .filter(file => file.endsWith('.ts') && !/\.test\.ts$|\/test-[^/]*$/.test(file))
  const builder = /\.(?:insertInto|updateTable|deleteFrom)\(\s*(?:'([a-z_]+)'|[^')]+)/g
  const plain = /\b(?:insert into|delete from|update)\s+(?:"?([a-z_]+)"?\b(?=[\s(])|\$\{)/g

  /** Tables written by a source; null: one that a variable names. */
  const writesOf = (file: string): (string | null)[] => {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const inSql = [...code.matchAll(/sql(?:<[^>`]*>)?`[^`]*`/g)].map(([text]) => text).join('\n')
    return [...code.matchAll(builder), ...inSql.matchAll(plain)].map(([, table]) => table ?? null)
  }
  const written = new Map(
    sources.map(file => [file, writesOf(file).filter(table => table === null || isListed(table)).length] as const).filter(([, n]) => n > 0),
  )
  const excepted = listedUnder('Writes past the one writer')

  test('but for those that docs/security.md lists, with their number and reason', () => {
    expect(Object.fromEntries([...excepted].map(([file, { n }]) => [file, n]))).toEqual(
      Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1))),
    )
    for (const { reason } of excepted.values()) expect(reason.length).toBeGreaterThan(10)
  })
  test('the law finds a write in every form', () => {
    const forms = ["tx.insertInto('employee')", 'db.updateTable(r.table)', "tx\n .deleteFrom('shop')"]
    expect(forms.map(form => [...form.matchAll(builder)].length)).toEqual([1, 1, 1])
    expect([...'insert into shop (id) update shop set delete from shop where'.matchAll(plain)].map(([, table]) => table)).toEqual([
      'shop',
      'shop',
      'shop',
    ])
  })
})
