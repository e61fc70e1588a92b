/** Filters of the bar: each control asks what was chosen, keeps it in the address, and can be cleared. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FieldDefinition, Scheme } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { menuNode, ok, type MockHandler } from '../gallery/mock-api.ts'
import { groupsOf, withGroup } from '../filters/filter-groups.tsx'
import { FilterBar } from './filter-bar.tsx'
import ListPage from './list-page.tsx'
import { emptyState, type ListState } from '../values/list-state.ts'
import { field, listDefinition } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const colours = ['红', '黄', '蓝'].map((label, at) => ({ value: at + 1, label }))
const products = [
  { value: '11', label: 'LAMP-1', detail: '台灯', group: { value: '灯具', label: '灯具' } },
  { value: '12', label: 'LAMP-2', detail: '落地灯', group: { value: '灯具', label: '灯具' } },
  { value: '21', label: 'CUP-1', group: { value: null, label: '' } },
]
const choice = (filterAs: FieldDefinition['filterAs'], more: Partial<FieldDefinition> = {}): FieldDefinition =>
  field('colour', '颜色', 'choice', { filterKind: 'select', filterAs, keyValueList: colours, ...more })

/** A list with this one filter in sight. */
function open(filter: FieldDefinition, address = '/list', handlers: Readonly<Record<string, MockHandler>> = {}) {
  const staged = renderPage(<ListPage menu={menuNode('/list', '列表', 'list/x')} type="ware" />, {
    address,
    handlers: {
      'POST /listField/getByType': () => ok(listDefinition('ware', '货品', [filter])),
      'POST /ware/list': () => ok({ list: [], total: 0, pageNum: 1, pageSize: 10 }),
      'POST /listField/options': ({ body }) => {
        const { keyword, ids } = body as { keyword?: string; ids?: string[] }
        return ok(products.filter(one => (ids === undefined ? one.label.includes(keyword ?? '') : ids.includes(one.value))))
      },
      ...handlers,
    },
  })
  // an empty list also asks for one row without each filter
  const asked = () => staged.bodies('/ware/list').findLast(one => one['pageSize'] !== 1)?.['conditionList']
  return { ...staged, asked, user: userEvent.setup() }
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) => user.click(await screen.findByRole('button', { name }))

test('round buttons: one at once, 全部 takes it away', async () => {
  const { user, asked, search } = open(choice('radio', { filterKind: 'equals' }))
  await press(user, '颜色')
  await user.click(await screen.findByRole('radio', { name: '黄' }))
  await waitFor(() => expect(asked()).toEqual([{ field: 'colour', condition: 'EQ', value: '2' }]))
  expect(search().get('f.colour')).toBe('2')
  await user.click(screen.getByRole('radio', { name: '全部' }))
  await waitFor(() => expect(search().has('f.colour')).toBe(false))
})

test('boxes and tags: several together, asked after 800 ms', async () => {
  const { user, asked } = open(choice('checkbox'))
  await press(user, '颜色')
  await user.click(await screen.findByRole('checkbox', { name: '红' }))
  await user.click(screen.getByRole('checkbox', { name: '蓝' }))
  await waitFor(() => expect(asked()).toEqual([{ field: 'colour', condition: 'IN', value: '1,3' }]))
})

test('records of a tree are chosen in it, several together', async () => {
  const shelves = [
    { value: '1', label: '一楼', parent: null },
    { value: '2', label: '冷库', parent: '1' },
  ]
  const tree = field('shelfId', '货架', 'reference', { filterKind: 'select', target: 'shelf', isTree: true })
  const { user, asked, bodies } = open(tree, '/list?f.shelfId=2', { 'POST /listField/options': () => ok(shelves) })
  expect(await screen.findByTitle('冷库')).toBeTruthy()
  // one alone means what lies below it as well
  await waitFor(() => expect(asked()).toEqual([{ field: 'shelfId', condition: 'IN', value: '2' }]))
  // the tree for the control, the name of the chosen one for its chip
  await waitFor(() => expect(bodies('/listField/options')).toContainEqual({ type: 'shelf', ids: ['2'] }))
  expect(bodies('/listField/options').filter(one => one['ids'] === undefined)).toEqual([{ type: 'shelf', tree: true }])
  await user.click(screen.getByLabelText('货架'))
  await user.click(await screen.findByText('一楼'))
  await waitFor(() => expect(asked()).toEqual([{ field: 'shelfId', condition: 'IN', value: '2,1' }]))
})

