import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListDefinition, Row } from '../../../declare/wire.ts'
import { renderPage } from '../../../../test/setup/web/render-page.tsx'
import { menuNode, ok, refused, type MockHandler } from '../../gallery/mock-api.ts'
import { field, formItem, listDefinition } from '../../gallery/mock-definitions.ts'
import ListPage from '../../list/list-page.tsx'
import { moveOf, openColumns } from './move.ts'

const states = [
  { value: 1, label: '新建' },
  { value: 2, label: '已受理' },
  { value: 3, label: '已解决' },
]
const step = (name: string, to: number, input: ListDefinition['form'] = []) => ({
  name,
  title: name,
  call: { method: 'POST' as const, path: `/api-2024/ticket/${name}` },
  confirm: null,
  input,
  body: {},
  tone: null,
  to,
  isSingle: false,
})
const definition: ListDefinition = {
  ...listDefinition('ticket', '工单', [field('title', '标题', 'text'), field('state', '状态', 'choice', { keyValueList: states })]),
  calls: { list: { method: 'POST', path: '/api-2024/ticket/list' }, update: { method: 'POST', path: '/api-2024/ticket/update' } },
  form: [formItem('level', '级别', 'select')],
  states: {
    field: 'state',
    steps: [step('accept', 2), step('solve', 3, [formItem('solution', '方案', 'text', { required: true })])],
    editable: [1, 2],
    removable: [],
  },
  shownAs: {
    views: ['table', 'board'],
    first: 'table',
    card: { title: 'title', subtitle: null, tags: ['state'], person: null, due: null },
    board: { by: 'state', columns: states.map(one => ({ value: one.value, title: one.label })) },
  },
}
const rows: readonly Row[] = [
  { id: '1', version: 4, title: '灯坏了', state: 1, may: ['accept'] },
  { id: '2', version: 1, title: '门坏了', state: 2, may: ['solve'] },
]
const columnWidth = 300

/** jsdom lays nothing out: columns stand side by side. */
function rectOf(this: Element): DOMRect {
  // what is held is drawn above all columns, where its card was
  const column = this.closest('.zg-column') ?? document.querySelector('.zg-card-gone')?.closest('.zg-column') ?? null
  const at = column === null ? 0 : [...(column.parentElement?.children ?? [])].indexOf(column)
  return this.classList.contains('zg-card')
    ? new DOMRect(at * columnWidth + 8, 40, columnWidth - 16, 96)
    : new DOMRect(at * columnWidth, 0, columnWidth, 600)
}
beforeEach(() => void vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(rectOf))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let answered = rows
const ofColumn: MockHandler = ({ body }) => {
  const conditions = (body as { conditionList?: { field: string; condList?: string[] }[] }).conditionList ?? []
  const code = Number(conditions.find(one => one.field === 'state')?.condList?.[0])
  const list = answered.filter(row => Number.isNaN(code) || row['state'] === code)
  return ok({ list, total: list.length, pageNum: 1, pageSize: 50, next: null })
}
const open = (more: Readonly<Record<string, MockHandler>> = {}) => {
  answered = rows
  return renderPage(<ListPage menu={menuNode('/list', '列表', 'list/ticket')} type="ticket" />, {
    address: '/list?as=board',
    handlers: { 'POST /listField/getByType': () => ok(definition), 'POST /ticket/list': ofColumn, ...more },
  })
}
const column = (title: string) => within(screen.getByRole('region', { name: title }))
const cardOf = async (title: string): Promise<HTMLElement> => {
  const card = (await screen.findByText(title)).closest<HTMLElement>('.zg-card')
  if (card === null) throw new Error(`no card of ${title}`)
  return card
}
/** The keyboard's drag needs a moment between its keys. */
async function carried(title: string, ...keys: readonly string[]): Promise<void> {
  act(() => {})
  const card = await cardOf(title)
  card.focus()
  for (const key of keys) {
    await userEvent.keyboard(key)
    await act(() => new Promise(done => setTimeout(done, 60)))
  }
}

test('each column asks by the list’s own call for the records of its state, and says how many there are', async () => {
  const { bodies } = open()
  await waitFor(() => expect(column('新建').getByText('灯坏了')).toBeTruthy())
  await waitFor(() => expect(column('已受理').getByText('门坏了')).toBeTruthy())
  const asked = bodies('/ticket/list').filter(body => body['only'] === 'rows')
  expect(asked.map(body => body['conditionList'])).toEqual(
    states.map(one => [{ field: 'state', condition: 'EQ', condList: [String(one.value)] }]),
  )
  expect(screen.getByText('共 2 条')).toBeTruthy()
})

