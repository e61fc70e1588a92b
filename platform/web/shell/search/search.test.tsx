/** The search takes every key from Ctrl-K on, whatever of the program is still to come, and whatever dialog stands below it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ok } from '../../gallery/mock-api.ts'
import { open } from '../../../../test/setup/web/open-shell.tsx'

const pinyin = vi.hoisted(() => {
  let arrive = (): void => undefined
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  return { arrived, arrive: () => arrive() }
})
vi.mock('pinyin-match', async original => {
  await pinyin.arrived
  return original()
})

const field = () => screen.getByPlaceholderText<HTMLInputElement>('搜索页面、单号、SKU、人员和操作')
const openSearch = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', ctrlKey: true })

// first: the matcher is still missing here alone
test('what is typed and entered before pinyin can be matched is kept, Chinese is found at once', async () => {
  const { user } = open('/finance/base/country')
  await screen.findByText(/国家 true/)
  openSearch()
  expect(document.activeElement).toBe(field())
  await user.keyboard('币种')
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: /^币种/ })).toBeTruthy()
  await user.clear(field())
  await user.keyboard('bz{Enter}')
  expect(field().value).toBe('bz')
  // nothing is said not to be there before it was looked for
  expect(screen.queryByText('没有找到页面或记录，换个词试试')).toBeNull()
  pinyin.arrive()
  expect(await screen.findByText(/币种 true/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('over an open dialog it has the keys to itself, and gives the focus back', async () => {
  pinyin.arrive()
  const { user } = open('/finance/base/country')
  await user.click(await screen.findByRole('button', { name: '新增' }))
  const name = await screen.findByLabelText('名称')
  name.focus()
  openSearch()
  await user.keyboard('zzz')
  expect(field().value).toBe('zzz')
  expect(name).toHaveProperty('value', '')
  expect(await screen.findByText('没有找到页面或记录，换个词试试')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByPlaceholderText('搜索页面、单号、SKU、人员和操作')).toBeNull()
  expect(document.activeElement).toBe(name)
})

test('Tab stays inside, Ctrl-K closes it again', async () => {
  const { user } = open('/finance/base/country')
  const button = await screen.findByRole('button', { name: '搜索页面和记录' })
  button.focus()
  openSearch()
  const dialog = within(screen.getByRole('dialog', { name: '搜索页面和记录' }))
  await user.keyboard('{Shift>}{Tab}{/Shift}')
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: '关闭' }))
  await user.keyboard('{Shift>}{Tab}{/Shift}')
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  expect(document.activeElement).not.toBe(dialog.getByRole('button', { name: '关闭' }))
  await user.keyboard('{Tab}')
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: '关闭' }))
  openSearch()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('several records of one number are found below the pages, and lead to their list narrowed to them', async () => {
  pinyin.arrive()
  const { user, server } = open('/finance/base/country', {
    'POST /listField/find': () =>
      ok([
        { type: 'currency', title: '币种', field: 'code', value: 'CN-7', name: '七号', hits: { value: [[0, 4]], name: [] }, id: null },
        { type: 'unseen', title: '没有页面', field: 'code', value: 'CN-8', name: null, hits: { value: [], name: [] }, id: '8' },
      ]),
  })
  await screen.findByText(/国家 true/)
  openSearch()
  await user.keyboard('cn-7{Enter}')
  // Enter waits for the records where no page is meant
  await waitFor(() => expect(window.location.search).toBe('?f.code=CN-7'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.calls.find(one => one.path === '/listField/find')?.body).toEqual({ keyword: 'cn-7' })
})

test('the one record of a number leads to its page', async () => {
  pinyin.arrive()
  const { user } = open('/finance/base/country', {
    'POST /listField/find': () =>
      ok([{ type: 'currency', title: '币种', field: 'code', value: 'CN-7', name: '七号', hits: { value: [], name: [] }, id: '17' }]),
  })
  await screen.findByText(/国家 true/)
  openSearch()
  await user.keyboard('cn-7{Enter}')
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/finance/base/currency/detail?id=17'))
})

const product = {
  type: 'currency',
  title: '币种',
  field: 'code',
  value: 'CN-7',
  name: '电池收纳盒',
  hits: { value: [], name: [[2, 4]] },
  id: '17',
}

test('what was looked for stands out in the record that was found, and the record is noted as opened', async () => {
  pinyin.arrive()
  const { user, server } = open('/finance/base/country', { 'POST /listField/find': () => ok([product]) })
  await screen.findByText(/国家 true/)
  openSearch()
  await user.keyboard('收纳')
  const line = await screen.findByRole('button', { name: /CN-7 电池收纳盒/ })
  expect([...line.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual(['收纳'])
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(server.calls.find(one => one.path === '/listField/recent' && one.method === 'POST')?.body).toEqual({
      type: 'currency',
      recordId: '17',
    }),
  )
})

test('a colleague is told in place and noted nowhere', async () => {
  pinyin.arrive()
  const hits = { value: [[0, 2]], name: [] }
  const colleague = { type: 'employee', title: '同事', field: 'name', value: '林晓', name: '销售部 主管', hits, id: '7', colleague: true }
  const { user, server } = open('/finance/base/country', { 'POST /listField/find': () => ok([colleague]) })
  await screen.findByText(/国家 true/)
  openSearch()
  await user.keyboard('林晓')
  await user.click(await screen.findByRole('button', { name: /林晓 销售部 主管/ }))
  expect(await screen.findByText('销售部 主管')).toBeTruthy()
  expect(server.calls.some(one => one.path === '/listField/recent' && one.method === 'POST')).toBe(false)
})

test('an action leads to the page on which it is begun; the shell has its own, without a note', async () => {
  pinyin.arrive()
  const { user, server } = open('/finance/base/country', {
    'GET /listField/begin': () =>
      ok([
        { type: 'currency', name: 'add', title: '新增币种' },
        { type: 'unseen', name: 'add', title: '新增无页面' },
      ]),
  })
  await screen.findByText(/国家 true/)
  openSearch()
  await user.keyboard('xzbz')
  await user.click(await screen.findByRole('button', { name: /新增币种/ }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/finance/base/currency?begin=add'))
  expect(server.calls.some(one => one.path === '/listField/recent' && one.method === 'POST')).toBe(true)
  openSearch()
  await user.keyboard('无页面')
  expect(await screen.findByText('没有找到页面或记录，换个词试试')).toBeTruthy()
  await user.clear(field())
  await user.keyboard('退出{Enter}')
  expect((await screen.findAllByText('确定要退出当前账号吗？')).length).toBeGreaterThan(0)
})

test('what was opened last stands first before anything is typed; a failed search says so and can be asked again', async () => {
  pinyin.arrive()
  let isDown = true
  const { user } = open('/finance/base/country', {
    'GET /listField/recent': () =>
      ok([{ record: { ...product, hits: { value: [], name: [] } } }, { action: { type: 'currency', name: 'add', title: '新增币种' } }]),
    'POST /listField/find': () => (isDown ? { status: 503, body: {} } : ok([product])) as never,
  })
  await screen.findByText(/国家 true/)
  openSearch()
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findByRole('button', { name: /CN-7 电池收纳盒/ })).toBeTruthy()
  const names = dialog.getAllByRole('button').map(one => one.textContent)
  expect(names.indexOf('CN-7 电池收纳盒币种')).toBe(names.indexOf('新增币种快捷操作') - 1)
  await user.keyboard('收纳')
  expect(await dialog.findByText('没有查到记录：请求失败', {}, { timeout: 10_000 })).toBeTruthy()
  isDown = false
  await user.click(dialog.getByRole('button', { name: /重\s*试/ }))
  expect(await dialog.findByRole('button', { name: /CN-7/ })).toBeTruthy()
}, 20_000)

test('one Latin letter asks for no records, one Chinese character does; 400 characters of % and _ are told what is too much', async () => {
  pinyin.arrive()
  const { user, server } = open('/finance/base/country', { 'POST /listField/find': () => ok([product]) })
  await screen.findByText(/国家 true/)
  openSearch()
  const asked = () => server.calls.flatMap(one => (one.path === '/listField/find' ? [(one.body as { keyword: string }).keyword] : []))
  for (const typed of ['q', '   ', '%_'.repeat(200)]) {
    fireEvent.change(field(), { target: { value: typed } })
    await new Promise(resolve => setTimeout(resolve, 400))
  }
  expect(screen.getByText('搜索内容最多 100 个字，现有 400 个')).toBeTruthy()
  fireEvent.change(field(), { target: { value: '盒' } })
  await waitFor(() => expect(asked()).toEqual(['盒']))
  await user.keyboard('{Escape}')
})
