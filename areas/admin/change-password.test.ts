import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordFaults } from './change-password.ts'
import { ask, demoHouse, person, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse()
})
afterAll(() => h.close())
const employeeId = async (name: string): Promise<string> =>
  (await h.db.selectFrom('employee').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

test.each([
  ['demo5678', 'demo1234', []],
  ['', '', ['oldPassword old', 'newPassword fresh']],
  ['12345', 'short', ['oldPassword oldLength', 'newPassword freshLength']],
  ['demo1234', 'demo1234', ['newPassword same']],
  ['12345678901', 'demo1234', ['newPassword freshLength']],
  ['demo5678', null, []],
  ['password1', null, ['newPassword guessable']],
  ['19900101', 'demo1234', ['newPassword guessable']],
])('faults of %j with the old one %j', (fresh, old, faults) =>
  expect(passwordFaults(fresh, old).map(f => `${f.field} ${f.complaint}`)).toEqual(faults),
)

describe('modifyPassword', () => {
  test('names every failing field in the words of the house', async () => {
    const sales = await signedInAs(h, 'sales')
    expect(await sales.post('/auth/user/modifyPassword', {})).toMatchObject({
      code: 1002,
      data: {
        errors: [
          { field: 'oldPassword', message: '请输入原密码' },
          { field: 'newPassword', message: '请输入新密码' },
        ],
      },
    })
    expect(await sales.post('/auth/user/modifyPassword', { oldPassword: 'demo1234', newPassword: ' demo1234 ' })).toMatchObject({
      code: 1002,
      msg: '请输入与原密码不同的6-10位密码',
    })
    expect(await sales.post('/auth/user/modifyPassword', { oldPassword: 'demo9999', newPassword: 'demo5678' })).toMatchObject({
      code: 1002,
      data: { errors: [{ field: 'oldPassword', message: '原密码不正确' }] },
    })
  })
  test('takes none that is tried first, nor one made of the own name', async () => {
    const sales = await signedInAs(h, 'sales')
    for (const newPassword of ['Password1', 'woaini1314', 'aaaaaaa', 'Sales2026', 'sales!'])
      expect(await sales.post('/auth/user/modifyPassword', { oldPassword: 'demo1234', newPassword }), newPassword).toMatchObject({
        code: 1002,
        data: { errors: [{ field: 'newPassword', message: '密码太容易被猜到，请换一个' }] },
      })
    const english = { authorization: `Bearer ${sales.token}`, 'accept-language': 'en-US' }
    const body = { oldPassword: 'demo1234', newPassword: 'qwertyui' }
    expect((await ask(h, 'POST', '/auth/user/modifyPassword', body, english)).msg).toBe(
      'This password is too easy to guess, please choose another',
    )
  })
  test('takes the query string too, ends the other sessions and keeps this one', async () => {
    const [here, there] = [await signedInAs(h, 'sales'), await signedInAs(h, 'sales')]
    expect(await here.post('/auth/user/modifyPassword?oldPassword=demo1234&newPassword=demo5678')).toMatchObject({ code: 0 })
    expect((await here.get('/system/userprofile')).code).toBe(0)
    expect(await there.get('/system/userprofile')).toMatchObject({ status: 401, code: 1001 })
    expect((await ask(h, 'POST', '/auth/user/login', { username: 'sales', password: 'demo1234' })).code).toBe(1010)
    await signedInAs(h, 'sales', 'demo5678')
  })
  test('guessing the old one with a stolen session locks as at the door', async () => {
    const buyer = await signedInAs(h, 'buyer')
    for (let i = 0; i < 5; i++)
      expect((await buyer.post('/auth/user/modifyPassword', { oldPassword: `guess${i}`, newPassword: 'demo5678' })).code).toBe(1002)
    expect(await buyer.post('/auth/user/modifyPassword', { oldPassword: 'demo1234', newPassword: 'demo5678' })).toMatchObject({
      status: 429,
      code: 1029,
    })
  })
})

describe('resetPassword and the first change', () => {
  test('only system administrators reset', async () => {
    for (const username of ['hr', 'boss', 'employee']) {
      expect(
        await (await signedInAs(h, username)).post('/auth/user/resetPassword', { employeeId: await employeeId('何平') }),
      ).toMatchObject({ status: 403, code: 1003 })
    }
  })
  test('an employee that is unknown, of another organisation, or without account', async () => {
    const admin = await signedInAs(h, 'admin')
    expect(await admin.post('/auth/user/resetPassword', { employeeId: '999999' })).toMatchObject({
      status: 404,
      code: 1004,
      msg: '员工不存在或已删除',
    })
    expect(await admin.post('/auth/user/resetPassword', { employeeId: await employeeId('何平') }, h.demo.organisationIds[1])).toMatchObject(
      { status: 404, code: 1004 },
    )
    expect((await admin.post('/auth/user/resetPassword', { employeeId: 'x' })).code).toBe(1002)
    const without = await h.db
      .selectFrom('employee')
      .select('id')
      .where('email', 'is', null)
      .where('org_id', '=', h.demo.organisationIds[0]!)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await admin.post('/auth/user/resetPassword', { employeeId: without.id })).toMatchObject({
      code: 1002,
      msg: '该员工还没有账号，不能重置密码',
    })
  })
  test('a reset password is told once, ends every session, and opens nothing but its own change', async () => {
    const before = await signedInAs(h, 'keeper')
    const { password } = (await (await signedInAs(h, 'admin')).post('/auth/user/resetPassword', { employeeId: await employeeId('何平') }))
      .data
    expect(password).toMatch(/^[a-zA-Z2-9]{10}$/)
    expect((await before.get('/system/userprofile')).status).toBe(401)
    const login = await ask(h, 'POST', '/auth/user/login', { username: 'keeper', password })
    expect(login.data.loginState).toBe('1')
    const keeper = person(h, login.data.access_token)
    expect((await keeper.get('/system/userprofile')).data).toMatchObject({ loginState: '1', modules: [] })
    expect((await keeper.post('/SysOrganization/list')).code).toBe(0)
    expect(await keeper.post('/productManage/list')).toMatchObject({ status: 403, code: 1003 })
    expect(await keeper.post('/auth/user/modifyPassword', { oldPassword: password, newPassword: 'keep1234' })).toMatchObject({
      status: 403,
      code: 1003,
    })
    expect(await keeper.post('/auth/user/modifyInitPassword', { newPassword: password })).toMatchObject({
      code: 1002,
      msg: '请输入与原密码不同的6-10位密码',
    })
    expect(await keeper.post('/auth/user/modifyInitPassword', { newPassword: 'keep' })).toMatchObject({
      code: 1002,
      msg: '请输入6-10位的新密码',
    })
    expect(await keeper.post('/auth/user/modifyInitPassword', { newPassword: 'keep1234' })).toMatchObject({ code: 0 })
    expect((await keeper.post('/productManage/list')).code).toBe(0)
    // nobody changes a password without the old one once it is his own
    expect((await keeper.post('/auth/user/modifyInitPassword', { newPassword: 'other123' })).code).toBe(1002)
    expect((await signedInAs(h, 'keeper', 'keep1234')).token).toBeTruthy()
  })
})