test('a column says what its records add up to, in each currency, and keeps the place where sums are dear', async () => {
  const hours = field('hours', '工时', 'decimal', { isTotal: true })
  const cost = field('cost', '费用', 'money', { isTotal: true, currencyField: 'currency' })
  const sums = (body: unknown) => (JSON.stringify(body).includes('"1"') ? { hours: '3.5', cost: null } : undefined)
  open({
    'POST /listField/getByType': () => ok({ ...definition, result: [...definition.result, hours, cost] }),
    'POST /ticket/list': call => {
      const totals = sums(call.body)
      const byCurrency = { cost: { CNY: '10', USD: '2' } }
      return ok({ list: [], total: 0, pageNum: 1, pageSize: 50, next: null, ...(totals ? { totals, totalsByCurrency: byCurrency } : {}) })
    },
  })
  const sumsOf = (title: string) => screen.getByRole('region', { name: title }).querySelector('.zg-column-sums')?.textContent ?? ''
  await waitFor(() => expect(sumsOf('新建')).toContain('3.5'))
  expect(sumsOf('新建')).toMatch(/CNY.*10/)
  expect(sumsOf('已受理')).toBe('工时 —费用 —')
})

test('a card carried to the next column takes the step that leads there, with its version', async () => {
  const { bodies } = open({
    'POST /ticket/accept': () => {
      answered = rows.map(row => (row.id === '1' ? { ...row, version: 5, state: 2 } : row))
      return ok({ id: '1' })
    },
  })
  await carried('灯坏了', ' ', '{ArrowRight}', ' ')
  await waitFor(() => expect(bodies('/ticket/accept')).toEqual([{ id: '1', version: 4 }]))
  await waitFor(() => expect(column('已受理').getByText('灯坏了')).toBeTruthy())
})

test('the menu of a card moves it where it may go, for whoever does not drag', async () => {
  const { bodies } = open({ 'POST /ticket/accept': () => ok({ id: '1' }) })
  await cardOf('灯坏了')
  await userEvent.click(screen.getByRole('button', { name: '移动“灯坏了”', hidden: true }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(one => one.textContent)).toEqual(['已受理'])
  await userEvent.click(items[0] as HTMLElement)
  await waitFor(() => expect(bodies('/ticket/accept')).toEqual([{ id: '1', version: 4 }]))
})

test('the menu key opens it as well, and Escape leaves the card as it was', async () => {
  const { server } = open()
  const card = await cardOf('灯坏了')
  card.focus()
  await userEvent.keyboard('{ContextMenu}')
  await screen.findByRole('menuitem', { name: '已受理' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(server.calls.filter(call => /accept/.test(call.path))).toEqual([])
})

test('what the server refuses stands where it was, with the message', async () => {
  open({ 'POST /ticket/accept': () => refused(1009, '这张工单刚被别人修改过') })
  await carried('灯坏了', ' ', '{ArrowRight}', ' ')
  expect(await screen.findByText('这张工单刚被别人修改过')).toBeTruthy()
  await waitFor(() => expect(column('新建').getByText('灯坏了')).toBeTruthy())
})

test('a column that no step leads to says so and asks nothing', async () => {
  const { server } = open()
  await carried('灯坏了', ' ', '{ArrowRight}', '{ArrowRight}', ' ')
  expect(await screen.findByText('“灯坏了”现在不能移到“已解决”')).toBeTruthy()
  expect(server.calls.filter(call => /accept|solve|update/.test(call.path))).toEqual([])
})

test('a step that asks for something opens its dialog', async () => {
  const { bodies } = open({ 'POST /ticket/solve': () => ok({ id: '2' }) })
  await carried('门坏了', ' ', '{ArrowRight}', ' ')
  await userEvent.type(await screen.findByLabelText('方案', {}, { timeout: 10_000 }), '换锁')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'solve' }))
  await waitFor(() => expect(bodies('/ticket/solve')).toEqual([{ id: '2', version: 1, solution: '换锁' }]))
})

test('a choice that is no state is updated, unless the form or the state closes it', () => {
  const [row, moved] = [rows[0] as Row, { kind: 'update', body: { id: '1', version: 4, level: 2 } }]
  expect(moveOf(definition, 'level', row, 2)).toEqual(moved)
  const closed = { ...definition, form: [formItem('level', '级别', 'select', { openIn: { field: 'state', states: [2] } })] }
  expect(moveOf(closed, 'level', row, 2)).toEqual({ kind: 'closed' })
  expect(moveOf({ ...definition, calls: { list: definition.calls.list } }, 'level', row, 2)).toEqual({ kind: 'closed' })
  expect(openColumns(definition, 'state', row, [1, 2, 3])).toEqual(new Set([2]))
})