test('tags are pressed and let go; the filter names what is chosen and is cleared at once', async () => {
  const { user, asked, search } = open(choice('tags'), '/list?f.colour=1')
  expect((await screen.findByRole('button', { name: '颜色' })).textContent).toContain('红')
  await press(user, '颜色')
  expect((await screen.findByRole('button', { name: '红' })).getAttribute('aria-pressed')).toBe('true')
  await press(user, '蓝')
  await press(user, '红')
  await waitFor(() => expect(asked()).toEqual([{ field: 'colour', condition: 'EQ', value: '3' }]))
  await press(user, '清除颜色')
  await waitFor(() => expect(search().has('f.colour')).toBe(false))
})

test('records below what they belong to: one, a whole group, found by keyword', async () => {
  const { user, asked } = open(field('productId', '商品', 'reference', { filterKind: 'select', filterAs: 'groups', target: 'product' }))
  await press(user, '商品')
  await press(user, 'CUP-1')
  await press(user, '灯具')
  await waitFor(() => expect(asked()).toEqual([{ field: 'productId', condition: 'IN', value: '21,11,12' }]))
  expect(screen.getByText('未分组')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox', { name: '查找选项' }), { target: { value: 'CUP' } })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'LAMP-1' })).toBeNull())
  expect(groupsOf(products, '无').map(one => [one.name, one.tags.length])).toEqual([
    ['灯具', 2],
    ['无', 1],
  ])
  expect(withGroup(['21', '11', '12'], { tags: products.slice(0, 2) })).toEqual(['21'])
})

test('a searched record has a second line', async () => {
  const { user } = open(field('productId', '商品', 'reference', { filterKind: 'select', target: 'product' }))
  await user.click(await screen.findByRole('combobox', { name: '商品' }))
  expect(await screen.findByText('落地灯')).toBeTruthy()
})

test('days: shortcuts stay periods, 自定义 keeps the days open', async () => {
  const { user, asked, search } = open(
    field('madeOn', '生产日期', 'date', {
      filterKind: 'range',
      conditions: ['EQ', 'BETWEEN', 'TODAY', 'YESTERDAY', 'LAST_7_DAYS', 'LAST_30_DAYS', 'THIS_MONTH', 'LAST_MONTH'],
    }),
  )
  const [from] = await screen.findAllByRole('textbox')
  if (from === undefined) throw new Error('no range')
  await user.click(from)
  const shortcuts = await screen.findByRole('list', { name: '快捷日期' })
  expect(
    within(shortcuts)
      .getAllByRole('button')
      .map(one => one.textContent),
  ).toEqual(['今天', '昨天', '最近7天', '最近30天', '本月', '上月', '自定义'])
  await user.click(within(shortcuts).getByRole('button', { name: '上月' }))
  await waitFor(() => expect(asked()).toEqual([{ field: 'madeOn', condition: 'LAST_MONTH' }]))
  expect(search().get('f.madeOn')).toBe('LAST_MONTH')
  await user.click(from)
  await user.click(within(shortcuts).getByRole('button', { name: '自定义' }))
  expect(within(shortcuts).getByRole('button', { name: '自定义' }).getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(search().get('f.madeOn')).toMatch(/^\d{4}-\d\d-01,\d{4}-\d\d-\d\d$/))
})

test('reset asks first and takes everything away', async () => {
  const { user, search } = open(choice('tags'), '/list?f.colour=1&search=x.y&size=20')
  await press(user, '重置')
  expect(await screen.findByText('确定要重置全部筛选条件吗？')).toBeTruthy()
  expect(search().get('f.colour')).toBe('1')
  const asked = screen.getByText('确定要重置全部筛选条件吗？').closest<HTMLElement>('.ant-popover')
  if (asked === null) throw new Error('no question')
  await user.click(within(asked).getByRole('button', { name: '重置' }))
  await waitFor(() => expect(search().toString()).toBe('size=20'))
})

const tab: Scheme = {
  profileId: '8',
  type: 'ware',
  kind: 2,
  name: '红色',
  isDefault: 0,
  isOwn: true,
  ownerName: '',
  version: 1,
  canUndo: false,
  removed: [],
  sharedWith: { employeeIds: [], deptIds: [] },
  defaultOf: { roleIds: [], isOrganisation: false },
  columnList: [],
  conditionList: [{ field: 'colour', condition: 'EQ', value: '1' }],
  orderByList: [],
}

test('a filter is saved as a tab: a name is needed, the tab says what the bar said, deleting asks', async () => {
  const warned = vi.spyOn(feedback, 'warning').mockImplementation(() => undefined)
  let tabs: Scheme[] = []
  const { user, bodies, search } = open(choice('tags'), '/list?f.colour=1', {
    'POST /listField/getByType': () => ok({ ...listDefinition('ware', '货品', [choice('tags')]), tabs }),
    'POST /ListProfile/saveListProfile': () => {
      tabs = [tab, { ...tab, profileId: '9', name: '别人的', isOwn: false, ownerName: '王芳' }]
      return ok({ profileId: '8', version: 1 })
    },
    'POST /ListProfile/deleteListProfile': () => {
      tabs = []
      return ok({ deleted: 1 })
    },
  })
  await press(user, '保存为标签')
  await press(user, '保存')
  expect(warned.mock.calls).toEqual([['标签名称不能为空']])
  await user.type(screen.getByRole('textbox', { name: '标签名称' }), ' 红色 ')
  await press(user, '保存')
  expect((await screen.findByRole('button', { name: '红色' })).getAttribute('aria-pressed')).toBe('true')
  expect(bodies('/ListProfile/saveListProfile')).toEqual([
    { type: 'ware', kind: 2, name: '红色', columnList: [], conditionList: tab.conditionList, orderByList: [] },
  ])
  await press(user, '全部')
  await waitFor(() => expect(search().toString()).toBe(''))
  await press(user, '红色')
  await waitFor(() => expect(search().get('f.colour')).toBe('1'))
  expect(screen.queryByRole('button', { name: '删除标签 别人的' })).toBeNull()
  await press(user, '删除标签 红色')
  expect(await screen.findByText('确定要删除吗？')).toBeTruthy()
  await press(user, '删除')
  await waitFor(() => expect(bodies('/ListProfile/deleteListProfile')).toEqual([{ profileId: '8' }]))
  await waitFor(() => expect(screen.queryByRole('navigation', { name: '筛选标签' })).toBeNull())
})

test('on a phone tabs and search share one row: the search opens over it, and marks its button while it is in force', async () => {
  const wide = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation(query => ({ ...wide(query), matches: query.includes('max-width') }))
  const search = { field: 'allText', title: '全部文本', within: ['名称'] }
  const { user, asked } = open(choice('tags'), '/list', {
    'POST /listField/getByType': () => ok({ ...listDefinition('ware', '货品', [choice('tags')]), search, tabs: [tab] }),
  })
  await press(user, '红色')
  await waitFor(() => expect(asked()).toEqual([{ field: 'colour', condition: 'EQ', value: '1' }]))
  const bar = screen.getByRole('search')
  expect(within(bar).getByRole('navigation', { name: '筛选标签' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: '查询内容' })).toBeNull()
  await press(user, '搜索')
  const input = await screen.findByRole('textbox', { name: '查询内容' })
  expect(document.activeElement).toBe(input)
  expect(screen.queryByRole('navigation', { name: '筛选标签' })).toBeNull()
  await user.type(input, '灯')
  // closed at once: what was typed is asked for all the same
  await press(user, '收起搜索')
  await waitFor(() => expect(asked()).toContainEqual({ field: 'allText', condition: 'LIKE', value: '灯' }))
  expect(bar.querySelector('.ant-badge-dot')).not.toBeNull()
  expect(within(bar).getByRole('navigation', { name: '筛选标签' })).toBeTruthy()
})

/** A bar whose state is drawn late, as on a busy page. */
function Late({ onAsked }: { onAsked: (state: ListState) => void }) {
  const [state, setState] = useState(emptyState)
  const later = (next: ListState): void => {
    onAsked(next)
    setTimeout(() => setState(next), 300)
  }
  return <FilterBar definition={listDefinition('ware', '货品', [choice('tags')])} state={state} onState={later} />
}

test('a second choice made before the first is drawn adds to it', async () => {
  const onAsked = vi.fn<(state: ListState) => void>()
  renderPage(<Late onAsked={onAsked} />)
  fireEvent.click(screen.getByRole('button', { name: '颜色' }))
  fireEvent.click(await screen.findByRole('button', { name: '红' }))
  await waitFor(() => expect(onAsked).toHaveBeenCalledTimes(1))
  fireEvent.click(screen.getByRole('button', { name: '蓝' }))
  await waitFor(() => expect(onAsked).toHaveBeenCalledTimes(2))
  expect(onAsked.mock.lastCall?.[0].filters).toEqual({ colour: '1,3' })
})
