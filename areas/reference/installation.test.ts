/**
 * What belongs to no organisation: changed by administrators of the installation alone, told in the trail of each organisation, not deleted
 * while used by any. Each organisation has words of its own for it, and offers what it wants.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInstallations } from '#platform/declare/resource.ts'
import { operations } from '#platform/declare/operations.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

let h: DemoHouse
/** administrator of the installation, in both organisations */
let admin: Person
/** system administrator of the second organisation alone */
let other: Person
/** everything that can be granted, in the second organisation */
let clerk: Person
let otherEmployee: string
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
  otherEmployee = await account('other', { is_system_admin: true })
  await account('clerk', {}, true)
  other = await signedInAs(h, 'other')
  clerk = await signedInAs(h, 'clerk')
})
afterAll(() => h.close())

const [home, away] = [(): string => h.demo.organisationIds[0] ?? '', (): string => h.demo.organisationIds[1] ?? '']

/** An account of the second organisation with the demo password; answers its employee. */
async function account(username: string, flags: { is_system_admin?: boolean }, everything = false): Promise<string> {
  const { password_hash } = await h.db
    .selectFrom('account')
    .select('password_hash')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const { id } = await h.db
    .insertInto('account')
    .values({ username, name: username, password_hash, ...flags })
    .returning('id')
    .executeTakeFirstOrThrow()
  const taken = h.db.selectFrom('account_organisation').select('employee_id').where('employee_id', 'is not', null)
  const employee = await h.db
    .selectFrom('employee')
    .select('id')
    .where('org_id', '=', away())
    .where('id', 'not in', taken as never)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await h.db
    .insertInto('account_organisation')
    .values({ org_id: away(), account_id: id, employee_id: employee.id, data_scope: 3 })
    .execute()
  if (!everything) return employee.id
  const role = await h.db
    .insertInto('role')
    .values({ org_id: away(), name: `全部-${username}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await h.db.insertInto('account_role').values({ org_id: away(), account_id: id, role_id: role.id }).execute()
  const types = [...h.house.registry.types.values()]
  await h.db
    .insertInto('role_permission')
    .values(
      [...new Set(types.map(r => r.permission ?? r.type ?? r.table))].flatMap(permission =>
        Object.values(operations).map(operation => ({ org_id: away(), role_id: role.id, permission, operation })),
      ),
    )
    .execute()
  return employee.id
}

const writes: ReadonlySet<BoundRoute['verb']> = new Set(['add', 'update', 'batchUpdate', 'remove', 'removeBetween', 'import', 'action'])
const changing = (): BoundRoute[] =>
  h.house.registry.routes.filter(r => r.resource !== undefined && isInstallations(r.resource) && writes.has(r.verb))
const idOf = async (table: 'country' | 'currency' | 'marketplace', code: string): Promise<{ id: string; version: number }> =>
  h.db.selectFrom(table).select(['id', 'version']).where('code', '=', code).executeTakeFirstOrThrow()
const trail = async (subject: string, verb: string) =>
  h.db
    .selectFrom('audit_entry')
    .select(['org_id', 'account_name', 'record_id', 'address', 'before', 'after'])
    .where('subject', '=', subject)
    .where('verb', '=', verb)
    .orderBy('id')
    .execute()

describe('who changes it', () => {
  test('every call that changes such records is refused to whoever is no administrator of the installation', async () => {
    const routes = changing()
    // country, currency and marketplace with insert, update, delete each, the import of countries, and its template
    expect(routes.length).toBeGreaterThanOrEqual(10)
    for (const { path, method } of routes)
      for (const who of [other, clerk]) {
        const answer = await (method === 'PUT' ? who.put(path, {}) : who.post(path, {}))
        expect([path, answer.status, answer.code]).toEqual([path, 403, 1003])
      }
    expect((await other.put('/sysConfigSetting/sysConfig', { version: 0, registrationOpen: false })).code).toBe(1003)
    expect((await other.get('/sysConfigSetting/sysConfig/1')).code).toBe(0)
  })
  test('the zone of a site stays as it was, for whom a role or the administration of another organisation would have let', async () => {
    const site = await idOf('marketplace', 'amazon.com')
    for (const who of [other, clerk]) expect((await who.post('/marketplaceManage/update', { ...site, zone: 'Asia/Tokyo' })).code).toBe(1003)
    expect((await h.db.selectFrom('marketplace').select('zone').where('code', '=', 'amazon.com').executeTakeFirstOrThrow()).zone).toBe(
      'America/Los_Angeles',
    )
  })
  test('lists offer no buttons that would be refused, and nobody is granted them', async () => {
    const { data: seen } = await other.post('/listField/getByType', { type: 'country' })
    expect(Object.keys(seen.calls).sort()).toEqual(['export', 'list', 'one'])
    expect([seen.upload, seen.form]).toEqual([null, []])
    const { data: kept } = await admin.post('/listField/getByType', { type: 'country' })
    expect(Object.keys(kept.calls).sort()).toEqual(['add', 'export', 'import', 'list', 'one', 'remove', 'undo', 'update'])
  })
  test('taking back a change of such a record needs the same', async () => {
    const added = await admin.post('/countryManage/insert', { code: 'QX', name: '试', nameEn: 'Trial' })
    const { data } = await admin.post('/countryManage/delete', { id: added.data.id })
    await sql`update list_batch set org_id = ${away()} where id = ${data.batchId}`.execute(h.db)
    for (const who of [other, clerk]) expect((await who.post('/countryManage/undo', { batchId: data.batchId })).code).toBe(1003)
  })
})

describe('every organisation is told', () => {
  test('adding, changing and deleting stand in the trail of each, with who, and from where in the own one alone', async () => {
    const { data } = await admin.post('/currencySetting/insert', { code: 'QXA', name: '试币', decimals: 2 }, home())
    await admin.post('/currencySetting/update', { id: data.id, version: 1, name: '试用币' }, home())
    await admin.post('/currencySetting/delete', { id: data.id }, home())
    for (const verb of ['add', 'update', 'remove'])
      expect((await trail('currency', verb)).map(e => [e.org_id, e.account_name, e.record_id, e.address])).toEqual([
        [home(), '管理员', data.id, '10.0.0.1'],
        [away(), '管理员', data.id, null],
      ])
    const seen = await other.post('/auditTrail/list', { conditionList: [{ field: 'subject', condition: 'EQ', value: '币种' }] })
    expect(seen.data.total).toBe(3)
  })
  test('what one organisation changes of its own is told to no other', async () => {
    const { id } = await idOf('country', 'FR')
    expect((await clerk.post('/countryOwn/insert', { countryId: id, name: '法兰西' })).code).toBe(0)
    expect((await trail('country_own', 'add')).map(e => e.org_id)).toEqual([away()])
  })
})

describe('what is used stays', () => {
  test.each([
    ['country', 'countryManage', 'US'],
    ['currency', 'currencySetting', 'EUR'],
    ['marketplace', 'marketplaceManage', 'amazon.com'],
  ] as const)('%s', async (table, family, code) => {
    const { id } = await idOf(table, code)
    expect(await admin.post(`/${family}/delete`, { id })).toMatchObject({ code: 1002, msg: expect.stringContaining('正被其他记录使用') })
  })
})

describe('words of an organisation', () => {
  const shops = async (who: Person, orgId?: string): Promise<string[]> =>
    (await who.post('/sysShopSetting/list', { pageSize: 100 }, orgId)).data.list.map(
      (s: { marketplaceCodeLabel: string }) => s.marketplaceCodeLabel,
    )
  const options = async (who: Person, body: object): Promise<string[]> =>
    (await who.post('/listField/options', body)).data.map((o: { label: string }) => o.label)

  test('a site that is renamed is called so in lists, selects, by its keyword and in files, there alone', async () => {
    const { id } = await idOf('marketplace', 'amazon.it')
    const boss = await signedInAs(h, 'boss')
    const before = await shops(boss)
    const added = await clerk.post('/marketplaceOwn/insert', { marketplaceId: id, name: '意大利主站' })
    expect(added.code).toBe(0)
    expect(await shops(other)).toContain('意大利主站')
    expect(await options(other, { type: 'marketplace', keyword: '意大利主' })).toEqual(['意大利主站'])
    expect(await options(boss, { type: 'marketplace', keyword: '意大利主' })).toEqual([])
    expect(await shops(boss)).toEqual(before)
    // what is kept for everybody is read as it is stored
    expect((await admin.get(`/marketplaceManage/query/${id}`)).data.name).not.toBe('意大利主站')
    expect((await h.db.selectFrom('marketplace').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name).not.toBe('意大利主站')
    const { data } = await clerk.post('/marketplaceOwn/list', {})
    expect(data.list).toMatchObject([{ name: '意大利主站', originalName: expect.not.stringContaining('主站'), hidden: false }])
    expect((await clerk.post('/marketplaceOwn/insert', { marketplaceId: id, name: '又一个' })).msg).toContain('站点已存在')
    expect((await clerk.post('/marketplaceOwn/delete', { id: added.data.id })).code).toBe(0)
    expect(await shops(other)).not.toContain('意大利主站')
  })
  test('what is not offered is in no select, and stays where it is used', async () => {
    const { id } = await idOf('country', 'US')
    const added = await clerk.post('/countryOwn/insert', { countryId: id, hidden: true })
    expect(added.code).toBe(0)
    const codes = async (who: Person): Promise<string[]> =>
      (await who.get('/shipping/CountryListData')).data.map((c: { countryCode: string }) => c.countryCode)
    expect([(await codes(other)).includes('US'), (await codes(admin)).includes('US')]).toEqual([false, true])
    expect(await options(other, { type: 'country', by: 'code', keyword: '美国' })).toEqual([])
    expect(await options(other, { type: 'country', by: 'code', ids: ['US'] })).toEqual(['美国'])
    const { data } = await other.post('/sysShopSetting/list', { pageSize: 100 })
    expect(data.list.map((s: { countryCodeLabel: string }) => s.countryCodeLabel)).toContain('美国')
    expect((await clerk.post('/countryOwn/update', { id: added.data.id, version: 1, hidden: false, name: '美利坚' })).code).toBe(0)
    expect(await options(other, { type: 'country', by: 'code', keyword: '美' })).toContain('美利坚')
  })
  test('a currency is found by its own name, and shows it beside the code', async () => {
    const { id } = await idOf('currency', 'EUR')
    await clerk.post('/currencyOwn/insert', { currencyId: id, name: '欧洲钱' })
    expect((await other.post('/listField/options', { type: 'currency', by: 'code', keyword: '欧洲' })).data).toEqual([
      { value: 'EUR', label: 'EUR', detail: '欧洲钱' },
    ])
  })
  test('says something, and is for who may', async () => {
    const { id } = await idOf('country', 'DE')
    expect((await clerk.post('/countryOwn/insert', { countryId: id })).data.errors).toMatchObject([{ field: 'name' }])
    expect((await clerk.post('/countryOwn/insert', { countryId: '999999', name: 'x' })).data.errors).toMatchObject([{ field: 'countryId' }])
    expect((await (await signedInAs(h, 'sales')).post('/countryOwn/insert', { countryId: id, name: 'x' })).code).toBe(1003)
  })
  test('two people who name it at once: one record, the other is told', async () => {
    const { id } = await idOf('country', 'JP')
    const answers = await Promise.all(['甲', '乙', '丙'].map(name => clerk.post('/countryOwn/insert', { countryId: id, name })))
    expect(answers.map(a => a.code).toSorted((a, b) => a - b)).toEqual([0, 1002, 1002])
  })
})

describe('the flag', () => {
  test('is given by those who have it, to a system administrator, and taken while another one is left', async () => {
    const give = (who: Person, employeeId: string, on: boolean) => who.post('/userManage/installationAdmin', { employeeId, on }, away())
    expect((await give(other, otherEmployee, true)).code).toBe(1003)
    const plain = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select('m.employee_id')
      .where('a.username', '=', 'clerk')
      .executeTakeFirstOrThrow()
    expect((await give(admin, plain.employee_id ?? '', true)).msg).toContain('请先设为系统管理员')
    expect((await give(admin, otherEmployee, true)).code).toBe(0)
    expect((await other.post('/countryManage/insert', { code: 'QY', name: '试二', nameEn: 'Second' })).code).toBe(0)
    expect((await admin.post('/userManage/systemAdmin', { employeeId: otherEmployee, on: false }, away())).msg).toContain(
      '请先取消安装管理员',
    )
    expect((await give(admin, otherEmployee, false)).code).toBe(0)
    expect((await other.post('/countryManage/insert', { code: 'QZ', name: '试三', nameEn: 'Third' })).code).toBe(1003)
    const own = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select('m.employee_id')
      .where('a.username', '=', 'admin')
      .where('m.org_id', '=', home())
      .executeTakeFirstOrThrow()
    const last = await admin.post('/userManage/installationAdmin', { employeeId: own.employee_id, on: false }, home())
    expect(last.msg).toContain('最后一个可用的安装管理员')
  })
  test('protects its account from administrators of organisations: password, state, flags, and the address that a new password goes to', async () => {
    const third = await account('third', { is_system_admin: true })
    await h.db.updateTable('account').set({ is_installation_admin: true }).where('username', '=', 'third').execute()
    const refused = [
      await other.post('/auth/user/resetPassword', { employeeId: third }),
      await other.post('/userManage/disable', { ids: [third] }),
      await other.post('/userManage/systemAdmin', { employeeId: third, on: false }),
      await other.post('/userManage/update', { id: third, version: 1, email: 'mine@evil.test' }),
    ]
    expect(refused.map(a => [a.code, a.msg])).toEqual(refused.map(() => [1003, expect.stringContaining('是安装管理员')]))
    expect((await admin.post('/auth/user/resetPassword', { employeeId: third }, away())).code).toBe(0)
  })
})
