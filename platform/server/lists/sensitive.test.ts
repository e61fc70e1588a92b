/** Sensitive values: masked wherever rows leave the server, told one by one to whom it was granted, and every telling in the trail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approval } from '#platform/declare/approval.ts'
import { flag, money, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import { ask, demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { maskedValue } from '../trail/masked.ts'
import { rowReader } from '../imports/resource-rows.ts'
import { maskRows, sensitiveFaults } from './sensitive.ts'

const phone = '13912345678'
let h: DemoHouse
/** hr keeps employees and may see their phones, it may look and export, employee has no right */
let [admin, hr, it, employee] = [] as unknown as [Person, Person, Person, Person]
let id: string
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
  hr = await signedInAs(h, 'hr')
  it = await signedInAs(h, 'it')
  employee = await signedInAs(h, 'employee')
  const { data } = await hr.post('/department/insert', { name: '保密部' })
  id = (await hr.post('/userManage/insert', { no: 'S-1', name: '密先生', deptId: data.id, phone })).data.id
})
afterAll(() => h.close())

const stored = async (): Promise<string | null> =>
  (await h.db.selectFrom('employee').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone
const revealed = () => h.db.selectFrom('audit_entry').selectAll().where('verb', '=', 'reveal').orderBy('id').execute()
const exported = async (who: Person): Promise<string> => {
  const answer = await h.app.inject({
    method: 'POST',
    url: '/api-2024/userManage/listExport',
    headers: { authorization: `Bearer ${who.token}` },
    payload: { headers: ['姓名', '手机'], fields: ['name', 'phone'], query: { no: 'S-1' }, format: 'csv' },
  })
  return answer.rawPayload.toString('utf8')
}

describe('masked', () => {
  test('in the list, the record, the answer to a stale edit and the export, for whoever asks', async () => {
    for (const who of [it, hr, admin]) {
      expect((await who.post('/userManage/list', { no: 'S-1' })).data.list[0].phone).toBe('****678')
      expect((await who.get(`/userManage/query/${id}`)).data.phone).toBe('****678')
    }
    const stale = await hr.post('/userManage/update', { id, version: 99, name: '密女士' })
    expect(stale).toMatchObject({ code: 1009, data: { current: { phone: '****678' } } })
    const definition = (await it.post('/listField/getByType', { type: 'employee' })).data
    expect(definition.result.find((one: { field: string }) => one.field === 'phone')).toMatchObject({ isSensitive: true, isFilter: false })
    expect(definition.calls.reveal).toBeUndefined()
    expect((await hr.post('/listField/getByType', { type: 'employee' })).data.calls.reveal).toBeDefined()
  })
  test('no filter, order or search tells it by and by', async () => {
    for (const condition of ['EQ', 'LIKE', 'START', 'IN', 'NE'])
      expect(await it.post('/userManage/list', { conditionList: [{ field: 'phone', condition, value: '139' }] })).toMatchObject({
        code: 1002,
      })
    expect((await it.post('/userManage/list', { phone: '139' })).code).toBe(1002)
    expect((await it.post('/userManage/list', { sortField: 'phone', sortWay: 'ASC' })).code).toBe(1002)
    expect((await it.post('/listField/options', { type: 'employee', keyword: '139123' })).data).toEqual([])
    const empty = await it.post('/userManage/list', { conditionList: [{ field: 'phone', condition: 'NOT_EMPTY', value: '' }], no: 'S-1' })
    expect(empty.data.total).toBe(1)
  })
  test('what was shown masked and comes back so stays as it is; nothing masked is taken for a value', async () => {
    const { version } = (await hr.get(`/userManage/query/${id}`)).data
    expect((await hr.post('/userManage/update', { id, version, nickname: '密', phone: '****678' })).code).toBe(0)
    expect(await stored()).toBe(phone)
    const { deptId } = (await hr.get(`/userManage/query/${id}`)).data
    expect((await hr.post('/userManage/insert', { no: 'S-2', name: '新人', deptId, phone: '****678' })).msg).toBe(
      '手机应填写完整的内容，不能是遮住的',
    )
    const many = { ids: [{ id, version: version + 1 }], changes: { phone: '13000000000' } }
    expect((await hr.post('/userManage/batchUpdate', many)).code).toBe(1002)
    expect((await hr.post('/userManage/update', { id, version: version + 1, phone: '' })).code).toBe(0)
    expect(await stored()).toBeNull()
    expect((await hr.post('/userManage/update', { id, version: version + 2, phone })).code).toBe(0)
  })
  test('in a file too: a masked cell leaves the record as it is', () => {
    const person = resource('probe_paid', {
      title: ['人', 'Person'],
      access: { scope: everybody },
      fields: { name: text('姓名', 'Name'), card: text('卡号', 'Card', { optional: true, sensitive: true }) },
      storage: { key: ['name'] },
    })
    const columns = Object.entries(person.fields).map(([name, field]) => ({ name, field, required: name === 'name' }))
    const read = (card: string) =>
      rowReader(columns, { clean: html => html, zone: 'Asia/Shanghai' })({ line: 2, cells: ['王芳', card] }).values
    expect(read('****5678')).toEqual(['王芳', undefined])
    expect(read('62220000')).toEqual(['王芳', '62220000'])
  })
  test('of a figure nothing is told, of a short text a third at most', () => {
    const paid = resource('probe_salary', {
      title: ['工资', 'Pay'],
      access: { scope: everybody },
      fields: {
        salary: money('工资', 'Pay', { optional: true, sensitive: true }),
        card: text('卡号', 'Card', { optional: true, sensitive: true }),
      },
    })
    expect(
      maskRows(paid, [
        { id: '1', salary: '12345.6700', card: '6222000012345678' },
        { id: '2', salary: null, card: '12' },
      ]),
    ).toEqual([
      { id: '1', salary: '****', card: '****5678' },
      { id: '2', salary: null, card: '****' },
    ])
    expect(maskedValue({ kind: 'text', options: {} }, '****5678')).toBe('****5678')
  })
})

describe('told', () => {
  test('to whom it was granted, one by one; who, what and when stand in the trail, the value nowhere', async () => {
    const before = (await revealed()).length
    const answer = await hr.post('/userManage/reveal', { id, field: 'phone' })
    expect(answer.data).toEqual({ value: phone })
    expect((await revealed()).slice(before)).toMatchObject([
      { account_name: '吴倩', subject: 'employee', record_id: id, via: 'POST /userManage/reveal', after: { fields: ['phone'] } },
    ])
    const { data } = await hr.post('/auditTrail/history', { type: 'employee', id })
    expect(data.list[0]).toMatchObject({ by: '吴倩', verbTitle: '查看敏感信息', changes: [{ after: '手机' }] })
    const whole = await h.db.selectFrom('audit_entry').select(['before', 'after']).execute()
    expect(JSON.stringify(whole)).not.toContain('139123')
    // the same key twice asks twice: what was told is kept nowhere
    const headers = { authorization: `Bearer ${hr.token}`, 'idempotency-key': 'reveal-0001' }
    for (let n = 0; n < 2; n += 1) expect((await ask(h, 'POST', '/userManage/reveal', { id, field: 'phone' }, headers)).code).toBe(0)
    expect(await revealed()).toHaveLength(before + 3)
  })
  test('to nobody else, and nothing else', async () => {
    const before = (await revealed()).length
    const wish = { id, field: 'phone' }
    expect(await ask(h, 'POST', '/userManage/reveal', wish)).toMatchObject({ status: 401, code: 1001 })
    for (const who of [employee, it]) expect(await who.post('/userManage/reveal', wish)).toMatchObject({ status: 403, code: 1003 })
    const [foreign] = await h.db.selectFrom('employee').select('id').where('org_id', '=', h.demo.organisationIds[1]!).limit(1).execute()
    expect(await hr.post('/userManage/reveal', { id: foreign!.id, field: 'phone' })).toMatchObject({ status: 404, code: 1004 })
    expect((await hr.post('/userManage/reveal', wish, h.demo.organisationIds[1]!)).code).toBe(1003)
    expect((await hr.post('/userManage/reveal', { id: 'x', field: 'phone' })).code).toBe(1004)
    for (const field of ['name', 'avatar', 'nothing', '__proto__'])
      expect((await hr.post('/userManage/reveal', { id, field })).code, field).toBe(1002)
    expect(await revealed()).toHaveLength(before)
  })
  test('not while looking at the product as somebody who may', async () => {
    const viewer = await signedInAs(h, 'admin')
    const employeeId = (await hr.get('/system/userprofile')).data.employeeId
    expect((await viewer.post('/userManage/viewAs', { employeeId })).code).toBe(0)
    expect(await viewer.post('/userManage/reveal', { id, field: 'phone' })).toMatchObject({ code: 1003 })
    await viewer.post('/userManage/endViewAs')
  })
  test('by an export of whoever may see it, which says so in the trail; others export it masked', async () => {
    expect(await exported(it)).toContain('密先生,****678')
    expect(await exported(hr)).toContain(`密先生,${phone}`)
    const entries = await h.db
      .selectFrom('audit_entry')
      .select(['account_name', 'after'])
      .where('verb', '=', 'export')
      .orderBy('id')
      .execute()
    expect(entries.slice(-2)).toMatchObject([
      { account_name: '郑凯', after: { fields: ['name', 'phone'] } },
      { account_name: '吴倩', after: { fields: ['name', 'phone'], sensitive: ['phone'] } },
    ])
    expect(entries.at(-2)?.after).not.toHaveProperty('sensitive')
  })
  test('an export that holds them asks who has not proved himself within ten minutes; one that holds none does not', async () => {
    const fresh = (at: Date | null) =>
      h.db
        .updateTable('session')
        .set({ fresh_at: at?.toISOString() ?? null })
        .execute()
    await fresh(null)
    expect(JSON.parse(await exported(hr))).toMatchObject({ code: 1016 })
    expect(await exported(it)).toContain('密先生,****678')
    await fresh(h.clock.now)
    expect(await exported(hr)).toContain(phone)
  })
  test('a bank account of a supplier to finance, not to who buys', async () => {
    const { data } = await admin.post('/supplierManage/insert', {
      code: 'V-9',
      name: '供货商',
      bankName: '工商银行',
      bankAccount: '6222021001112223334',
    })
    const [finance, buyer] = [await signedInAs(h, 'finance'), await signedInAs(h, 'buyer')]
    expect((await buyer.get(`/supplierManage/query/${data.id}`)).data).toMatchObject({ bankName: '工商银行', bankAccount: '****3334' })
    expect((await buyer.post('/supplierManage/reveal', { id: data.id, field: 'bankAccount' })).code).toBe(1003)
    expect((await finance.post('/supplierManage/reveal', { id: data.id, field: 'bankAccount' })).data.value).toBe('6222021001112223334')
  })
})

test('a declaration that would tell it by a way around does not start', () => {
  const faults = sensitiveFaults(
    resource('probe_leaky', {
      title: ['漏', 'Leaky'],
      access: { scope: everybody },
      fields: {
        name: text('姓名', 'Name', { sensitive: true, optional: true }),
        card: text('卡号', 'Card', { sensitive: true, optional: true, filter: 'contains' }),
        pay: money('工资', 'Pay', { sensitive: true, total: true, optional: true }),
        no: text('证件', 'Identity', { sensitive: true }),
        isRich: flag('富', 'Rich', { sensitive: true, optional: true }),
        // kept as it was typed until somebody agrees
        passport: text('护照', 'Passport', { encrypted: true, optional: true }),
      },
      record: { label: 'name' },
      life: { approval: approval({ change: { title: ['改护照', 'Passport'], fields: { passport: true } } }) },
    }),
  )
  expect(faults.map(fault => fault.split(':')[0])).toEqual([
    'probe_leaky.name',
    'probe_leaky.card',
    'probe_leaky.pay',
    'probe_leaky.no',
    'probe_leaky.isRich',
    'probe_leaky.passport',
  ])
})
