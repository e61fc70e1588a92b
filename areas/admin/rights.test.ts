import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outsideTransaction } from '#platform/server/db/one-connection.ts'
import { raiseScopeVersion } from '#platform/server/session/scope-version.ts'
import { createRights } from './rights.ts'
import { ask, demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse()
})
afterAll(() => h.close())

const shopNames = async (username: string, orgId?: string): Promise<string[]> => {
  const answer = await (await signedInAs(h, username)).post('/sysShopSetting/list', { pageSize: 50 }, orgId)
  return answer.code === 0 ? answer.data.list.map((row: { name: string }) => row.name).toSorted() : [String(answer.code)]
}
const accountId = async (username: string): Promise<string> =>
  (await h.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
const employeeIds = async (department: string): Promise<string[]> =>
  (
    await h.db
      .selectFrom('employee as e')
      .innerJoin('department as d', 'd.id', 'e.dept_id')
      .select('e.id')
      .where('d.name', '=', department)
      .orderBy('e.id')
      .execute()
  ).map(row => row.id)
const callerOf = async (username: string, organisation = 0) => {
  h.house.rights.forget?.()
  return (await h.house.rights.callerOf(await accountId(username), h.demo.organisationIds[organisation]!))!
}
const later = (ms: number): void => {
  h.clock.now = new Date(h.clock.now.getTime() + ms)
}

describe('which shops a person sees', () => {
  test.each([
    ['sales', 0, ['云帆德国站', '云帆美国站']],
    ['admin', 1, ['启明意大利站', '启明美国站']],
    ['boss', 1, ['启明意大利站', '启明美国站']],
    ['sales', 1, ['1003']],
    ['finance', 1, ['1003']],
    ['employee', 0, ['1003']],
    ['hr', 0, ['1003']],
  ])('%s in organisation %i', async (username, organisation, names) =>
    expect(await shopNames(username, h.demo.organisationIds[organisation])).toEqual(names),
  )
  test('finance sees all ten of the own organisation', async () => expect((await shopNames('finance')).length).toBe(10))
  test('organisations that are none', async () => {
    for (const orgId of ['0', '999', 'x', '1 or 1=1']) expect(await shopNames('finance', orgId)).toEqual(['1003'])
  })
})

describe('data scope', () => {
  const scope = async (username: string, data_scope: 0 | 1 | 2 | 3, named_dept_ids: string[] | null = null): Promise<void> => {
    await h.db
      .updateTable('account_organisation')
      .set({ data_scope, named_dept_ids })
      .where('account_id', '=', await accountId(username))
      .execute()
  }
  const sales = async () => callerOf('sales')
  test('self: the person alone', async () => {
    await scope('sales', 0)
    expect((await sales()).employees).toEqual([(await sales()).employeeId])
  })
  test('own department and below: a manager of sales sees the group beneath, the group does not see him', async () => {
    await scope('sales', 1)
    expect((await sales()).employees).toEqual(await employeeIds('北美销售组'))
    const parent = await h.db.selectFrom('department').select('id').where('name', '=', '销售部').executeTakeFirstOrThrow()
    const home = await h.db
      .selectFrom('employee')
      .select(['id', 'dept_id'])
      .where('id', '=', (await sales()).employeeId!)
      .executeTakeFirstOrThrow()
    await h.db.updateTable('employee').set({ dept_id: parent.id }).where('id', '=', home.id).execute()
    const both = [...(await employeeIds('北美销售组')), ...(await employeeIds('销售部'))].toSorted((a, b) => Number(a) - Number(b))
    expect((await sales()).employees).toEqual(both)
    await h.db.updateTable('employee').set({ dept_id: home.dept_id }).where('id', '=', home.id).execute()
  })
  test('named departments: theirs, those who also belong to them, and himself', async () => {
    const named = await h.db.selectFrom('department').select('id').where('name', '=', '职能部').executeTakeFirstOrThrow()
    const guest = (await employeeIds('供应链部'))[0]!
    await h.db
      .updateTable('employee')
      .set({ other_dept_ids: [named.id] })
      .where('id', '=', guest)
      .execute()
    await scope('sales', 2, [named.id])
    const seen = (await sales()).employees as string[]
    expect([...seen].toSorted()).toEqual([...new Set([...(await employeeIds('职能部')), guest, (await sales()).employeeId!])].toSorted())
    await h.db.updateTable('employee').set({ other_dept_ids: null }).where('id', '=', guest).execute()
  })
  test('all: everybody and every shop of the organisation, none of the other', async () => {
    await scope('sales', 3)
    expect((await sales()).employees).toBe('all')
    expect([...(await sales()).shops]).toEqual(h.demo.shops.filter(s => s.orgId === h.demo.organisationIds[0]).map(s => s.id))
    await scope('sales', 0)
  })
  test('a shop given to a colleague of the scope is seen too', async () => {
    await scope('sales', 1)
    const granted = await h.db
      .selectFrom('shop_grant')
      .select('shop_id')
      .where('employee_id', 'in', await employeeIds('北美销售组'))
      .execute()
    expect([...(await sales()).shops].toSorted()).toEqual([...new Set(granted.map(g => g.shop_id))].toSorted())
    expect(granted.length).toBeGreaterThan(2)
    await scope('sales', 0)
  })
})

test('a transfer takes his own sight to the new department, and his shops to those who look after it; what he made stays his', async () => {
  const all = async (table: 'department' | 'employee'): Promise<ReadonlyMap<string, string>> =>
    new Map((await h.db.selectFrom(table).select(['id', 'name']).execute()).map(row => [row.name, row.id]))
  const [departments, employees] = [await all('department'), await all('employee')]
  const inScope = async (username: string, data_scope: 0 | 1): Promise<void> => {
    const account_id = await accountId(username)
    await h.db.updateTable('account_organisation').set({ data_scope }).where('account_id', '=', account_id).execute()
  }
  // sales sees his group, the buyer what lies below the supply chain
  await inScope('sales', 1)
  await inScope('buyer', 1)
  const [his, hr] = [await signedInAs(h, 'sales'), await signedInAs(h, 'hr')]
  const own = (await callerOf('sales')).shops
  const seen = async (username: string) => ({ shops: (await callerOf(username)).shops, employees: (await callerOf(username)).employees })
  const before = { sales: await seen('sales'), buyer: await seen('buyer') }
  expect(before.buyer.shops).toEqual([])
  const shopId = h.demo.shops.find(shop => shop.name === '云帆美国站')?.id ?? ''
  const productId = (await his.post('/productManage/list', { pageSize: 1 })).data.list[0].id
  const made = (await his.post('/skuMap/insert', { shopId, sellerSku: 'WECHSEL-1', productId })).data.id as string
  const employee = (await hr.get(`/userManage/query/${employees.get('林晓')}`)).data
  const moved = { id: employee.id, version: employee.version, deptId: departments.get('供应链部') }
  expect((await hr.post('/userManage/update', moved)).code).toBe(0)
  later(1000)
  const after = { sales: await seen('sales'), buyer: await seen('buyer') }
  // he sees his new colleagues and no longer the old ones, with the shops that are granted to him and to them
  expect(after.sales.employees).toContain(employees.get('陈刚'))
  expect((before.sales.employees as string[]).filter(id => id !== employee.id && (after.sales.employees as string[]).includes(id))).toEqual(
    [],
  )
  expect(after.buyer.employees).toContain(employee.id)
  expect(after.buyer.shops).toEqual(after.sales.shops)
  expect(after.sales.shops.length).toBeLessThan(own.length)
  // who made a record is told by the record and its history, wherever he is now
  const [row] = await h.db.selectFrom('sku_map').select('created_by').where('id', '=', made).execute()
  expect(row?.created_by).toBe(await accountId('sales'))
  const { list } = (await his.post('/auditTrail/history', { type: 'skuMap', id: made })).data
  expect(list).toMatchObject([{ by: '林晓', verb: 'add' }])
  const { deptId, version } = (await hr.get(`/userManage/query/${employee.id}`)).data
  expect(deptId).toBe(moved.deptId)
  expect((await hr.post('/userManage/update', { id: employee.id, version, deptId: employee.deptId })).code).toBe(0)
  await inScope('sales', 0)
  await inScope('buyer', 0)
})

describe('a changed grant', () => {
  beforeEach(() => later(1000))
  test('is out within a second in every process', async () => {
    const elsewhere = createRights({ unscoped: () => h.db, now: () => h.clock.now })
    const sales = await signedInAs(h, 'sales')
    const seen = async () => (await elsewhere.callerOfToken(sales.token, null))!.shops
    expect((await seen()).length).toBe(2)
    const [first] = await seen()
    const taken = await h.db.transaction().execute(async tx => {
      const grants = await tx.deleteFrom('shop_grant').where('shop_id', '=', first!).returningAll().execute()
      await raiseScopeVersion(tx, h.demo.organisationIds[0]!)
      // not yet committed: nobody else sees it
      later(600)
      expect((await outsideTransaction(seen)).length).toBe(2)
      return grants
    })
    later(600)
    expect((await seen()).length).toBe(1)
    expect(await shopNames('sales')).toHaveLength(1)
    await h.db
      .insertInto('shop_grant')
      .values(taken.map(({ org_id, employee_id, shop_id }) => ({ org_id, employee_id, shop_id })))
      .execute()
    await h.db.transaction().execute(tx => raiseScopeVersion(tx, h.demo.organisationIds[0]!))
    later(600)
    expect((await seen()).length).toBe(2)
  })
  test('that is rolled back changes nothing', async () => {
    const version = async () =>
      (
        await h.db
          .selectFrom('scope_version')
          .select('version')
          .where('organisation_id', '=', h.demo.organisationIds[0]!)
          .executeTakeFirst()
      )?.version
    const before = await version()
    await expect(
      h.db.transaction().execute(async tx => {
        await raiseScopeVersion(tx, h.demo.organisationIds[0]!)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await version()).toBe(before)
  })
  test('a membership taken away closes the organisation', async () => {
    const boss = await signedInAs(h, 'boss')
    const second = h.demo.organisationIds[1]!
    expect((await boss.get('/system/userprofile', second)).data.curOrganization).toEqual({ orgId: second })
    await h.db
      .deleteFrom('account_organisation')
      .where('org_id', '=', second)
      .where('account_id', '=', await accountId('boss'))
      .execute()
    later(600)
    expect(await boss.get('/system/userprofile', second)).toMatchObject({ status: 403, code: 1003 })
    // without naming one he is back in the first, though the second was used last
    expect((await boss.get('/system/userprofile')).data.curOrganization).toEqual({ orgId: h.demo.organisationIds[0] })
  })
})

test('asking again within half a second costs no statement, later one, after a changed grant two', async () => {
  let statements = 0
  const counted = h.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const rights = createRights({ unscoped: () => counted, now: () => h.clock.now })
  const { token } = await signedInAs(h, 'finance')
  const cost = async (): Promise<number> => {
    statements = 0
    await rights.callerOfToken(token, null)
    return statements
  }
  expect(await cost()).toBe(2)
  expect(await cost()).toBe(0)
  later(600)
  expect(await cost()).toBe(1)
  await h.db.transaction().execute(tx => raiseScopeVersion(tx, h.demo.organisationIds[0]!))
  later(600)
  expect(await cost()).toBe(2)
})

test('the server acting for itself has all shops of one organisation; a disabled account has no jobs', async () => {
  const system = await h.house.rights.system(h.demo.organisationIds[1]!)
  expect([system.accountId, system.shops.length, system.employees, system.orgIds]).toEqual(['0', 2, 'all', [h.demo.organisationIds[1]]])
  const id = await accountId('it')
  await h.db.updateTable('account').set({ status: 2 }).where('id', '=', id).execute()
  expect(await h.house.rights.callerOf(id, h.demo.organisationIds[0]!)).toBeNull()
  await h.db.updateTable('account').set({ status: 1 }).where('id', '=', id).execute()
  expect(await h.house.rights.callerOf(id, h.demo.organisationIds[1]!)).toBeNull()
  expect(await h.house.rights.callerOf('999999', h.demo.organisationIds[0]!)).toBeNull()
})

test('an account of no organisation is told so: at sign-in, and where its last membership goes while it is signed in', async () => {
  const { password_hash } = await h.db.selectFrom('account').select('password_hash').where('username', '=', 'it').executeTakeFirstOrThrow()
  await h.db.insertInto('account').values({ username: 'lost', name: '丢失', password_hash }).execute()
  const msg = '账号还没有加入任何组织，请联系系统管理员'
  expect(await ask(h, 'POST', '/auth/user/login', { username: 'lost', password: 'demo1234' })).toMatchObject({ code: 1002, msg })
  const id = await accountId('lost')
  await h.db.insertInto('account_organisation').values({ org_id: h.demo.organisationIds[0]!, account_id: id }).execute()
  const lost = await signedInAs(h, 'lost')
  expect((await lost.get('/system/userprofile')).code).toBe(0)
  await h.db.deleteFrom('account_organisation').where('account_id', '=', id).execute()
  later(1000)
  expect(await lost.get('/system/userprofile')).toMatchObject({ status: 403, code: 1003, msg })
})

test('what can be granted is named in the language of the interface, operations of an area too', async () => {
  const { token } = await signedInAs(h, 'admin')
  const role = await h.db.selectFrom('role').select('id').where('name', '=', '财务').executeTakeFirstOrThrow()
  const namesIn = async (language: string): Promise<string[]> => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
    const { data } = await ask(h, 'POST', '/roleManagement/permissions', { roleId: role.id }, headers)
    const modules: { permissions: { title: string; operations: { title: string }[] }[] }[] = data.modules
    return modules.flatMap(({ permissions }) => permissions.flatMap(one => [one.title, ...one.operations.map(({ title }) => title)]))
  }
  expect(await namesIn('zh-CN')).toContain('设置角色的权限')
  const english = await namesIn('en-US')
  expect(english).toContain('Set the rights of roles')
  expect(english.filter(name => /\p{Script=Han}/u.test(name))).toEqual([])
})
