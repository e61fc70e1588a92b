/** The conversation of a record in the browser: what is read, written, answered, edited and deleted, and what is new. */
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ThreadComment, ThreadDefinition, ThreadPage } from '../../declare/wire-thread.ts'
import { countries } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused } from '../gallery/mock-api.ts'
import { arranged, newestOf } from './arrange.ts'
import { nameFor, toEdit, toSend, withPicked } from './mention-text.ts'
import RecordThread from './record-thread.tsx'

const call = (does: string) => ({ method: 'POST' as const, path: `/api-2024/talk/${does}`, record: 'recordId' })
const thread: ThreadDefinition = {
  list: call('list'),
  people: call('people'),
  seen: call('seen'),
  add: call('add'),
  update: call('update'),
  remove: call('delete'),
  max: 5_000,
  filesMax: 8,
}
const comment = (id: string, more: Partial<ThreadComment> = {}): ThreadComment => ({
  kind: 'comment',
  id,
  version: 1,
  parentId: null,
  at: `2026-11-20T00:00:0${id}Z`,
  by: { accountId: '5', name: '陈刚', avatar: null },
  isMine: false,
  content: `第${id}条`,
  files: [],
  isEdited: false,
  isDeleted: false,
  ...more,
})
const page = (list: ThreadPage['list'], more: Partial<ThreadPage> = {}): ThreadPage => ({
  list,
  next: null,
  unread: 0,
  seenId: '1',
  closed: null,
  ...more,
})
const written = { id: '9', version: 1, notTold: [], notice: null }

async function open(first: ThreadPage, handlers: Parameters<typeof renderPage>[1] = {}) {
  const on = renderPage(<RecordThread resource="country" id="7" />, {
    handlers: {
      'POST /listField/getByType': () => ok({ ...countries, type: 'country', thread }),
      'POST /talk/list': ({ body }) => ok('before' in (body as object) ? page([comment('1', { at: '2026-11-19T00:00:00Z' })]) : first),
      'POST /talk/seen': () => ok(null),
      ...handlers.handlers,
    },
  })
  return { on, region: await screen.findByRole('region', { name: '沟通' }) }
}

test('answers stand below what they answer; new ones are marked, deleted ones keep their place, and the server learns what was seen', async () => {
  const { on, region } = await open(
    page([
      comment('1', { isDeleted: true, content: '', by: { accountId: null, name: '', avatar: null } }),
      comment('2', { parentId: '1', content: '看 @[王芳](3) <b>' }),
      {
        kind: 'move',
        at: '2026-11-20T00:00:03Z',
        by: { accountId: '5', name: '陈刚', avatar: null },
        title: '完成',
        from: '进行中',
        to: '已完成',
        note: '齐了',
      },
    ]),
  )
  expect(within(region).getByText('已删除')).toBeTruthy()
  expect(within(region).getByText('@王芳').className).toBe('zg-thread-mention')
  expect(within(region).getByText(/<b>/)).toBeTruthy()
  expect(within(region).getAllByText('新消息')).toHaveLength(1)
  expect(within(region).getByText('陈刚 · 完成 · 进行中 → 已完成')).toBeTruthy()
  expect(on.bodies('/talk/seen').at(-1)).toEqual({ recordId: '7', isOpen: true, lastId: '2' })
})

test('a comment is sent with the people it names; who was told nothing is named', async () => {
  const { on, region } = await open(page([]), {
    handlers: {
      'POST /talk/people': () => ok([{ accountId: '3', name: '王芳', avatar: null, detail: '供应链部' }]),
      'POST /talk/add': () => ok({ ...written, notTold: [{ accountId: '3', name: '王芳' }], notice: '王芳看不到这条记录，没有通知' }),
    },
  })
  expect(within(region).getByRole('button', { name: /发\s*送/ })).toHaveProperty('disabled', true)
  const box = within(region).getByRole('textbox', { name: '发言' })
  await userEvent.type(box, '请 @王')
  await userEvent.click(await screen.findByText('王芳 · 供应链部'))
  await userEvent.type(box, '看')
  await userEvent.click(within(region).getByRole('button', { name: /发\s*送/ }))
  expect(await screen.findByText('王芳看不到这条记录，没有通知')).toBeTruthy()
  expect(on.bodies('/talk/add')).toEqual([{ recordId: '7', content: '请 @[王芳](3) 看', files: [] }])
  expect(box).toHaveProperty('value', '')
})

test('what was refused stays typed', async () => {
  const { region } = await open(page([]), { handlers: { 'POST /talk/add': () => refused(1002, '内容最多 5000 个字') } })
  const box = within(region).getByRole('textbox', { name: '发言' })
  await userEvent.type(box, '长')
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
  expect(await screen.findByText('内容最多 5000 个字')).toBeTruthy()
  expect(box).toHaveProperty('value', '长')
})

