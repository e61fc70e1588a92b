/** The page of a record: what it shows, what may be done, where it leads. The list of shops of the mock menus stands for any. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ListDefinition, Push } from '../../declare/wire.ts'
import { registerGeneric } from '../page/pages.ts'
import { listDefinition, field } from '../gallery/mock-definitions.ts'
import { open as openShell, tabTitles } from '../../../test/setup/web/open-shell.tsx'
import { ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import * as pushes from '../realtime/pushes.ts'
import { letterRow, letters } from '../../../test/setup/web/mock-record.ts'

const heard = new Set<(push: Push) => void>()
vi.spyOn(pushes, 'listenToPushes').mockImplementation(listener => {
  heard.add(listener)
  return () => void heard.delete(listener)
})
const push = (one: Push): void => act(() => heard.forEach(listener => listener(one)))

registerGeneric('record', () => import('./record-page.tsx'))
beforeAll(() => import('./record-page.tsx'))

const related = listDefinition('country', '国家', [
  field('name', '国家名', 'text'),
  field('letterId', '信件', 'reference', { target: 'shop' }),
])
const bodyOf = ({ body }: { readonly body: unknown }): Record<string, unknown> => body as Record<string, unknown>

interface Options {
  readonly definition?: ListDefinition
  readonly handlers?: Readonly<Record<string, MockHandler>>
}

function open(address: string, { definition = letters, handlers = {} }: Options = {}) {
  return openShell(address, {
    'POST /listField/getByType': call => ok(bodyOf(call)['type'] === 'shop' ? definition : related),
    'POST /listField/record': call => ok(letterRow(String(bodyOf(call)['id']))),
    'POST /listField/neighbours': call => {
      const id = Number(bodyOf(call)['id'])
      return ok({ previous: id <= 1 ? null : String(id - 1), next: id >= 3 ? null : String(id + 1) })
    },
    'POST /listField/related': () =>
      ok([
        { type: 'country', field: 'letterId', total: 2, isMore: false },
        { type: 'currency', field: 'letterNo', total: 999, isMore: true },
      ]),
    'POST /country/list': () =>
      ok({
        list: [
          { id: '1', name: '美国' },
          { id: '2', name: '德国' },
        ],
        total: 2,
        pageNum: 1,
        pageSize: 10,
        next: null,
        totalExact: true,
      }),
    'POST /auditTrail/history': () => ok({ list: [], more: false }),
    'POST /realtime/watch': () => ok(null),
    'POST /realtime/unwatch': () => ok(null),
    ...handlers,
  })
}
const page = (name: string) => screen.findByRole('article', { name })

test('it is called after its record, shows its state and key fields, and the way to what they refer to', async () => {
  open('/sales/shop/detail?id=2')
  const letter = within(await page('第2封信'))
  expect(letter.getByRole('heading', { level: 1 }).textContent).toBe('第2封信')
  expect(tabTitles()).toContain('第2封信')
  expect(letter.getByRole('list', { name: '状态' }).querySelector('[aria-current]')?.textContent).toBe('草稿')
  const links = letter.getAllByRole('link', { name: '陈会计' })
  expect(links.map(one => one.getAttribute('href'))).toEqual(['/hr/employee/detail?id=5', '/hr/employee/detail?id=5'])
  // by a natural key, which names its record
  expect(letter.getByRole('link', { name: '人民币' }).getAttribute('href')).toBe('/finance/base/currency/detail?id=code%3ACNY')
  expect(letter.getByRole('region', { name: '系统信息' })).toBeTruthy()
  // no conversation without what draws it
  expect(letter.getAllByRole('tab').map(one => one.textContent)).toEqual(['详细信息', '文件', '关联记录', '修改历史'])
})

test('next and previous go along the list one came from, in the same tab, by buttons and keys; back leads to that list', async () => {
  const { server, user } = open('/sales/shop/detail?id=1&sort=name.DESC&page=2')
  await page('第1封信')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一条 (J)' }).disabled).toBe(false))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '上一条 (K)' }).disabled).toBe(true)
  const tabs = tabTitles().length
  await user.click(screen.getByRole('button', { name: '下一条 (J)' }))
  await page('第2封信')
  expect(window.location.search).toBe('?id=2&sort=name.DESC&page=2')
  expect(tabTitles()).toHaveLength(tabs)
  expect(tabTitles()).not.toContain('第1封信')
  await waitFor(() => expect(server.calls.filter(one => one.path === '/listField/neighbours')).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '上一条 (K)' }).disabled).toBe(false))
  await user.keyboard('j')
  await page('第3封信')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '上一条 (K)' }).disabled).toBe(false))
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await page('第2封信')
  await user.click(screen.getByRole('button', { name: '返回列表' }))
  await waitFor(() => expect(window.location.pathname).toBe('/sales/shop'))
  expect(window.location.search).toBe('?sort=name.DESC&page=2')
})

test('a tab stands in the address and stays from record to record', async () => {
  const { user } = open('/sales/shop/detail?id=1')
  await page('第1封信')
  await user.click(screen.getByRole('tab', { name: '文件' }))
  expect(await screen.findByText('报价单.pdf')).toBeTruthy()
  await waitFor(() => expect(window.location.search).toBe('?id=1&tab=files'))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一条 (J)' }).disabled).toBe(false))
  await user.keyboard('j')
  await page('第2封信')
  expect(window.location.search).toBe('?id=2&tab=files')
  expect(screen.getByRole('tab', { name: '文件' }).getAttribute('aria-selected')).toBe('true')
})

test('its steps are those that the server says, a step asks what it needs and the page is read anew', async () => {
  const handlers = { 'POST /letter/close': () => ok({ id: '2', version: 2 }) }
  const { server, user } = open('/sales/shop/detail?id=2', { handlers })
  await page('第2封信')
  expect(screen.getByRole('button', { name: '提交' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '结案' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('原因'), '办完了')
  const before = server.calls.filter(one => one.path === '/listField/record').length
  await user.click(dialog.getByRole('button', { name: /结\s*案$/ }))
  await waitFor(() => expect(server.calls.find(one => one.path === '/letter/close')?.body).toMatchObject({ id: '2', reason: '办完了' }))
  await waitFor(() => expect(server.calls.filter(one => one.path === '/listField/record').length).toBeGreaterThan(before))
})

test('where its state closes it, it can be neither edited nor deleted', async () => {
  const handlers = { 'POST /listField/record': () => ok(letterRow('2', { state: 3, may: [] })) }
  open('/sales/shop/detail?id=2', { handlers })
  const letter = within(await page('第2封信'))
  for (const name of ['编辑', '删除', '提交', '更多']) expect(letter.queryByRole('button', { name })).toBeNull()
})

test('what refers to it stands as lists with their numbers, narrowed to it', async () => {
  const { server, user } = open('/sales/shop/detail?id=2&tab=related')
  await page('第2封信')
  const choice = within(await screen.findByRole('group', { name: '关联记录' }))
  await waitFor(() => expect(choice.getAllByRole('button').map(one => one.textContent)).toEqual(['国家2', '币种999+']))
  expect(await screen.findByText('德国')).toBeTruthy()
  expect(server.calls.find(one => one.path === '/country/list')?.body).toMatchObject({
    conditionList: [{ field: 'letterId', condition: 'EQ', value: '2' }],
  })
  // of every row the page says already what it refers to
  expect(screen.queryByRole('columnheader', { name: '信件' })).toBeNull()
  expect(screen.getByRole('link', { name: '在列表中打开' }).getAttribute('href')).toContain('/finance/base/country?conditions=')
  await user.click(screen.getByText('德国'))
  await waitFor(() => expect(window.location.pathname).toBe('/finance/base/country/detail'))
  // the next one is that of this list
  expect(new URLSearchParams(window.location.search).get('conditions')).toContain('letterId')
})

test('another person changes it: that is told, and the page shows it', async () => {
  let name = '旧标题'
  const handlers = { 'POST /listField/record': () => ok(letterRow('2', { name })) }
  open('/sales/shop/detail?id=2', { handlers })
  await page('旧标题')
  name = '新标题'
  push({ kind: 'changed', type: 'shop', id: '9', by: '别人' })
  push({ kind: 'changed', type: 'shop', id: '2', by: '王五' })
  await page('新标题')
  expect(await screen.findByText('王五刚刚修改了这条记录，页面已更新')).toBeTruthy()
  expect(tabTitles()).toContain('新标题')
})

test('a record that is gone, of somebody else or without an id says so and leads to the list; a refused list is refused', async () => {
  const gone = { 'POST /listField/record': () => refused(1004, '店铺不存在', null, 404) }
  const { user, view } = open('/sales/shop/detail?id=9', { handlers: gone })
  expect(await screen.findByText('记录不存在或没有权限')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '返回列表' }))
  await waitFor(() => expect(window.location.pathname).toBe('/sales/shop'))
  view.unmount()
  const second = open('/sales/shop/detail')
  expect(await screen.findByText('记录不存在或没有权限')).toBeTruthy()
  second.view.unmount()
  const forbidden = { 'POST /listField/record': () => refused(1003, '没有权限', null, 403) }
  open('/sales/shop/detail?id=2', { handlers: forbidden })
  expect(await screen.findByText('没有访问权限')).toBeTruthy()
})

test('an answer that fails can be asked for again', async () => {
  let isBroken = true
  const handlers = { 'POST /listField/record': () => (isBroken ? refused(1029, '太频繁', null, 429) : ok(letterRow('2'))) }
  const { user } = open('/sales/shop/detail?id=2', { handlers })
  const again = await screen.findByRole('button', { name: /重\s*试/ })
  isBroken = false
  await user.click(again)
  expect(await page('第2封信')).toBeTruthy()
})

const busy = () => refused(1029, '太频繁', null, 429)

test.each([
  ['related', 'POST /country/list', '德国', { list: [{ id: '2', name: '德国' }], total: 1, pageNum: 1, pageSize: 10 }],
  ['history', 'POST /auditTrail/history', '还没有修改记录', { list: [], more: false }],
])('the tab %s that fails leaves the record standing and can be asked for again', async (tab, path, shown, answer) => {
  let isBroken = true
  const { user } = open(`/sales/shop/detail?id=2&tab=${tab}`, { handlers: { [path]: () => (isBroken ? busy() : ok(answer)) } })
  const letter = within(await page('第2封信'))
  const again = await letter.findByRole('button', { name: /重\s*试/ })
  expect(letter.getByRole('button', { name: '提交' })).toBeTruthy()
  isBroken = false
  await user.click(again)
  expect(await letter.findByText(shown)).toBeTruthy()
  expect(letter.queryByRole('button', { name: /重\s*试/ })).toBeNull()
})

test('numbers of related records that fail are said to have failed, and the list is there', async () => {
  open('/sales/shop/detail?id=2&tab=related', { handlers: { 'POST /listField/related': busy } })
  const letter = within(await page('第2封信'))
  expect(await letter.findByText('数量读取失败，列表仍可查看')).toBeTruthy()
  expect(await letter.findByText('德国')).toBeTruthy()
})

test('a record that is deleted while it is shown says so', async () => {
  let isGone = false
  const answer = () => (isGone ? refused(1004, '店铺不存在', null, 404) : ok(letterRow('2')))
  open('/sales/shop/detail?id=2', { handlers: { 'POST /listField/record': answer } })
  await page('第2封信')
  isGone = true
  push({ kind: 'changed', type: 'shop', id: '2', by: '王五' })
  expect(await screen.findByText('记录不存在或没有权限')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
  expect(tabTitles()).toContain('记录不存在')
})

test('what belongs to it by the menus is a tab, narrowed by all fields that lead there; without a value there is none', async () => {
  const child = (by: string) => ({ type: 'country', title: '所属国家', where: [['letterId', 'id'] as const, ['name', by] as const] })
  const withChild = (by: string): ListDefinition =>
    letters.record === undefined ? letters : { ...letters, record: { ...letters.record, children: [child(by)] } }
  const { user, server, view } = open('/sales/shop/detail?id=2', { definition: withChild('no') })
  const tabs = within(await page('第2封信')).getAllByRole('tab')
  expect(tabs.map(one => one.textContent)).toEqual(['详细信息', '所属国家', '文件', '关联记录', '修改历史'])
  await user.click(screen.getByRole('tab', { name: '所属国家' }))
  await screen.findByRole('region', { name: '所属国家' })
  const asked = server.calls.filter(({ path }) => path === '/country/list').map(call => bodyOf(call)['conditionList'])
  expect(asked.at(-1)).toEqual([
    { field: 'letterId', condition: 'EQ', value: '2' },
    { field: 'name', condition: 'EQ', value: 'XJ-2' },
  ])
  view.unmount()
  open('/sales/shop/detail?id=2', { definition: withChild('nothing') })
  const others = within(await page('第2封信')).getAllByRole('tab')
  expect(others.map(one => one.textContent)).not.toContain('所属国家')
})
