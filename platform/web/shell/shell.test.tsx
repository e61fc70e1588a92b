import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { mockProfile, ok, refused } from '../gallery/mock-api.ts'
import { goTo, menuOf, open, reload, tabTitles } from '../../../test/setup/web/open-shell.tsx'

test('signing in: a refusal stands at the form, a code is asked for when the server wants it, then back to where one was', async () => {
  let tries = 0
  const { server, user } = open(
    '/finance/base/currency?pageNum=2',
    {
      'POST /auth/user/login': () => {
        tries += 1
        if (tries === 1) return refused(1010, '账号或密码不正确', { captchaRequired: true })
        return ok({ access_token: 'token-2', name: '陈会计', loginState: '0' })
      },
    },
    null,
  )
  await user.type(await screen.findByLabelText('账号'), ' finance ')
  await user.type(screen.getByLabelText('密码'), 'wrong')
  expect(screen.queryByText('验证码')).toBeNull()
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByText('账号或密码不正确')).toBeTruthy()
  await user.type(screen.getByLabelText('验证码'), '1234')
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByTestId('page-currency')).toBeTruthy()
  expect(server.calls.filter(call => call.path === '/auth/user/captcha').map(call => call.query.get('username'))).toEqual(['finance'])
  expect(server.calls.filter(call => call.path === '/auth/user/login').at(-1)?.body).toEqual({
    username: 'finance',
    password: 'wrong',
    captcha: '1234',
  })
  expect(window.location.pathname + window.location.search).toBe('/finance/base/currency?pageNum=2')
  expect(session.token()).toBe('token-2')
})

test('tabs: kept pages keep what was typed, refresh asks for the shown page only, closing goes to the neighbour', async () => {
  const { user } = open('/finance/base/currency')
  await screen.findByText(/币种 true 可编辑 第1次/)
  await user.type(screen.getByLabelText('草稿 currency'), '半句话')
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true 可编辑 第1次/)
  expect(tabTitles()).toEqual(['币种', '国家'])

  await user.click(screen.getByRole('button', { name: '刷新页面' }))
  await screen.findByText(/国家 true 可编辑 第2次/)

  const [first] = document.querySelectorAll('.zg-tab-title')
  fireEvent.click(first as Element)
  await screen.findByText(/币种 true 可编辑 第1次/)
  expect((screen.getByLabelText('草稿 currency') as HTMLInputElement).value).toBe('半句话')

  await act(async () => fireEvent.click(document.querySelectorAll('.zg-tab-close')[0] as Element))
  await screen.findByText(/国家 true/)
  expect(tabTitles()).toEqual(['国家'])
  await waitFor(() => expect(window.location.pathname).toBe('/finance/base/country'))
})

test('a dialog goes with its page and comes back with what was typed', async () => {
  const { user } = open('/finance/base/currency')
  const page = within(await screen.findByTestId('page-currency'))
  await user.click(page.getByText('新增'))
  await user.type(await screen.findByLabelText('名称'), '人民币')
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  await waitFor(() => expect(screen.queryByText('新增记录')).toBeNull())
  act(() => window.history.back())
  expect((await screen.findByLabelText<HTMLInputElement>('名称')).value).toBe('人民币')
})

test('a page that fails, a component that is missing and an unknown path leave the rest working', async () => {
  const { user } = open('/finance/amazon/profit')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await screen.findByText('页面显示出错，其他页面不受影响。')).toBeTruthy()
  await user.click(screen.getByText('销售'))
  expect(await screen.findByText(/菜单指向的页面组件“report\/daily”不存在/)).toBeTruthy()
  act(() => {
    window.history.pushState(null, '', '/nothing')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(await screen.findByText('地址可能写错，或页面不在您的菜单中。按 Ctrl K 可以搜索页面。')).toBeTruthy()
  vi.mocked(console.error).mockRestore()
})

test('the first call of a page is forbidden: 403 inside the tab', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open('/finance/base/currency', { 'POST /currency/list': () => refused(1003, '没有权限', null, 403) })
  expect(await screen.findByText('没有访问权限')).toBeTruthy()
  expect(tabTitles()).toEqual(['币种'])
  vi.mocked(console.error).mockRestore()
})

test('/admin is forbidden to others than system administrators', async () => {
  open('/admin')
  expect(await screen.findByText('没有访问权限')).toBeTruthy()
})

