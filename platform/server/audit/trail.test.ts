/** The trail seals itself, and whatever is done to it behind the program's back is named. */
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import { migratedHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { runtimeRole } from '../db/roles.ts'
import { masked } from '../trail/masked.ts'
import { writeAudits } from '../trail/write-audit.ts'
import { dropOldMonths, keptMonths } from './retention.ts'
import { sealedWith, sealTrail } from './seal.ts'
import { verifyTrail } from './verify.ts'

let h: DemoHouse
let owner: pg.Client
let admin: Person
const now = new Date('2026-11-21T09:00:00+08:00')

beforeAll(async () => {
  h = await migratedHouse()
  owner = new pg.Client(h.ownerUrl)
  await owner.connect()
  admin = await signedInAs(h, 'admin')
})
afterAll(async () => {
  await owner?.end()
  await h?.close()
})

let made = 0
/** A change made the usual way, at a time. */
async function change(at = now): Promise<string> {
  h.clock.now = at
  const answer = await admin.post('/productManage/insert', { sku: `T-${(made += 1)}`, name: '商品', status: 1 })
  expect(answer).toMatchObject({ code: 0 })
  const { rows } = await owner.query<{ id: string }>('select id from audit_entry order by id desc limit 1')
  return String(rows[0]?.id)
}
const minutes = (n: number): Date => new Date(now.getTime() + n * 60_000)
const verdict = async () => {
  const { faults, ...rest } = await verifyTrail(h.db)
  return { ...rest, faults: faults.map(({ kind, id }) => `${kind} ${id}`) }
}

describe('tampering', () => {
  let ids: string[]
  beforeEach(async () => {
    await owner.query('delete from audit_block')
    await owner.query('delete from audit_entry')
    ids = []
    // three blocks of two, an hour and a half apart
    for (const block of [0, 90, 180]) {
      ids.push(await change(minutes(block)), await change(minutes(block + 0.5)))
      await sealTrail(h.db, minutes(block + 1))
    }
  })

  test('an untouched trail agrees; sealing again adds nothing, an entry waits for its minute', async () => {
    expect(await sealTrail(h.db, minutes(190))).toBe(0)
    expect(await verdict()).toMatchObject({ blocks: 3, entries: 6, waiting: 0, faults: [], removedMonths: [] })
    await change(minutes(191))
    expect(await verdict()).toMatchObject({ blocks: 3, waiting: 1, faults: [] })
  })
  test('a year that a demo tells of when sealing has long begun is sealed with it, and nothing that was put in before', async () => {
    const before = await change(minutes(-200_000))
    const told = await sealedWith(h.house, async () => [
      await change(minutes(-100_000)),
      await change(minutes(-60)),
      await change(minutes(181)),
    ])
    expect(await verdict()).toMatchObject({ entries: 6 + told.length, waiting: 0, faults: [`inserted ${before}`] })
  })
  test.each([
    ['another value', `set after = jsonb_set(after, '{name}', '"别的"')`],
    ['another person', `set account_name = '别人'`],
    ['another time', `set at = at + interval '1 second'`],
    ['another month', `set at = at - interval '2 months'`],
    ['a value and the hash that fits it', `set verb = 'view', row_hash = encode(sha256('x'), 'hex')`],
  ])('%s: that entry is named', async (_what, set) => {
    await owner.query(`select ensure_month('audit_entry', '2026-09-01')`)
    await owner.query(`update audit_entry ${set} where id = ${ids[2]}`)
    expect((await verdict()).faults).toEqual([`changed ${ids[2]}`])
  })
  test('an entry that is gone', async () => {
    await owner.query(`delete from audit_entry where id = ${ids[3]}`)
    expect((await verdict()).faults).toEqual([`removed ${ids[3]}`])
  })
  test('an entry put in with an old date', async () => {
    await owner.query(`insert into audit_entry (org_id, at, account_name, subject, verb, row_hash)
      select org_id, at, account_name, subject, verb, row_hash from audit_entry where id = ${ids[0]}`)
    const { rows } = await owner.query<{ id: string }>('select max(id) as id from audit_entry')
    expect((await verdict()).faults).toEqual([`inserted ${rows[0]?.id}`])
  })
  test.each([
    ['a block that is gone', 'delete from audit_block where no = 2', ['blockMissing 2']],
    ['a block with other entries', `update audit_block set entries = entries[1:1] where no = 2`, ['blockChanged 2']],
    ['a block of another hash', `update audit_block set hash = repeat('a', 64) where no = 1`, ['blockChanged 1', 'blockChanged 2']],
  ])('%s', async (_what, statement, faults) => {
    await owner.query(statement)
    expect((await verdict()).faults.filter(fault => fault.startsWith('block'))).toEqual(faults)
  })
  test('a chain cut short shows against a head that was kept elsewhere', async () => {
    const { head } = await verdict()
    await owner.query('delete from audit_block where no = 3')
    await owner.query(`delete from audit_entry where id in (${ids[4]}, ${ids[5]})`)
    expect((await verdict()).faults).toEqual([])
    expect((await verifyTrail(h.db, head)).faults).toMatchObject([{ kind: 'blockMissing', id: '3' }])
    await expect(verifyTrail(h.db, 'yesterday')).rejects.toThrow('应为 序号:摘要')
  })
})

test('months past their time go whole, the chain says so, and what is left still agrees', async () => {
  await owner.query('delete from audit_block')
  await owner.query('delete from audit_entry')
  for (const at of ['2025-09-10T10:00:00+08:00', '2025-10-31T23:59:59+08:00', '2025-11-01T00:00:01+08:00', '2026-11-21T09:00:00+08:00'])
    await change(new Date(at))
  expect(await dropOldMonths(h.house, h.ownerUrl, 12)).toEqual(['2025-09', '2025-10'])
  const { rows } = await owner.query<{ month: string }>(`select to_char(at, 'YYYY-MM') as month from audit_entry order by at`)
  expect(rows.map(row => row.month)).toEqual(['2025-11', '2026-11'])
  expect(await verdict()).toMatchObject({ faults: [], removedMonths: ['2025-09', '2025-10'] })
  expect(await dropOldMonths(h.house, h.ownerUrl, 12)).toEqual([])
  // what policy has not removed is missed
  await owner.query(`delete from audit_entry where at < '2025-12-01'`)
  expect((await verdict()).faults).toMatchObject([expect.stringMatching(/^removed /)])
  await owner.query('delete from audit_block')
  for (const text of ['0', '11', '12.5', 'ever']) expect(() => keptMonths(text)).toThrow('AUDIT_KEEP_MONTHS 应为不小于 12 的整数')
  expect([keptMonths(undefined), keptMonths(' '), keptMonths('24')]).toEqual([120, 120, 24])
})

test('two processes that seal at once make one chain', async () => {
  await Promise.all(Array.from({ length: 6 }, () => change()))
  await Promise.all([sealTrail(h.db, minutes(300)), sealTrail(h.db, minutes(300)), sealTrail(h.db, minutes(300))])
  expect((await verdict()).faults).toEqual([])
})

test('the program may append to trail and blocks, to the month itself it may do nothing', async () => {
  // a later migration gives rights to all tables again, months that are there included, then takes back the exceptions
  const migrations = readMigrations(join(import.meta.dirname, '../../../db/migrations'))
  await migrate(h.ownerUrl, [...migrations, { name: '9999_probe', sql: 'select 1', sha256: 'x' }], runtimeRole)
  const rights = await owner.query<{ table: string; may: string }>(`
    select c.relname as table, string_agg(p, ',' order by p) as may
    from pg_class c cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p
    where c.relname ~ '^audit_(entry|block)' and c.relkind in ('r', 'p') and has_table_privilege('${runtimeRole}', c.oid, p) group by 1
      order by 1`)
  expect(rights.rows).toEqual([
    { table: 'audit_block', may: 'insert,select' },
    { table: 'audit_entry', may: 'insert,select' },
  ])
})

test('an entry says from where and by which call', async () => {
  const id = await change()
  const { rows } = await owner.query(`select address, via, account_name, verb from audit_entry where id = ${id}`)
  expect(rows).toEqual([{ address: '10.0.0.1', via: 'POST /productManage/insert', account_name: '管理员', verb: 'add' }])
})

test('a set of entries is written whole: quotes, line ends, half a character at the end of a cut text', async () => {
  const server = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
  const name = '“甲”\n"\\ 😀'
  const entries = Array.from({ length: 1_200 }, (_, at) => ({ recordId: String(at), after: { name, at }, note: '😀'.slice(0, 1) }))
  await server.write((tx, inside) =>
    writeAudits(
      inside,
      tx,
      entries.map(one => ({ subject: 'product', verb: 'note', before: null, ...one })),
    ),
  )
  const { rows } = await owner.query<{ n: number; name: string; note: string }>(
    `select count(*)::int as n, min(after ->> 'name') as name, min(note) as note from audit_entry where verb = 'note' and before is null`,
  )
  expect(rows[0]).toEqual({ n: 1_200, name, note: '\ufffd' })
})

test('sensitive values are masked, secrets not repeated at all', () => {
  const person = resource('probe_person', {
    title: ['人', 'Person'],
    access: { scope: everybody },
    fields: {
      name: text('姓名', 'Name'),
      idNumber: text('身份证号', 'Identity', { sensitive: true }),
      card: text('卡号', 'Card', { sensitive: true }),
    },
  })
  expect(masked(person, { name: '王芳', idNumber: '110101199003071234', card: '12345', newPassword: 'x' })).toEqual({
    name: '王芳',
    idNumber: '****1234',
    card: '****5',
    newPassword: '****',
  })
  expect(masked(person, { idNumber: null, card: '' })).toEqual({ idNumber: null, card: '' })
  expect(masked(undefined, ['a'])).toEqual(['a'])
})
