/**
 * A column that one may not see, through every way to it: contacts of suppliers are for the buyers, who books their goods sees the rest of
 * the list.
 */
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#platform/declare/operations.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

let h: DemoHouse
let finance: Person
let buyer: Person
let id: string
beforeAll(async () => {
  h = await demoHouse([], null, { production: true })
  const roles = await h.db.selectFrom('role').select(['id', 'org_id', 'name']).where('name', 'in', ['财务', '采购']).execute()
  const { edit, import: bring, add } = operations
  await h.db
    .insertInto('role_permission')
    .values(
      roles.flatMap(role =>
        [edit, bring, add].map(operation => ({ org_id: role.org_id, role_id: role.id, permission: 'supplier', operation })),
      ),
    )
    .onConflict(c => c.columns(['org_id', 'role_id', 'permission', 'operation']).doNothing())
    .execute()
  finance = await signedInAs(h, 'finance')
  buyer = await signedInAs(h, 'buyer')
  const { data } = await buyer.post('/supplierManage/list')
  id = data.list[0].id
  await buyer.post('/supplierManage/update', { id, version: data.list[0].version, phone: '13612345678' })
})
afterAll(() => h.close())

const secrets = ['contact', 'phone']
const messages = (answer: { data: { errors: { message: string }[] } }): string[] => answer.data.errors.map(one => one.message)
async function sheet(who: Person, fields: readonly string[]): Promise<unknown> {
  const answer = await h.app.inject({
    method: 'POST',
    url: '/api-2024/supplierManage/listExport',
    headers: { authorization: `Bearer ${who.token}` },
    payload: { headers: fields, fields },
  })
  if (String(answer.headers['content-type']).includes('json')) return answer.json()
  return (await readXlsx(answer.rawPayload)).sheets[0]?.rows[0]
}

test('the buyer sees the columns, finance the list without them, in rows, in one record and in the metadata', async () => {
  const [open, closed] = [await buyer.post('/supplierManage/list'), await finance.post('/supplierManage/list')]
  expect(open.data.list[0]).toMatchObject({ id, phone: '13612345678' })
  expect(closed.data.total).toBe(open.data.total)
  for (const row of [...closed.data.list, (await finance.get(`/supplierManage/query/${id}`)).data])
    expect(Object.keys(row).filter(name => secrets.includes(name))).toEqual([])
  const { data } = await finance.post('/listField/getByType', { type: 'supplier' })
  for (const part of ['result', 'filterList', 'sortList', 'showList', 'form'])
    expect(data[part].map((one: { field: string }) => one.field).filter((name: string) => secrets.includes(name))).toEqual([])
  expect((await buyer.post('/listField/getByType', { type: 'supplier' })).data.showList).toContainEqual(
    expect.objectContaining({ field: 'phone' }),
  )
})

test('filters and sorts on a column one may not see are refused', async () => {
  const condition = { field: 'contact', condition: 'LIKE', value: '王' }
  expect(messages(await finance.post('/supplierManage/list', { conditionList: [condition] }))[0]).toContain('contact')
  expect((await finance.post('/supplierManage/list', { contact: '王' })).code).toBe(1002)
  expect(messages(await finance.post('/supplierManage/list', { sortField: 'phone', sortWay: 'ASC' }))).toEqual(['不能按 phone 排序'])
  expect((await buyer.post('/supplierManage/list', { conditionList: [condition] })).code).toBe(0)
})

test('neither exported nor written: by form, by template, by a file that is mapped to it', async () => {
  expect(await sheet(finance, ['name', 'phone'])).toMatchObject({ code: 1002 })
  expect(await sheet(finance, [])).not.toContain('电话')
  expect(await sheet(buyer, [])).toEqual(expect.arrayContaining(['联系人', '电话']))
  const { version } = (await finance.get(`/supplierManage/query/${id}`)).data
  expect(messages(await finance.post('/supplierManage/update', { id, version, phone: '1' }))).toEqual(['不能填写的字段 phone'])
  // what he may set leaves the rest as it is
  expect((await finance.post('/supplierManage/update', { id, version, taxRate: '6' })).code).toBe(0)
  expect((await buyer.get(`/supplierManage/query/${id}`)).data).toMatchObject({ phone: '13612345678', taxRate: '6.0000' })
  const template = async (who: Person): Promise<unknown> =>
    (
      await readXlsx(
        (
          await h.app.inject({
            method: 'GET',
            url: '/api-2024/supplierManage/template',
            headers: { authorization: `Bearer ${who.token}` },
          })
        ).rawPayload,
      )
    ).sheets[0]?.rows[0]
  expect(await template(finance)).not.toContain('电话')
  expect(await template(buyer)).toContain('电话')
  expect(messages(await finance.post('/fileImport/preview', { type: 'supplier', fileId: '1', mapping: ['phone'] }))[0]).toContain('phone')
})