test('user info fails: notification, signed out, login page', async () => {
  const { server } = open('/finance/base/currency', { 'GET /system/userprofile': () => ({ status: 502, body: '<html>' }) })
  expect(await screen.findByText('请求用户信息失败，请重试')).toBeTruthy()
  expect(screen.getByText('错误')).toBeTruthy()
  expect(await screen.findByLabelText('账号')).toBeTruthy()
  expect(session.token()).toBeNull()
  expect(server.calls.some(call => call.path === '/auth/user/logout')).toBe(true)
})

test('the password must be changed first: the rules, the call, out after a second', async () => {
  const { server, user } = open('/finance/base/currency', {
    'GET /system/userprofile': () => ok({ ...mockProfile, loginState: '1', modules: [] }),
  })
  const field = await screen.findByLabelText('新密码')
  await user.click(screen.getByRole('button', { name: '修改密码' }))
  expect(await screen.findByText('请输入新密码')).toBeTruthy()
  await user.type(field, '12345')
  expect(await screen.findByText('请输入6-10位的新密码')).toBeTruthy()
  await user.type(field, '6 ')
  await user.type(screen.getByLabelText('再次输入新密码'), '1234')
  await user.click(screen.getByRole('button', { name: '修改密码' }))
  expect(await screen.findByText('两次输入的密码不一致')).toBeTruthy()
  await user.type(screen.getByLabelText('再次输入新密码'), '56 ')
  await user.click(screen.getByRole('button', { name: '修改密码' }))
  await waitFor(() =>
    expect(server.calls.find(call => call.path === '/auth/user/modifyInitPassword')?.body).toEqual({ newPassword: '123456' }),
  )
  expect(goTo).not.toHaveBeenCalled()
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/user/login'))
  expect(session.token()).toBeNull()
})

