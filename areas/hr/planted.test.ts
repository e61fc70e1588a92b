/**
 * Numbers that were planted by every way in which they come are searched in whatever comes out: lists, records, exports, prints, templates,
 * search, the trail, notices, the log, jobs and a dump of the database. They are in the answers of reveal and of the named exports alone,
 * and each that left has its entry. Who sees which class of fields: the person, his head, HR, another organisation.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { readAll } from '../../test/setup/made-workbook.ts'
import { pdfText } from '../../test/setup/pdf-text.ts'
import { workflow } from '#areas/workflow/index.ts'
import { checkOf } from './identity-number.ts'
import { hr } from './index.ts'
import { takeEffect } from './take-effect.ts'

let h: DemoHouse
let [admin, clerk, person, head, colleague] = [] as unknown as [Person, Person, Person, Person, Person]
let [deptA, own] = ['', '']
const today = '2026-11-23'
type Values = Readonly<Record<string, unknown>>
const numberOf = (birthday: string, n: number): string => {
  const first17 = `990000${birthday.replaceAll('-', '')}${n}`
  return first17 + checkOf(first17)
}
const numbers = [numberOf('1990-05-06', 301), numberOf('1991-05-06', 302), numberOf('1992-05-06', 303), numberOf('1993-05-06', 304)]
const accounts = ['6222021111222233334', '6222025555666677778', '6222029999000011112']
const secrets = [...numbers, ...accounts]
const texts = new Map<string, string>()
const logged: string[] = []
const tell = (what: string, said: unknown): void => void texts.set(what, typeof said === 'string' ? said : JSON.stringify(said))
const lists = 'hrFile personnelAction labourContract hrAssignment employee hrFileChange hrLetter hrTask hrRoster hrPaper hrFamily hrReading'
const types = 'hrFile hrMine hrFileChange hrRoster hrJoiner hrReading personnelAction hrLetter hrLacking hrTurn hrAssignment labourContract'

beforeAll(async () => {
  h = await demoHouse([hr, workflow], null, {}, line => void logged.push(line))
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  admin = await signedInAs(h, 'admin')
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '人事').executeTakeFirstOrThrow()
  const leader = await h.db
    .selectFrom('account_role as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['r.role_id as id', 'r.org_id'])
    .where('a.username', '=', 'sales')
    .executeTakeFirstOrThrow()
  // a head: his data are those of all, his rights to look alone
  await sql`update account_organisation set data_scope = 3 where account_id = (select id from account where username = 'sales')`.execute(
    h.db,
  )
  const all = lists
    .split(' ')
    .flatMap(permission => [1, 2, 3, 4, 5, 6, 7, 9, 10, 100, 101, 103].map(operation => ({ permission, operation })))
  const seen = lists.split(' ').map(permission => ({ permission, operation: 2 }))
  await h.db
    .insertInto('role_permission')
    .values([
      ...all.map(one => ({ org_id: role.org_id, role_id: role.id, ...one })),
      ...seen.map(one => ({ org_id: leader.org_id, role_id: leader.id, ...one })),
    ])
    .onConflict(c => c.doNothing())
    .execute()
  ;[clerk, person, head, colleague] = [
    await signedInAs(h, 'hr'),
    await signedInAs(h, 'employee'),
    await signedInAs(h, 'sales'),
    await signedInAs(h, 'keeper'),
  ]
  own = (await person.get('/system/userprofile')).data.employeeId
  deptA = (await admin.post('/department/insert', { name: '甲部' })).data.id
  await plant()
})
afterAll(() => h.close())

const done = async (who: Person, path: string, body: object): Promise<Values> => {
  const answer = await who.post(path, body)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(0)
  tell(`answer of ${path} ${texts.size}`, answer)
  return answer.data as Values
}
const fileOf = async (employeeId: string): Promise<Values> => (await clerk.post('/hrFile/list', { employeeId: [employeeId] })).data.list[0]

/** By a file, a correction, a sheet of the roster, a joiner and a sheet of joiners. */
async function plant(): Promise<void> {
  if ((await fileOf(own)) === undefined) await done(clerk, '/hrFile/insert', { employeeId: own })
  const file = await fileOf(own)
  const more = { address: '旧址', emergencyName: '家属', household: 1, salaryLevel: 'P3', bankName: '某行' }
  await done(clerk, '/hrFile/update', { id: file['id'], version: file['version'], idNo: numbers[0], bankAccount: accounts[0], ...more })
  const change = await done(person, '/hrFileChange/insert', { bankAccount: accounts[1], address: '新址' })
  await done(person, '/hrFileChange/submit', { ids: [{ id: change['id'] }] })
  await done(clerk, '/hrFileChange/accept', { ids: [{ id: change['id'] }] })
  await done(clerk, '/hrRoster/insert', {
    no: 'PL1',
    name: '册一',
    deptId: deptA,
    hiredOn: '2025-01-06',
    idNo: numbers[1],
    bankAccount: accounts[2],
  })
  const joins = { businessOn: today, kind: 1, personName: '新一', deptId: deptA, effectiveOn: today, idNo: numbers[2] }
  const made = await done(clerk, '/personnelAction/insert', joins)
  await done(clerk, '/personnelAction/submit', { ids: [{ id: made['id'] }] })
  await done(clerk, '/hrJoiner/insert', { effectiveOn: '2026-12-01', seq: 1, personName: '新二', deptId: deptA, idNo: numbers[3] })
  expect(await takeEffect(await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test'))).toBe(1)
  // what is refused says nothing of it either
  const taken = await clerk.post('/hrFile/update', { id: (await fileOf(own))['id'], version: 999, idNo: numbers[1] })
  tell('a refusal', taken)
  const letter = await done(clerk, '/hrLetter/insert', { businessOn: today, employeeId: own, kind: 1, purpose: '签证' })
  for (const step of ['submit', 'issue']) await done(clerk, `/hrLetter/${step}`, { ids: [{ id: letter['id'] }] })
}
const bytes = async (who: Person, url: string, payload: object): Promise<Buffer> =>
  (
    await h.app.inject({
      method: 'POST',
      url: `/api-2024${url}`,
      headers: { authorization: `Bearer ${who.token}` },
      payload,
    })
  ).rawPayload

test('planted numbers are in nothing that comes out', async () => {
  for (const type of types.split(' '))
    for (const [name, who] of Object.entries({ clerk, person, head, admin })) {
      tell(`${name}: ${type}/list`, await who.post(`/${type}/list`, {}))
      tell(
        `${name}: ${type}/listExport`,
        (await bytes(who, `/${type}/listExport`, { headers: [], fields: [], query: {}, format: 'csv' })).toString('utf8'),
      )
      tell(`${name}: ${type}/template`, (await bytes(who, `/${type}/template`, { withData: true })).toString('latin1'))
      tell(`${name}: ${type} meta`, await who.post('/listField/getByType', { type }))
      const { data } = await who.post(`/${type}/list`, {})
      for (const { id } of (data?.list ?? []) as { id: string }[]) {
        tell(`${name}: ${type}/${id}`, await who.get(`/${type}/query/${id}`))
        tell(`${name}: history of ${type}/${id}`, await who.post('/auditTrail/history', { type, id }))
      }
    }
  for (const secret of secrets) {
    tell(
      `search of ${secret.slice(0, 4)}`,
      JSON.stringify(await clerk.post('/listField/find', { keyword: secret })).replaceAll(`"${secret}"`, ''),
    )
    tell(`options of ${secret.slice(0, 4)}`, (await clerk.post('/hrFile/list', { keyword: secret })).data?.list ?? [])
  }
  tell('messages', await h.db.selectFrom('message').selectAll().execute())
  const trail = await admin.post('/auditTrail/list', { pageSize: 200 })
  tell('the trail', trail)
  for (const { id } of trail.data.list as { id: string }[]) tell(`entry ${id}`, await admin.post('/auditTrail/detail', { id }))
  const owner = new pg.Client(h.ownerUrl)
  await owner.connect()
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(100)
  for (const { name } of tables)
    tell(
      `table ${name}`,
      (await owner.query<{ all: string | null }>(`select string_agg(t::text, ' ') as all from ${name} t`)).rows[0]?.all ?? '',
    )
  await owner.end()
  // a refusal is logged with its cause
  expect((await clerk.post('/hrFile/update', { id: numbers[0], version: 1, idNo: numbers[1] })).code).not.toBe(0)
  tell('the log', logged.join('\n'))
  expect(logged.length).toBeGreaterThan(100)
  expect(texts.size).toBeGreaterThan(300)
  const leaks = [...texts].filter(([, said]) => secrets.some(secret => said.toUpperCase().includes(secret)))
  expect(leaks.map(([what, said]) => [what, said.slice(0, 300)])).toEqual([])
})

test('a printed letter says who works where, and no number of his', async () => {
  const [letter] = (await person.post('/hrLetter/list', {})).data.list
  for (const who of [person, clerk]) {
    const said = pdfText(await bytes(who, '/hrLetter/print', { id: letter.id })).replaceAll(/\s/g, '')
    expect(said).toContain('兹证明')
    expect(said).toContain(letter.no)
    for (const secret of secrets) expect(said).not.toContain(secret)
  }
})

const cellsOf = async (file: Buffer): Promise<unknown> => readAll(file)
test('reveal and the named exports hold them, and each value that left has its entry', async () => {
  const count = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from hr_reading`.execute(h.db)).rows[0]?.n ?? 0
  const before = await count()
  const file = await fileOf(own)
  expect((await clerk.post('/hrFile/reveal', { id: file['id'], field: 'idNo', reason: '核对' })).data).toEqual({ value: numbers[0] })
  expect(await count()).toBe(before + 1)
  const held = await h.db
    .selectFrom('hr_file')
    .select(eb => [eb.fn.count('id_no').as('numbers'), eb.fn.count('bank_account').as('accounts')])
    .where('stage', '<>', 5)
    .executeTakeFirstOrThrow()
  const roster = await cellsOf(await bytes(clerk, '/hrFile/roster', { reason: '年检' }))
  for (const number of numbers.slice(0, 3)) expect(JSON.stringify(roster)).toContain(number)
  expect(await count()).toBe(before + 1 + Number(held.numbers))
  const paid = await cellsOf(await bytes(clerk, '/hrFile/accounts', { reason: '发薪' }))
  for (const account of accounts.slice(1)) expect(JSON.stringify(paid)).toContain(account)
  expect(await count()).toBe(before + 1 + Number(held.numbers) + Number(held.accounts))
  expect((await person.post('/hrMine/reveal', { id: own, field: 'idNo' })).data).toEqual({ value: numbers[0] })
  // whoever has no right gets nothing and leaves nothing
  const entries = await count()
  for (const who of [head, colleague, person]) {
    expect((await who.post('/hrFile/reveal', { id: file['id'], field: 'idNo', reason: '好奇' })).code).not.toBe(0)
    expect((await bytes(who, '/hrFile/roster', { reason: '好奇' })).toString('utf8')).not.toContain(numbers[0])
  }
  expect(await count()).toBe(entries)
})

describe('who sees which class of fields', () => {
  const classes = {
    open: ['stage', 'hiredOn'],
    personal: ['sex', 'address', 'emergencyName', 'household', 'protectedUntil'],
    pay: ['salaryLevel', 'bankName', 'bankHolder'],
  } as const
  const shown = async (who: Person, employeeId: string, org?: string): Promise<readonly string[]> => {
    const list = who === person ? '/hrMine/list' : '/hrFile/list'
    const { data } = await who.post(list, who === person ? {} : { employeeId: [employeeId] }, org)
    const [row] = (data?.list ?? []) as Values[]
    return row === undefined
      ? []
      : Object.entries(classes).flatMap(([name, fields]) => (fields.some(one => (row[one] ?? null) !== null) ? [name] : []))
  }
  test.each(['clerk', 'person', 'head', 'colleague', 'another organisation'] as const)('%s', async name => {
    const expected = {
      clerk: ['open', 'personal', 'pay'],
      person: ['open', 'personal', 'pay'],
      head: ['open'],
      colleague: [],
      'another organisation': [],
    }[name]
    const who = { clerk, person, head, colleague, 'another organisation': clerk }[name]
    const found = await shown(who, own, name === 'another organisation' ? h.demo.organisationIds[1] : undefined)
    expect(found).toEqual(expected)
  })
})
