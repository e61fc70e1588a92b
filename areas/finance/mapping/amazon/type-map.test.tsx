import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { field, listDefinition } from '#platform/web/gallery/mock-definitions.ts'
import { renderPage } from '../../../../test/setup/web/render-page.tsx'
import { ok, refused, type MockHandler } from '#platform/web/gallery/mock-api.ts'
import { itemGroups } from '../../base/finance-item-classes.tsx'
import TypeMapPage from './type-map.page.tsx'

afterEach(() => vi.unstubAllGlobals())

const items = [
  { value: 10, label: '销售佣金' },
  { value: 52, label: '其他调整' },
  { value: 70, label: '预留金' },
]
const kind = {
  platform: 1,
  language: '',
  suggestion: null,
  family: 1,
  type: 'other-transaction',
  amountType: 'other-transaction',
  description: 'Seasonal Surcharge',
  columnName: '',
}
const unmapped = {
  ...kind,
  kindId: '41',
  title: '其他交易 · Seasonal Surcharge',
  id: null,
  item: null,
  source: null,
  version: null,
  validFrom: null,
}
const mapped = {
  ...kind,
  kindId: '42',
  title: '订单 · 佣金',
  description: 'Commission',
  id: '7',
  item: 10,
  source: 2,
  version: 3,
  validFrom: '2025-03',
}
const months = [
  { month: '2025-02', currency: 'EUR', amount: '-5.00', lines: 2, closed: false },
  { month: '2025-04', currency: 'EUR', amount: '-42.505', lines: 3, closed: false },
]

const handlers: Readonly<Record<string, MockHandler>> = {
  'POST /listField/getByType': () =>
    ok(listDefinition('amazonTypeMap', '费用类型映射', [field('item', '财务科目', 'choice', { keyValueList: items })])),
  'POST /AmazonTypeMap/queue': () => ok({ list: [unmapped, mapped], total: 2, pageNum: 1, pageSize: 1000 }),
  'POST /AmazonTypeMap/alteredMonths': () => ok({ list: months }),
  'POST /AmazonTypeMap/effect': ({ body }) => {
    const { item, validFrom = '' } = body as { item: number; validFrom?: string }
    return ok({ list: months.filter(one => one.month >= validFrom).map(one => ({ ...one, from: null, to: item })) })
  },
  'POST /AmazonTypeMap/insert': () => ok({ id: '8' }),
  'POST /AmazonTypeMap/update': () => ok(null),
  'POST /AmazonTypeMap/delete': () => ok(null),
}

const open = (more: { handlers?: Readonly<Record<string, MockHandler>>; operations?: readonly number[]; address?: string } = {}) =>
  renderPage(<TypeMapPage />, {
    ...more,
    handlers: { ...handlers, ...more.handlers },
    address: more.address ?? '/t',
  })

async function choose(title: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: '财务科目' }))
  await userEvent.click(await screen.findByText(title, { selector: '.ant-select-item-option-content' }))
}

test('a kind is mapped from the beginning, after the months it alters have been shown', async () => {
  const { bodies } = open()
  await userEvent.click(await screen.findByRole('button', { name: '映射' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('将改变 2 个月的利润：')).toBeTruthy()
  expect(dialog.getByText('−42.51').title).toBe('-42.505')
  const confirm = dialog.getByRole('button', { name: '确认映射' })
  expect(confirm).toHaveProperty('disabled', true)
  await choose('其他调整')
  await userEvent.click(confirm)
  await waitFor(() => expect(bodies('/AmazonTypeMap/insert')).toEqual([{ kindId: '41', item: 52 }]))
  await waitFor(() => expect(bodies('/AmazonTypeMap/queue')).toHaveLength(2))
})

test('a mapping in force is changed with its version, and alters only the months since it holds', async () => {
  const { bodies } = open()
  await userEvent.click(await screen.findByRole('button', { name: '修改' }))
  expect(await screen.findByText('将改变 1 个月的利润：')).toBeTruthy()
  expect(screen.getByText('从 2025-03 起（现有映射的生效月份）')).toBeTruthy()
  await choose('预留金')
  await userEvent.click(screen.getByRole('button', { name: '确认映射' }))
  await waitFor(() => expect(bodies('/AmazonTypeMap/update')).toEqual([{ id: '7', version: 3, item: 70 }]))
})

test('a closed month keeps its mapping: another holds from the first open month on', async () => {
  const closed = [{ ...months[0], month: '2025-03', closed: true }, { ...months[1] }]
  const { bodies } = open({ handlers: { 'POST /AmazonTypeMap/alteredMonths': () => ok({ list: closed }) } })
  await userEvent.click(await screen.findByRole('button', { name: '修改' }))
  expect(await screen.findByText('2025-03 及以前已结账，保留原来的映射')).toBeTruthy()
  expect(screen.getByText('将改变 1 个月的利润：')).toBeTruthy()
  await choose('预留金')
  await userEvent.click(screen.getByRole('button', { name: '确认映射' }))
  await waitFor(() => expect(bodies('/AmazonTypeMap/insert')).toEqual([{ kindId: '42', item: 70, validFrom: '2025-04' }]))
})

test('who saved second keeps what was chosen, and the queue is asked again', async () => {
  const { bodies } = open({ handlers: { 'POST /AmazonTypeMap/update': () => refused(1009, '数据已被他人修改') } })
  await userEvent.click(await screen.findByRole('button', { name: '修改' }))
  await screen.findByText('将改变 1 个月的利润：')
  // another choice than the test before: the same write again within a moment is done once
  await choose('其他调整')
  await userEvent.click(screen.getByRole('button', { name: '确认映射' }))
  await waitFor(() => expect(bodies('/AmazonTypeMap/queue')).toHaveLength(2))
  expect(screen.getByText('修改映射')).toBeTruthy()
  expect(screen.getAllByText('其他调整').length).toBeGreaterThan(0)
})

test('deleting names the mapping and what follows', async () => {
  const { bodies } = open()
  await userEvent.click(await screen.findByRole('button', { name: '删除' }))
  expect((await screen.findAllByText('确定要删除“订单 · 佣金”的映射吗？')).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: '删除映射' }))
  await waitFor(() => expect(bodies('/AmazonTypeMap/delete')).toEqual([{ id: '7', version: 3 }]))
})

test('who may only look has nothing to press', async () => {
  open({ operations: [2] })
  await screen.findByText('订单 · 佣金')
  expect(screen.queryByText('操作')).toBeNull()
  expect(screen.queryByRole('button', { name: '映射' })).toBeNull()
})

test('the address holds the filter; nothing left to map is said', async () => {
  const { bodies } = open({
    address: '/t?unmapped=1',
    handlers: { 'POST /AmazonTypeMap/queue': () => ok({ list: [], total: 0, pageNum: 1, pageSize: 1000 }) },
  })
  expect(await screen.findByText('所有费用类型都已映射')).toBeTruthy()
  expect(bodies('/AmazonTypeMap/queue')[0]).toEqual({ unmappedOnly: true })
})

test('finance items stand in groups in the order of the profit table', () => {
  expect(itemGroups(items).map(one => [one.label, ...one.options.map(option => option.label)])).toEqual([
    ['平台费用', '销售佣金'],
    ['赔偿与调整', '其他调整'],
    ['资金时间差（不计利润）', '预留金'],
  ])
})