describe('what others have saved', () => {
  test('a column the viewer may not see is dropped, never shown empty: a shared scheme opens without it and says nothing', async () => {
    const said = {
      type: 'supplier',
      name: '联系',
      columnList: [{ field: 'name' }, { field: 'phone' }],
      conditionList: [{ field: 'contact', condition: 'NOT_EMPTY' }],
      orderByList: [],
    }
    const { profileId } = (await buyer.post('/ListProfile/saveListProfile', said)).data
    const { employee_id: employeeId } = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select('m.employee_id')
      .where('a.username', '=', 'finance')
      .executeTakeFirstOrThrow()
    await buyer.post('/ListProfile/share', { profileId, employeeIds: [employeeId] })
    const { data } = await finance.get('/ListProfile/profileList?type=supplier')
    expect(data).toMatchObject([{ profileId, removed: [], columnList: [{ field: 'name' }], conditionList: [] }])
    expect(messages(await finance.post('/ListProfile/saveListProfile', { ...said, name: '我的' }))[0]).toBe('未知的列 phone')
  })

  test('the history of a record leaves it out', async () => {
    const told = async (who: Person): Promise<string> =>
      JSON.stringify((await who.post('/auditTrail/history', { type: 'supplier', id })).data)
    expect(await told(buyer)).toContain('13612345678')
    const closed = await told(finance)
    expect(closed).toContain('税率')
    expect(closed).not.toContain('13612345678')
    expect(closed).not.toContain('电话')
  })

  test('the description of the calls names what one may call, with the columns one may see', async () => {
    const described = async (who: Person): Promise<{ paths: object; components: { schemas: { Supplier: { properties: object } } } }> =>
      (await h.app.inject({ method: 'GET', url: '/api-2024/openapi.json', headers: { authorization: `Bearer ${who.token}` } })).json()
    const [open, closed] = [await described(buyer), await described(finance)]
    expect(Object.keys(open.components.schemas.Supplier.properties)).toContain('phone')
    expect(Object.keys(closed.components.schemas.Supplier.properties)).not.toContain('phone')
    expect(Object.keys(closed.paths)).toContain('/api-2024/supplierManage/list')
    expect(Object.keys(closed.paths)).not.toContain('/api-2024/roleManagement/savePermissions')
  })
})

test('the right is granted and withdrawn like any other, under its own name', async () => {
  const admin = await signedInAs(h, 'admin')
  const role = await h.db
    .selectFrom('role')
    .select('id')
    .where('name', '=', '财务')
    .where('org_id', '=', h.demo.organisationIds[0] ?? '')
    .executeTakeFirstOrThrow()
  const { data } = await admin.post('/roleManagement/permissions', { roleId: role.id })
  const { version, scopes, granted } = data
  const wish = {
    roleId: role.id,
    version,
    scopes,
    permissions: [...Map.groupBy([...(granted as string[]), 'supplier 100'], pair => pair.split(' ')[0])].map(([permissionId, pairs]) => ({
      permissionId,
      operations: pairs.map(pair => Number(pair.split(' ')[1])),
    })),
  }
  expect((await admin.post('/roleManagement/difference', wish)).data.gained).toEqual(['供应商 · 查看联系方式'])
  expect((await admin.post('/roleManagement/savePermissions', wish)).code).toBe(0)
  h.clock.now = new Date(h.clock.now.getTime() + 1_000)
  expect((await finance.post('/supplierManage/list')).data.list[0]).toMatchObject({ phone: '13612345678' })
})
