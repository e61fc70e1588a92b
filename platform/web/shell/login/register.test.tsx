import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import zhCN from 'antd/es/locale/zh_CN'
import { afterEach, expect, test, vi } from 'vitest'
import { ThemeRoot } from '../../theme/root.tsx'
import { AddressRoot, useAddress } from '../address.tsx'
import { Gate } from '../gate.tsx'
import { fetchFrom, mockServer, ok, refused, type MockHandler } from '../../gallery/mock-api.ts'

function Where() {
  return <output aria-label="address">{useAddress().pathname}</output>
}
function openAt(address: string, handlers: Readonly<Record<string, MockHandler>> = {}) {
  const server = mockServer(handlers)
  vi.stubGlobal('fetch', fetchFrom(server))
  window.history.replaceState(null, '', address)
  render(
    <ThemeRoot locale={zhCN}>
      <AddressRoot>
        <Gate />
        <Where />
      </AddressRoot>
    </ThemeRoot>,
  )
  return server
}
const address = (): string => screen.getByLabelText('address').textContent ?? ''
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('the sign-in page offers what the installation does, and nothing else', async () => {
  openAt('/user/login', { 'GET /auth/user/options': () => ok({ registration: false, recovery: true }) })
  expect(await screen.findByText('忘记密码')).toBeTruthy()
  expect(screen.queryByText('注册账号')).toBeNull()
})

test('the picture is asked of the name that failed, and of no other at this desk', async () => {
  const user = userEvent.setup()
  openAt('/user/login', {
    'GET /auth/user/options': () => ok({ registration: false, recovery: false }),
    'POST /auth/user/login': () => refused(1010, '账号或密码不正确', { captchaRequired: true }),
  })
  const name = await screen.findByLabelText('账号')
  await user.type(name, 'finance')
  await user.type(screen.getByLabelText('密码'), 'wrong')
  await user.click(screen.getByRole('button', { name: /登\s*录/ }))
  expect(await screen.findByRole('button', { name: '看不清，换一张' })).toBeTruthy()
  await user.clear(name)
  await user.type(name, 'buyer')
  expect(screen.queryByRole('button', { name: '看不清，换一张' })).toBeNull()
  await user.clear(name)
  await user.type(name, ' finance')
  expect(await screen.findByRole('button', { name: '看不清，换一张' })).toBeTruthy()
})

test('registration: every complaint by name, the strength while typing, the code, the result', async () => {
  const user = userEvent.setup()
  const server = openAt('/user/register', {
    'POST /account/sms': () => ok(null),
    'POST /auth/user/register': call =>
      (call.body as { code: string }).code === '123456' ? ok({ email: 'a@b.cn' }) : refused(1011, '验证码不正确，请检查后重新输入'),
  })
  await user.click(await screen.findByRole('button', { name: '注册' }))
  for (const complaint of ['请输入账号名或邮箱', '请输入密码', '请输入手机号', '请输入验证码'])
    expect(await screen.findByText(complaint)).toBeTruthy()
  await user.type(screen.getByLabelText('邮箱'), 'a@b')
  expect(await screen.findByText('邮箱格式不正确，例如 name@example.com')).toBeTruthy()
  await user.type(screen.getByLabelText('邮箱'), '.cn')
  for (const [typed, level] of [
    ['ab', '强度：太短'],
    ['cdefg', '强度：低'],
    ['1', '强度：低'],
    ['-H', '强度：强'],
  ] as const) {
    await user.type(screen.getByLabelText('密码'), typed)
    expect(await screen.findByText(level)).toBeTruthy()
  }
  await user.type(screen.getByLabelText('确认密码'), 'abcdefg1')
  expect(await screen.findByText('两次输入的密码不一致')).toBeTruthy()
  await user.type(screen.getByLabelText('确认密码'), '-H')
  await user.type(screen.getByLabelText('手机'), '13800001001')
  await user.click(screen.getByRole('button', { name: /获取验证码/ }))
  await waitFor(() => expect(server.calls.some(call => call.path === '/account/sms')).toBe(true))
  await user.type(screen.getByLabelText('验证码'), '000000')
  await user.click(screen.getByRole('button', { name: /注册/ }))
  expect(await screen.findByText('验证码不正确，请检查后重新输入')).toBeTruthy()
  await user.clear(screen.getByLabelText('验证码'))
  await user.type(screen.getByLabelText('验证码'), '123456')
  await user.click(screen.getByRole('button', { name: /注册/ }))
  expect(await screen.findByText('您的账号 a@b.cn 注册成功')).toBeTruthy()
  expect(address()).toBe('/user/register-result')
})

test("the mail's link activates once; an old one says what to do", async () => {
  const server = openAt('/user/register-result?token=good', {
    'POST /auth/user/activate': call =>
      (call.body as { token: string }).token === 'good' ? ok({ username: 'a@b.cn' }) : refused(1002, '激活链接无效或已过期，请重新注册'),
  })
  expect(await screen.findByText('账号 a@b.cn 已激活')).toBeTruthy()
  expect(server.calls.filter(call => call.path === '/auth/user/activate')).toHaveLength(1)
  cleanup()
  openAt('/user/register-result?token=old', { 'POST /auth/user/activate': () => refused(1002, '激活链接无效或已过期，请重新注册') })
  expect(await screen.findByText('激活链接无效或已过期，请重新注册')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '重新注册' }))
  expect(address()).toBe('/user/register')
})

test('recovery: the same words whether or not the account exists, then a new password and back to the sign-in page', async () => {
  const user = userEvent.setup()
  openAt('/user/recover', { 'POST /auth/user/recover': () => ok(null) })
  await user.type(await screen.findByLabelText('账号或邮箱'), 'sales')
  await user.click(screen.getByRole('button', { name: '发送找回邮件' }))
  expect(await screen.findByText('如果这个账号存在并且登记了邮箱，找回密码的邮件已经发出，30分钟内有效。')).toBeTruthy()
  cleanup()
  const server = openAt('/user/recover?token=t', { 'POST /auth/user/recover': () => ok(null) })
  await user.type(await screen.findByLabelText('新密码'), 'New-1234')
  await user.type(screen.getByLabelText('再次输入新密码'), 'New-1234')
  await user.click(screen.getByRole('button', { name: '修改密码' }))
  expect(await screen.findByText('密码修改成功，请重新登录')).toBeTruthy()
  expect(address()).toBe('/user/login')
  expect(server.calls.find(call => call.path === '/auth/user/recover')?.body).toEqual({ token: 't', newPassword: 'New-1234' })
})
