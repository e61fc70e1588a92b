/** 系统设置: saved with the version that was read; another person who saved first leaves what was typed, and the next try goes through. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ShellContext, type ShellState } from '#platform/web/page/shell-context.ts'
import { mockProfile, ok, refused } from '#platform/web/gallery/mock-api.ts'
import type { SysConfig } from '../answers.ts'
import SysConfigPage from './sys-config.page.tsx'

function open(isInstallationAdmin = true) {
  const shell = { profile: { ...mockProfile, isInstallationAdmin } } as unknown as ShellState
  const server = { now: { id: '1', version: 1, registrationOpen: true, perAddressLimit: 30 } as SysConfig }
  const page = (
    <ShellContext value={shell}>
      <SysConfigPage />
    </ShellContext>
  )
  const on = renderPage(page, {
    handlers: {
      'GET /sysConfigSetting/sysConfig/1': () => ok(server.now),
      'PUT /sysConfigSetting/sysConfig': ({ body }) => {
        const sent = body as SysConfig
        if (sent.version !== server.now.version) return refused(1009, '沈云帆修改了系统设置，请核对后再保存')
        server.now = { ...server.now, ...sent, version: sent.version + 1 }
        return ok({ version: server.now.version })
      },
    },
  })
  const puts = () => on.server.calls.filter(call => call.method === 'PUT').map(call => call.body)
  return { server, puts }
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存' })
const limit = () => screen.findByLabelText('同一地址锁定账号数')

test('a change is saved with the version that was read', async () => {
  const { puts } = open()
  await limit()
  expect(save().disabled).toBe(true)
  await userEvent.click(screen.getByRole('switch', { name: '开放注册' }))
  await userEvent.click(save())
  await waitFor(() => expect(puts()).toEqual([{ version: 1, registrationOpen: false, perAddressLimit: 30 }]))
  await waitFor(() => expect(save().disabled).toBe(true))
})

test('who administers an organisation alone sees what holds, and is told who changes it', async () => {
  open(false)
  expect(await limit()).toHaveProperty('disabled', true)
  expect(screen.getByText('这些设置对所有组织生效，由安装管理员修改。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test('an empty number is asked for, nothing is sent', async () => {
  const { puts } = open()
  await userEvent.clear(await limit())
  await userEvent.click(save())
  expect(await screen.findByText('请填写数量')).toBeTruthy()
  expect(puts()).toEqual([])
})

test('somebody else saved first: what was typed stays, the rest follows, the next try is saved', async () => {
  const { server, puts } = open()
  await userEvent.clear(await limit())
  await userEvent.type(await limit(), '80')
  server.now = { ...server.now, version: 2, registrationOpen: false }
  await userEvent.click(save())
  expect(await screen.findByText('沈云帆修改了系统设置，请核对后再保存')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('switch', { name: '开放注册' }).getAttribute('aria-checked')).toBe('false'))
  expect(await limit()).toHaveProperty('value', '80')
  await userEvent.click(save())
  await waitFor(() => expect(puts().at(-1)).toEqual({ version: 2, registrationOpen: false, perAddressLimit: 80 }))
})
