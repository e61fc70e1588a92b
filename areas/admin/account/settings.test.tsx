import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchFrom, mockServer, ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import { ThemeRoot } from '#platform/web/theme/root.tsx'
import zhCN from 'antd/es/locale/zh_CN'
import type { OwnAccount, OwnEmployee } from './answers.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { useOwnAccount } from './own-data.tsx'
import { OwnInfo } from './own-info.tsx'

const account: OwnAccount = {
  username: 'sales',
  name: '林晓',
  employee: {
    id: '4',
    version: 3,
    no: '1004',
    name: '林晓',
    nickname: null,
    phone: '13800001004',
    email: null,
    avatar: null,
    interests: ['羽毛球'],
    positionName: '销售专员',
    deptName: '北美销售组',
  },
}
const employee = account.employee!

function stage(node: React.ReactNode, handlers: Readonly<Record<string, MockHandler>>) {
  const server = mockServer(handlers)
  vi.stubGlobal('fetch', fetchFrom(server))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeRoot locale={zhCN}>{node}</ThemeRoot>
    </QueryClientProvider>,
  )
  return server
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a new phone: the code is sent, typed, verified, then saved with the version that was read', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn<() => void>()
  const server = stage(<ContactDialog field="phone" employee={employee} onClose={onClose} />, {
    'POST /account/sms': () => ok(null),
    'POST /sms/smsVerification': call =>
      (call.body as { code: string }).code === '123456' ? ok(null) : refused(1011, '验证码不正确，请检查后重新输入'),
    'PUT /userManage/employee': () => ok({ version: 4 }),
  })
  await user.type(await screen.findByLabelText('新手机'), '12')
  await user.click(screen.getByRole('button', { name: /获取验证码/ }))
  expect(await screen.findByText('手机格式不正确，例如 13800001001')).toBeTruthy()
  expect(server.calls).toEqual([])
  await user.clear(screen.getByLabelText('新手机'))
  await user.type(screen.getByLabelText('新手机'), '139 1111 2222')
  await user.click(screen.getByRole('button', { name: /获取验证码/ }))
  expect(await screen.findByRole('button', { name: /\d+ 秒后重发/ })).toHaveProperty('disabled', true)

  await user.type(screen.getByLabelText('验证码'), '000000')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('验证码不正确，请检查后重新输入')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await user.clear(screen.getByLabelText('验证码'))
  await user.type(screen.getByLabelText('验证码'), '123456')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.calls.filter(call => call.method === 'PUT').map(call => call.body)).toEqual([{ version: 3, phone: '139 1111 2222' }])
})

test('a refused field: the reason is shown and what was typed stays', async () => {
  const user = userEvent.setup()
  stage(<OwnInfo account={account} />, {
    'PUT /userManage/employee': () => refused(1002, '昵称最多 30 个字', { errors: [{ field: 'nickname', message: '昵称最多 30 个字' }] }),
  })
  await user.type(await screen.findByLabelText('昵称'), '小林')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('昵称最多 30 个字')).toBeTruthy()
  expect(screen.getByLabelText('昵称')).toHaveProperty('value', '小林')
})

const OwnInfoPage = () => {
  const { data } = useOwnAccount()
  return data === undefined ? null : <OwnInfo account={data} />
}

/** Another window changes the record under this one, which has read version 3. */
function overtaken(theirs: Partial<OwnEmployee>) {
  let now = employee
  const server = stage(<OwnInfoPage />, {
    'GET /account/info': () => ok({ ...account, employee: now }),
    'PUT /userManage/employee': call => {
      const sent = call.body as Partial<OwnEmployee>
      if (sent.version !== now.version)
        return refused(1009, '林晓修改了这条员工，请核对后再保存', { current: { ...now, phone: '****004' } })
      now = { ...now, ...sent, version: now.version + 1 }
      return ok({ version: now.version })
    },
  })
  return {
    change: () => (now = { ...now, ...theirs, version: now.version + 1 }),
    saved: () => now,
    puts: () => server.calls.filter(call => call.method === 'PUT').map(call => call.body),
  }
}

test('another window saved first: it says what changed, keeps what was typed, and saves over it when asked', async () => {
  const user = userEvent.setup()
  const other = overtaken({ nickname: '晓晓', interests: ['跑步'] })
  await user.type(await screen.findByLabelText('昵称'), '小林')
  other.change()
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('林晓修改了这条员工，请核对后再保存')).toBeTruthy()
  expect(await screen.findByText('昵称：— → 晓晓')).toBeTruthy()
  expect(screen.getByText('兴趣：羽毛球 → 跑步')).toBeTruthy()
  expect(screen.getByLabelText('昵称')).toHaveProperty('value', '小林')
  await user.click(screen.getByRole('button', { name: '以我填写的为准保存' }))
  await waitFor(() => expect(screen.queryByText('林晓修改了这条员工，请核对后再保存')).toBeNull())
  // the interests nobody touched here are those of the other window; a phone is never sent along
  expect(other.puts().at(-1)).toEqual({ version: 4, nickname: '小林', interests: ['跑步'] })
  expect(other.saved()).toMatchObject({ version: 5, phone: '13800001004', nickname: '小林' })
})

test('another window saved first: its values can be taken', async () => {
  const user = userEvent.setup()
  const other = overtaken({ nickname: '晓晓' })
  await user.type(await screen.findByLabelText('昵称'), '小林')
  other.change()
  await user.click(screen.getByRole('button', { name: '保存' }))
  await user.click(await screen.findByRole('button', { name: '载入最新内容' }))
  expect(screen.getByLabelText('昵称')).toHaveProperty('value', '晓晓')
  expect(screen.queryByText('林晓修改了这条员工，请核对后再保存')).toBeNull()
})

test('a phone that is changed in an outdated window is saved by the second try, with the same code', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn<() => void>()
  const Dialog = () => {
    const { data } = useOwnAccount()
    return data?.employee ? <ContactDialog field="phone" employee={data.employee} onClose={onClose} /> : null
  }
  let version = 3
  const server = stage(<Dialog />, {
    'GET /account/info': () => ok({ ...account, employee: { ...employee, version } }),
    'POST /account/sms': () => ok(null),
    'POST /sms/smsVerification': () => ok(null),
    'PUT /userManage/employee': call =>
      (call.body as { version: number }).version === version ? ok({ version }) : refused(1009, '林晓修改了这条员工，请核对后再保存'),
  })
  await user.type(await screen.findByLabelText('新手机'), '13911112222')
  await user.type(screen.getByLabelText('验证码'), '123456')
  version = 4
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('林晓修改了这条员工，请核对后再保存')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.calls.filter(call => call.method === 'PUT').at(-1)?.body).toEqual({ version: 4, phone: '13911112222' })
})

test('without an employee record in this organisation the page says so', async () => {
  stage(<OwnInfo account={{ ...account, employee: null }} />, {})
  expect(await screen.findByText('当前组织没有您的员工资料，请联系系统管理员')).toBeTruthy()
})
