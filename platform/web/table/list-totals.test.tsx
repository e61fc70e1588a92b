import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { menuNode, ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import type { RateName } from '../../declare/wire.ts'
import ListPage from '../list/list-page.tsx'
import { field, listDefinition } from '../gallery/mock-definitions.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const menu = menuNode('/list', '列表', 'list/x')
const many = listDefinition('many', '流水', [
  field('no', '单号', 'text', { filterKind: 'contains' }),
  field('amount', '金额', 'money', { isTotal: true, currencyField: 'currency' }),
])
const rowsOf = (body: unknown): Readonly<Record<string, unknown>> => (typeof body === 'object' && body !== null ? { ...body } : {})
const page = (address: string, totals: MockHandler) =>
  renderPage(<ListPage menu={menu} type="many" />, {
    address,
    handlers: {
      'POST /listField/getByType': () => ok(many),
      'POST /many/list': call => {
        const asked = rowsOf(call.body)
        if (asked['only'] === 'totals') return totals(call)
        const pageNum = Number(asked['pageNum'])
        return ok({
          list: [{ id: String(pageNum), no: `第${pageNum}页`, amount: '1.00' }],
          total: 1_200_000,
          totalExact: false,
          pageNum,
          pageSize: 10,
          next: `after-${pageNum}`,
        })
      },
    },
  })

test('rows stand with an estimate; the exact number and the totals follow', async () => {
  const release: { now?: () => void } = {}
  const counted = new Promise<void>(done => (release.now = done))
  page('/list', async () => {
    await counted
    return ok({
      list: [],
      total: 1_234_567,
      totalExact: true,
      totals: { amount: null },
      totalsByCurrency: { amount: { EUR: '2.50', USD: '10.255', JPY: '-3' } },
      pageNum: 1,
      pageSize: 10,
    })
  })
  expect(await screen.findByText('第1页')).toBeTruthy()
  expect(screen.getByText('共 约 1,200,000 条')).toBeTruthy()
  release.now?.()
  expect(await screen.findByText('共 1,234,567 条')).toBeTruthy()
  // one line for all currencies, the others open over it
  expect(screen.getByText('第1页')).toBeTruthy()
  const more = await screen.findByRole('button', { name: /金额：3 个币种/ })
  // its name holds what is seen of it
  for (const seen of ['EUR', '2.50', '+2'])
    expect(screen.getByRole('button', { name: text => text.includes(seen) && text.includes('3 个币种') })).toBe(more)
  await userEvent.click(more)
  const all = await screen.findByRole('tooltip')
  for (const text of ['EUR', 'USD', 'JPY', '2.50', '10.25', '−3.00']) expect(within(all).getByText(text)).toBeTruthy()
})

const converted = (value: string | null, missing: readonly RateName[], latest?: readonly RateName[]) =>
  ok({
    list: [],
    total: 3,
    totalExact: true,
    totals: { amount: null },
    totalsByCurrency: { amount: { EUR: '2.50', USD: '10.255' } },
    converted: { currency: 'CNY', totals: { amount: value }, missing, ...(latest === undefined ? {} : { latest }) },
    pageNum: 1,
    pageSize: 10,
  })
test.each([
  ['in one currency, those it is made of on hover', '88.129', [], undefined, 'CNY 88.12', '折合，按各月汇率'],
  ['empty where a rate is missing, and which', null, [{ month: '2026-02', currency: 'EUR' }], undefined, 'CNY —', '缺少汇率：2026-02 EUR'],
  [
    'without a day: the months of the latest rates',
    '88.129',
    [],
    [
      { month: '2026-02', currency: 'EUR' },
      { month: '2026-03', currency: 'USD' },
    ],
    'CNY 88.12',
    '折合，没有日期的按最近月份的汇率：2026-02 EUR、2026-03 USD',
  ],
  ['without a day: a currency without any rate', null, [{ month: '', currency: 'EUR' }], undefined, 'CNY —', '缺少汇率：EUR'],
] as const)('several currencies: %s', async (_, value, missing, latest, seen, note) => {
  page('/list', () => converted(value, missing, latest))
  const more = await screen.findByRole('button', { name: /金额：2 个币种/ })
  expect(more.textContent).toContain(seen.split(' ')[0])
  expect(more.textContent).toContain(seen.split(' ')[1])
  await userEvent.click(more)
  const all = await screen.findByRole('tooltip')
  for (const text of ['EUR', 'USD', '2.50', '10.25', note]) expect(within(all).getByText(text)).toBeTruthy()
})

test('where counting fails the estimate stays, with the rows', async () => {
  const { bodies } = page('/list', () => refused(1002, '查询用时过长'))
  expect(await screen.findByText('第1页')).toBeTruthy()
  await waitFor(() => expect(bodies('/many/list').some(one => one['only'] === 'totals')).toBe(true))
  expect(screen.getByText('共 约 1,200,000 条')).toBeTruthy()
})

test('going on follows the cursor, a jump asks by number, and no page counts again', async () => {
  const { bodies } = page('/list', () => refused(1002, '查询用时过长'))
  await screen.findByText('第1页')
  await userEvent.click(screen.getByTitle('2'))
  await screen.findByText('第2页')
  await userEvent.click(screen.getByTitle('120000'))
  await screen.findByText('第120000页')
  const asked = bodies('/many/list').filter(one => one['only'] === 'rows')
  expect(asked.map(one => [one['pageNum'], one['next']])).toEqual([
    [1, undefined],
    [2, 'after-1'],
    [120_000, undefined],
  ])
  const counts = bodies('/many/list').filter(one => one['only'] === 'totals')
  expect(counts.every(one => one['pageNum'] === undefined && one['next'] === undefined)).toBe(true)
})

test('totals of a filter that is left are given up: the browser takes the call back', async () => {
  const signals: AbortSignal[] = []
  page('/list', () => new Promise(() => undefined))
  const answering = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    if (init?.signal != null && typeof init.body === 'string' && init.body.includes('"only":"totals"')) signals.push(init.signal)
    return answering(input, init)
  })
  expect(await screen.findByText('第1页')).toBeTruthy()
  await waitFor(() => expect(signals).toHaveLength(1))
  await userEvent.type(screen.getByRole('textbox', { name: '查询内容' }), 'A{Enter}')
  await waitFor(() => expect(signals).toHaveLength(2))
  expect(signals.map(one => one.aborted)).toEqual([true, false])
})