test('signing out asks first', async () => {
  const { server, user } = open('/home/workbenches')
  await user.click(await screen.findByRole('button', { name: /账号菜单/ }))
  await user.click(await screen.findByText('退出登录'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByText('确定要退出当前账号吗？').length).toBeGreaterThan(0)
  expect(server.calls.some(call => call.path === '/auth/user/logout')).toBe(false)
  await user.click(within(dialog).getByRole('button', { name: '退出登录' }))
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/user/login'))
  expect(session.token()).toBeNull()
})

test('another organisation: stored, home, reload', async () => {
  const { user } = open('/finance/base/currency')
  await screen.findByTestId('page-currency')
  await user.click(await screen.findByRole('combobox', { name: '组织' }))
  await user.click(await screen.findByText('香港公司'))
  expect(session.organisationId()).toBe('2')
  await waitFor(() => expect(window.location.pathname).toBe('/home/workbenches'))
  await waitFor(() => expect(reload).toHaveBeenCalled())
})

test('organisations fail', async () => {
  open('/home/workbenches', { 'POST /SysOrganization/list': () => refused(1, '坏了') })
  expect(await screen.findByText('获取组织失败！')).toBeTruthy()
})

test.each(['POST /myCommonMenu/list', 'POST /userTab/query', 'GET /userSetting/query'])(
  'what only furnishes the shell may fail: %s; the page is there and the call is not repeated without end',
  async call => {
    const { server } = open('/finance/base/currency', { [call]: () => refused(1, '坏了') })
    await screen.findByTestId('page-currency')
    // the call may be made once more by what shows its result; as a loop it came a dozen times a second
    await act(() => new Promise(resolve => setTimeout(resolve, 300)))
    expect(screen.getByTestId('page-currency')).toBeTruthy()
    const path = call.split(' ')[1] ?? ''
    expect(server.calls.filter(one => one.path === path).length).toBeLessThanOrEqual(3)
  },
)

test('pins: a sixth is refused, one is taken out, another put in, and the order is told to the server', async () => {
  const { server, user } = open('/finance/base/currency')
  await user.click(await screen.findByRole('button', { name: /更多/ }))
  fireEvent.click(await screen.findByText('编辑'))
  fireEvent.click(screen.getByLabelText('置顶人事'))
  expect(await screen.findByText('顶部菜单最多只能放5个哦！请删除一些再操作！')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('取消置顶销售'))
  fireEvent.click(screen.getByLabelText('置顶人事'))
  fireEvent.click(screen.getByText('保存'))
  await screen.findByText('编辑')
  const saved = server.calls.find(call => call.path === '/myCommonMenu/batchUpdate')
  expect(saved?.body).toEqual({ kind: 'MODULE', ids: ['1', '3', '4', '5', '6'] })
  const top = within(screen.getByRole('navigation', { name: '模块' }))
  expect(top.queryByText('销售')).toBeNull()
  expect(top.getByText('人事')).toBeTruthy()
})

test('settings: a choice shows at once and is told to the server', async () => {
  const { server, user } = open('/finance/base/currency')
  await user.click(await screen.findByRole('button', { name: '界面设置' }))
  await user.click(await screen.findByText('顶部导航'))
  await user.click(screen.getByText('暗黑'))
  await waitFor(() => expect(document.documentElement.style.colorScheme).toBe('dark'))
  expect(document.querySelector('.zg-top-pages')).not.toBeNull()
  const saved = server.calls.filter(call => call.path === '/userSetting/save').at(-1)
  expect(saved?.body).toMatchObject({ settings: { navTheme: 'realdark', layout: 'topmenu', contentWidth: 'Fixed', fixSiderbar: false } })
  await user.click(screen.getByRole('button', { name: '恢复默认' }))
  await waitFor(() => expect(document.documentElement.style.colorScheme).toBe('light'))
})

test('while one looks as somebody else nothing is told to the server unasked, and his account is not offered', async () => {
  const { server, user } = open('/finance/base/currency', {
    'GET /system/userprofile': () => ok({ ...mockProfile, viewerName: '管理员' }),
  })
  await screen.findByText(/币种 true/)
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  await user.click(screen.getByRole('button', { name: /账号菜单/ }))
  await screen.findByText('退出登录')
  expect(screen.queryByText('修改密码')).toBeNull()
  // longer than tabs wait before they are kept and the line before it opens
  await new Promise(resolve => setTimeout(resolve, 2_500))
  const unasked = /^\/(systemMenuClick\/insert|menuLog|systemUsageRecord|userTab\/save|userSetting\/save|realtime|listField\/saveLayout)/
  expect(server.calls.map(call => call.path).filter(path => unasked.test(path))).toEqual([])
})

test('one session is told once, each opened menu once', async () => {
  const { server, user } = open('/finance/base/currency')
  await screen.findByText(/币种 true/)
  await user.click(menuOf('财务').getByText('国家'))
  await screen.findByText(/国家 true/)
  const told = (path: string) => server.calls.filter(call => call.path === path)
  await waitFor(() => expect(told('/systemMenuClick/insertAndUpdate')).toHaveLength(2))
  expect(told('/menuLog/pushMenuLog')).toHaveLength(2)
  expect(told('/systemUsageRecord/routeUse').map(call => call.body)).toEqual([
    { component: 'list/currency' },
    { component: 'list/country' },
  ])
  expect(told('/systemUsageRecord/access')).toHaveLength(1)
})

test('the own password: the rules by name, the refusal of the server, out after a second', async () => {
  let isRight = false
  const { server, user } = open('/finance/base/currency', {
    'POST /auth/user/modifyPassword': () => (isRight ? ok(null) : refused(1002, '原密码不正确')),
  })
  await user.click(await screen.findByRole('button', { name: /账号菜单/ }))
  await user.click(await screen.findByText('修改密码'))
  await screen.findByLabelText('原密码')
  const dialog = within(document.querySelector<HTMLElement>('.ant-modal') ?? document.body)
  const confirm = () => fireEvent.click(document.querySelector('.ant-modal .ant-btn-primary') as Element)
  confirm()
  expect(await dialog.findByText('请输入原密码')).toBeTruthy()
  expect(dialog.getByText('请输入新密码')).toBeTruthy()
  await user.type(dialog.getByLabelText('原密码'), 'demo1234')
  await user.type(dialog.getByLabelText('新密码'), ' demo1234')
  expect(await dialog.findByText('请输入与原密码不同的6-10位密码')).toBeTruthy()
  await user.type(dialog.getByLabelText('新密码'), '5')
  confirm()
  expect(await dialog.findByText('原密码不正确')).toBeTruthy()
  isRight = true
  confirm()
  await waitFor(() => expect(server.calls.some(call => call.path === '/auth/user/logout')).toBe(true))
  expect(goTo).toHaveBeenCalled()
})

test('Ctrl-K finds a page by its initials, Enter opens it, a favourite is told to the server', async () => {
  const { server, user } = open('/finance/base/country')
  await screen.findByText(/国家 true/)
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  await user.type(await screen.findByPlaceholderText('搜索页面、单号、SKU、人员和操作'), 'bz')
  fireEvent.click(await screen.findByLabelText('收藏币种'))
  await screen.findByLabelText('取消收藏币种')
  expect(server.calls.find(call => call.path === '/myCommonMenu/batchUpdate')?.body).toMatchObject({ kind: 'MENU' })
  await user.type(screen.getByPlaceholderText('搜索页面、单号、SKU、人员和操作'), '{Enter}')
  expect(await screen.findByText(/币种 true/)).toBeTruthy()
})
