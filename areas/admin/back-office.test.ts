/** Calls behind the back office's own screens: a role copied, departments put in order, how many people stand where. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

let h: DemoHouse
let admin: Person
let hr: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
  hr = await signedInAs(h, 'hr')
})
afterAll(() => h.close())

interface Department {
  readonly deptId: string
  readonly deptName: string
  readonly parentId: string | null
  readonly people: number | null
}
const idOf = async (table: 'role' | 'department', name: string): Promise<string> =>
  (
    await h.db
      .selectFrom(table)
      .select('id')
      .where('name', '=', name)
      .where('org_id', '=', h.demo.organisationIds[0]!)
      .executeTakeFirstOrThrow()
  ).id
const departments = async (who = admin): Promise<readonly Department[]> => (await who.get('/userManage/depts')).data
const below = async (parentId: string | null): Promise<string[]> =>
  (await departments()).filter(one => one.parentId === parentId).map(one => one.deptName)
const versionOf = async (id: string): Promise<number> =>
  (await h.db.selectFrom('department').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

describe('roles', () => {
  test('a copy grants the same and nobody has it; a name that is taken is refused at its field', async () => {
    const roleId = await idOf('role', '财务')
    const { data: before } = await admin.post('/roleManagement/permissions', { roleId })
    const scopes = [{ permissionId: 'shop', dataScope: 1, namedDeptIds: [] }]
    const permissions = [...Map.groupBy(before.granted as string[], pair => pair.split(' ')[0] ?? '')].map(([permissionId, pairs]) => ({
      permissionId,
      operations: pairs.map(pair => Number(pair.split(' ')[1])),
    }))
    await admin.post('/roleManagement/savePermissions', { roleId, version: before.version, permissions, scopes })
    const made = await admin.post('/roleManagement/copy', { roleId, name: '财务助理' })
    expect(made.code).toBe(0)
    const { data: copy } = await admin.post('/roleManagement/permissions', { roleId: made.data.id })
    expect(new Set(copy.granted)).toEqual(new Set(before.granted))
    expect([copy.roleName, copy.people, copy.scopes]).toEqual(['财务助理', [], scopes])
    expect(await admin.post('/roleManagement/copy', { roleId, name: '财务助理' })).toMatchObject({
      code: 1002,
      data: { errors: [{ field: 'name', message: '角色名称已存在，请换一个' }] },
    })
    const trail = await h.db
      .selectFrom('audit_entry')
      .select('verb')
      .where('subject', '=', 'role')
      .where('record_id', '=', copy.roleId)
      .execute()
    expect(trail.map(one => one.verb).toSorted()).toEqual(['add', 'grant', 'update'])
  })

  test('who copies gives no more than he has himself, said in words, and nothing is left of the try', async () => {
    const roleId = await idOf('role', '人事')
    const { data: held } = await admin.post('/roleManagement/permissions', { roleId })
    const pairs = Map.groupBy([...(held.granted as string[]), 'role 1', 'role 2', 'role 100'], pair => pair.split(' ')[0] ?? '')
    await admin.post('/roleManagement/savePermissions', {
      roleId,
      version: held.version,
      permissions: [...pairs].map(([permissionId, of]) => ({ permissionId, operations: of.map(pair => Number(pair.split(' ')[1])) })),
      scopes: [],
    })
    h.clock.now = new Date(h.clock.now.getTime() + 1000)
    const refused = await hr.post('/roleManagement/copy', { roleId: await idOf('role', '总经理'), name: '越权' })
    expect(refused.msg).toMatch(/^不能授予自己没有的权限：.+ · .+/)
    expect(await h.db.selectFrom('role').select('id').where('name', '=', '越权').execute()).toEqual([])
  })

  test('every role says how many people have it', async () => {
    const { data } = await admin.get('/roleManagement/roles')
    expect(data).toContainEqual(expect.objectContaining({ roleName: '仓管', people: 1 }))
    expect(data).toContainEqual(expect.objectContaining({ roleName: '财务助理', people: 0 }))
  })
})

describe('departments', () => {
  test('one is put among the others, below another one, and back; the order is kept', async () => {
    const [sales, supply, office] = await Promise.all(['销售部', '供应链部', '总经办'].map(name => idOf('department', name)))
    const ids = async (): Promise<string[]> => (await departments()).filter(one => one.parentId === null).map(one => one.deptId)
    const top = await ids()
    const wanted = [sales!, ...top.filter(id => id !== sales)]
    const move = async (id: string, parentId: string | null, order: readonly string[]) =>
      admin.post('/department/move', { id, version: await versionOf(id), parentId, order })
    expect((await move(sales!, null, wanted)).code).toBe(0)
    expect(await ids()).toEqual(wanted)
    expect((await move(supply!, office!, [supply!])).code).toBe(0)
    expect(await below(office!)).toEqual(['供应链部'])
    expect((await move(supply!, null, top)).code).toBe(0)
    expect(await ids()).toEqual(top)
  })

  test('below itself is refused at its field; a stale version and an order of others that moved are refused', async () => {
    const [sales, group, office] = await Promise.all(['销售部', '北美销售组', '总经办'].map(name => idOf('department', name)))
    const body = { id: sales, version: await versionOf(sales!), parentId: group, order: [sales] }
    expect(await admin.post('/department/move', body)).toMatchObject({
      code: 1002,
      data: { errors: [{ field: 'parentId', message: '上级部门不能是自己或自己的下级，请重新选择' }] },
    })
    expect((await admin.post('/department/move', { ...body, parentId: office, version: 0 })).code).toBe(1009)
    const elsewhere = await admin.post('/department/move', { ...body, parentId: null, order: [sales, group] })
    expect(elsewhere).toMatchObject({ code: 1009, msg: '部门刚被别人移动过，请刷新后再移动' })
    expect(await below(sales!)).toEqual(['北美销售组'])
  })

  test('how many people work where is told to whom employees are shown, and to nobody else', async () => {
    const employee = await signedInAs(h, 'employee')
    expect((await departments()).find(one => one.deptName === '北美销售组')?.people).toBeGreaterThan(0)
    expect(new Set((await departments(employee)).map(one => one.people))).toEqual(new Set([null]))
  })
})