test("one's own is edited by its version and deleted when that is confirmed; another's is only answered", async () => {
  const { on, region } = await open(page([comment('1', { isMine: true }), comment('2')]), {
    handlers: { 'POST /talk/update': () => ok(written), 'POST /talk/delete': () => ok(null), 'POST /talk/add': () => ok(written) },
  })
  const [mine, other] = within(region).getAllByRole('article')
  if (mine === undefined || other === undefined) throw new Error('two comments')
  expect(within(other).queryByRole('button', { name: /编\s*辑/ })).toBeNull()
  await userEvent.click(within(mine).getByRole('button', { name: /编\s*辑/ }))
  const box = await within(region).findByRole('textbox', { name: '编辑发言' })
  await userEvent.type(box, '改')
  await userEvent.click(within(region).getByRole('button', { name: /保\s*存/ }))
  await vi.waitFor(() => expect(on.bodies('/talk/update')).toEqual([{ id: '1', version: 1, content: '第1条改', files: [] }]))
  await userEvent.click(within(region).getAllByRole('button', { name: /删\s*除/ })[0] as HTMLElement)
  await userEvent.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: /删\s*除/ }))
  await vi.waitFor(() => expect(on.bodies('/talk/delete')).toEqual([{ id: '1' }]))
  await userEvent.click(within(other).getByRole('button', { name: /回\s*复/ }))
  await userEvent.type(await within(region).findByRole('textbox', { name: '回复 陈刚' }), '好')
  await userEvent.click(
    within(region)
      .getAllByRole('button', { name: /回\s*复/ })
      .at(-1) as HTMLElement,
  )
  await vi.waitFor(() => expect(on.bodies('/talk/add')).toEqual([{ recordId: '7', content: '好', files: [], parentId: '2' }]))
})

test("an answer to another's answer begins with his name, the words go behind it; one to one's own does not", async () => {
  const { on, region } = await open(page([comment('1'), comment('2', { parentId: '1' }), comment('3', { parentId: '1', isMine: true })]), {
    handlers: { 'POST /talk/add': () => ok(written) },
  })
  const [, his, mine] = within(region).getAllByRole('article')
  await userEvent.click(within(mine as HTMLElement).getByRole('button', { name: /回\s*复/ }))
  expect(await within(region).findByRole('textbox', { name: '回复 陈刚' })).toHaveProperty('value', '')
  await userEvent.click(within(his as HTMLElement).getByRole('button', { name: /回\s*复/ }))
  const box = await within(region).findByRole('textbox', { name: '回复 陈刚' })
  await vi.waitFor(() => expect(box).toHaveProperty('value', '@陈刚 '))
  await userEvent.keyboard('好')
  fireEvent.keyDown(within(region).getByRole('textbox', { name: '回复 陈刚' }), { key: 'Enter', ctrlKey: true })
  await vi.waitFor(() => expect(on.bodies('/talk/add')).toEqual([{ recordId: '7', content: '@[陈刚](5) 好', files: [], parentId: '1' }]))
})

test('older ones on demand; a closed conversation says why nothing can be written', async () => {
  const { on, region } = await open(page([comment('2')], { next: '2', closed: '卡片已是“已完成”，不能再发言' }))
  expect(within(region).getByText('卡片已是“已完成”，不能再发言')).toBeTruthy()
  expect(within(region).queryByRole('textbox')).toBeNull()
  await userEvent.click(within(region).getByRole('button', { name: '更早的内容' }))
  expect(await within(region).findByText('第1条')).toBeTruthy()
  expect(on.bodies('/talk/list').at(-1)).toEqual({ recordId: '7', before: '2' })
})

test('pages are joined: the newest word on a comment counts, in order of time', () => {
  const pages = [page([comment('1', { isEdited: true }), comment('9', { parentId: '1' })]), page([comment('1'), comment('3')])]
  expect(arranged(pages).map(one => one.kind === 'comment' && [one.comment.id, one.comment.isEdited, one.answers.length])).toEqual([
    ['1', true, 1],
    ['3', false, 0],
  ])
  expect(newestOf([page([comment('9'), { ...comment('10'), at: '2026-11-20T00:00:10Z' }])])).toBe('10')
})

test('people of one name are told apart, and come back as who they are', () => {
  const picked = withPicked(withPicked(new Map(), '3', '王芳'), '4', '王芳')
  expect(nameFor(picked, '4', '王芳')).toBe('王芳2')
  expect(toSend('@王芳2 和 @王芳 看，@别人 不算', picked)).toBe('@[王芳2](4) 和 @[王芳](3) 看，@别人 不算')
  expect(toEdit('@[王芳](3) 和 @[王芳](4)')).toEqual({ text: '@王芳 和 @王芳2', picked })
})
