import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReportAnswer, ReportFigures } from '../../declare/wire.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { feedback } from '../api/feedback.ts'
import { localStore } from '../api/storage.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { menuNode, ok, refused, type MockCall, type MockHandler } from '../gallery/mock-api.ts'
import ReportPage from './report-page.tsx'
import {
  answerOf,
  commissionLines,
  comparedRows,
  euros,
  eurosBefore,
  lackingCosts,
  queryOf,
  reportHandlers,
  rowOf,
  rowsOf,
  profitList,
} from '../../../test/setup/web/mock-report.ts'

const rowsPath = '/AmzFinanceProfit/list'
const page = () => <ReportPage menu={menuNode('/p', '利润', 'report/amazonProfit')} type="amazonProfit" />
const open = (handlers: Readonly<Record<string, MockHandler>> = {}, address = '/p?from=2025-01&to=2025-12') =>
  renderPage(page(), { handlers: { ...reportHandlers, ...handlers }, address })
/** What the table asked for: the strip asks by nothing. */
const asked = (bodies: (path: string) => readonly Record<string, unknown>[]) =>
  bodies(rowsPath).filter(one => Array.isArray(one['by']) && one['by'].length > 0)
const more = async (name: string): Promise<void> => {
  await userEvent.click(screen.getByRole('button', { name: '更多操作' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
const lineOf = (text: string): HTMLElement => {
  const line = screen.getByText(text).closest<HTMLElement>('[role="row"]')
  if (line === null) throw new Error(`${text} stands in no line`)
  return line
}

beforeEach(() => localStore.set('report.charts', 'off'))
afterEach(() => {
  vi.unstubAllGlobals()
  localStore.clear()
})

test('a period whose last days files do not tell of is marked in the title line', async () => {
  const calls = { ...profitList.report?.calls, complete: { method: 'POST', path: '/api-2024/report/completeUntil' } }
  open({
    'POST /listField/getByType': () => ok({ ...profitList, report: { ...profitList.report, calls } }),
    'POST /report/completeUntil': () => ok({ until: '2025-12-10', shops: [{ shop: '德国店', until: '2025-12-10' }] }),
  })
  expect((await screen.findByRole('button', { name: /数据完整至 2025-12-10/ })).className).toContain('zg-complete-late')
})

test('rows, one total per currency, exact values on hover, a missing figure with its reason', async () => {
  open()
  await screen.findByText('德国店')
  const totals = screen.getAllByText('总计').map(one => one.closest<HTMLElement>('[role="row"]'))
  expect(totals.map(one => one?.querySelector('.zg-currency')?.textContent)).toEqual(['EUR', 'USD'])
  const profit = within(totals[0] as HTMLElement).getByRole('button', { name: /^利润 79.74/ })
  expect(profit.title).toBe('79.745')
  expect(within(totals[0] as HTMLElement).getByRole('button', { name: /^平台费用/ }).textContent).toBe('−20.06')
  expect(within(lineOf('美国店')).getByRole('button', { name: /^利润 —/ }).title).toBe('缺 2025-10 CAD 汇率')
  expect(screen.getByText(/3 行费用类型未映射/)).toBeTruthy()
  const lacking = await screen.findByText(/2 个 SKU 缺产品成本/)
  await userEvent.click(within(lacking).getByRole('button', { name: '查看' }))
  const named = within(await screen.findByRole('tooltip'))
  expect(
    named.getAllByRole('row').map(row =>
      within(row)
        .queryAllByRole('cell')
        .map(one => one.textContent),
    ),
  ).toEqual([[], ['德国店', 'LAMP', 'P7 台灯'], ['美国店', 'MAT-US', '未对应商品']])
})

test('figures do not wait for the costs they lack; those are asked once, whatever the order of the rows', async () => {
  const late = Promise.withResolvers<void>()
  const { bodies } = open({
    'POST /AmzFinanceProfit/missingCosts': async () => {
      await late.promise
      return ok(lackingCosts)
    },
  })
  await screen.findByText('德国店')
  expect(screen.queryByText(/缺产品成本/)).toBeNull()
  late.resolve()
  await screen.findByText(/2 个 SKU 缺产品成本/)
  await userEvent.click(screen.getByRole('button', { name: '利润' }))
  await waitFor(() => expect(asked(bodies).at(-1)).toMatchObject({ sortField: 'profit' }))
  expect(bodies('/AmzFinanceProfit/missingCosts')).toHaveLength(1)
})

test('a level is asked for when it is opened: its dimension, the row it stands below, its currency; then more of it', async () => {
  const { bodies } = open()
  await screen.findByText('德国店')
  expect(asked(bodies)).toHaveLength(1)
  expect(asked(bodies)[0]).toMatchObject({ by: ['shop'], where: {}, startDate: '2025-01-01', endDate: '2025-12-31', currency: 'shop' })
  await userEvent.click(screen.getByRole('button', { name: '展开德国店' }))
  await screen.findByText('LAMP')
  // the code with the name of what it stands for
  expect(within(lineOf('LAMP')).getByText('台灯')).toBeTruthy()
  expect(asked(bodies)[1]).toMatchObject({ by: ['sku'], where: { shop: ['3'] }, rowCurrency: 'EUR', pageNum: 1 })
  await userEvent.click(screen.getByRole('button', { name: '更多，还有 50 条' }))
  await waitFor(() => expect(asked(bodies)[2]).toMatchObject({ by: ['sku'], pageNum: 2 }))
  await userEvent.click(screen.getAllByRole('button', { name: '展开LAMP' })[0] as HTMLElement)
  await screen.findAllByText('2025-10')
  expect(asked(bodies)[3]).toMatchObject({ by: ['month'], where: { shop: ['3'], sku: ['LAMP'] } })
  await userEvent.click(screen.getByRole('button', { name: '收起德国店' }))
  expect(screen.queryByText('LAMP')).toBeNull()
})

test('a click on a head sorts on the server and stands in the address', async () => {
  const { bodies, search } = open()
  await screen.findByText('德国店')
  await userEvent.click(screen.getByRole('button', { name: '利润' }))
  await waitFor(() => expect(asked(bodies).at(-1)).toMatchObject({ sortField: 'profit', sortWay: 'DESC' }))
  expect(search().get('sort')).toBe('profit.DESC')
})

test('any figure opens its formula, operand by operand down to the lines, whose sum is the figure; the trail leads back', async () => {
  const { bodies } = open()
  await screen.findByText('德国店')
  await userEvent.click(within(lineOf('德国店')).getByRole('button', { name: /^利润率/ }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(drawer.getByText('利润率 = 利润 ÷ 销售收入')).toBeTruthy()
  await userEvent.click(drawer.getByRole('button', { name: '利润' }))
  // what each part takes of every yuan sold
  expect(drawer.getByRole('columnheader', { name: '占销售收入' })).toBeTruthy()
  expect(within(drawer.getByRole('row', { name: /平台费用/ })).getByText('−20.0%').className).toContain('zg-negative')
  await userEvent.click(drawer.getByRole('button', { name: '平台费用' }))
  expect(bodies('/AmzTransaction/detailList')).toHaveLength(0)
  await userEvent.click(drawer.getByRole('button', { name: '销售佣金' }))
  expect(await drawer.findByText('302-2')).toBeTruthy()
  expect(bodies('/AmzTransaction/detailList')[0]).toMatchObject({
    measure: 'commission',
    where: { shop: ['3'] },
    rowCurrency: 'EUR',
    currency: 'shop',
    startDate: '2025-01-01',
  })
  expect(drawer.getByText('−15.055')).toBeTruthy()
  expect(drawer.getByText('与数字一致')).toBeTruthy()
  await userEvent.click(drawer.getByRole('button', { name: '利润' }))
  expect(drawer.getByText('利润 = 销售收入 + 退款 + 平台费用')).toBeTruthy()
})

test('lines that no longer make the figure say so', async () => {
  open({ 'POST /AmzTransaction/detailList': () => ok({ ...commissionLines, figure: '-15.0551' }) })
  await screen.findByText('德国店')
  await userEvent.click(within(lineOf('德国店')).getByRole('button', { name: /^销售收入/ }))
  expect(await screen.findByText('数据刚有变动，请刷新后再看')).toBeTruthy()
})

test('while days are being computed the shops are named; computing anew covers period and chosen shops', async () => {
  const { bodies } = open(
    {
      'POST /AmzFinanceProfit/list': () =>
        ok(
          answerOf([rowOf({ shop: '3' }, 'EUR', euros, '德国店')], { computing: ['德国店'], totals: [{ currency: 'EUR', values: euros }] }),
        ),
    },
    '/p?from=2025-01&to=2025-02&f.shop=3',
  )
  expect(await screen.findByText('计算中：德国店')).toBeTruthy()
  await more('重新计算')
  await waitFor(() =>
    expect(bodies('/AmazonTransactionReport/calcFinanceAzmTransDetail')[0]).toEqual({
      startDate: '2025-01-01',
      endDate: '2025-02-28',
      shopIds: ['3'],
    }),
  )
})

test('who loses the right to a measure while the page is open goes on without it, and is told', async () => {
  const { report } = profitList
  if (report === null) throw new Error('no report')
  const unseen = <F extends ReportFigures>(figures: F): F => {
    const { profit: _none, ...values } = figures.values
    return { ...figures, values }
  }
  const withoutProfit = (answer: ReportAnswer): ReportAnswer => ({
    ...answer,
    list: answer.list.map(unseen),
    totals: answer.totals.map(unseen),
  })
  let isSeen = true
  const warned = vi.spyOn(feedback, 'warning')
  const told = { ...profitList, report: { ...report, measures: report.measures.filter(one => one.name !== 'profit') } }
  const { bodies } = open(
    {
      'POST /listField/getByType': () => ok(isSeen ? profitList : told),
      [`POST ${rowsPath}`]: (call: MockCall) => (isSeen ? ok(rowsOf(queryOf(call))) : ok(withoutProfit(rowsOf(queryOf(call))))),
    },
    '/p?from=2025-01&to=2025-12&columns=sales,profit',
  )
  await screen.findByText('德国店')
  expect(screen.getByRole('button', { name: '利润' })).toBeTruthy()
  isSeen = false
  await userEvent.click(screen.getByRole('button', { name: '销售收入' }))
  await waitFor(() => expect(warned).toHaveBeenCalledWith('报表里已没有：profit，其余照常显示'))
  expect(await screen.findByText('德国店')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: '利润' })).toBeNull())
  await waitFor(() => expect(JSON.stringify(asked(bodies).at(-1))).not.toContain('profit'))
})

test('nothing there, and a refusal with its way out', async () => {
  open({ 'POST /AmzFinanceProfit/list': () => ok(answerOf([])) })
  expect(await screen.findByText('这个期间还没有亚马逊利润数据')).toBeTruthy()
  // a month may be too short: the longer period stands beside
  await userEvent.click(screen.getByRole('button', { name: '最近 12 个月' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '最近 12 个月' })).toBeNull())
})

test('a level that fails is tried again in its place; the rest stays', async () => {
  let isDown = true
  open({
    'POST /AmzFinanceProfit/list': call => {
      const query = call.body as Parameters<typeof rowsOf>[0]
      return query.by[0] === 'sku' && isDown ? refused(1004, '汇总正在更新') : ok(rowsOf(query))
    },
  })
  await screen.findByText('德国店')
  await userEvent.click(screen.getByRole('button', { name: '展开德国店' }))
  const retry = await screen.findByRole('button', { name: '加载失败，重试' })
  expect(retry.title).toBe('汇总正在更新')
  isDown = false
  await userEvent.click(retry)
  expect(await screen.findByText('LAMP')).toBeTruthy()
  expect(screen.getByText('美国店')).toBeTruthy()
})

test('a filter of the drawer that is set stands on the line, is taken back there, and stays in the drawer while that is open', async () => {
  const report = { ...profitList.report, by: ['shop'] }
  const { bodies } = open(
    { 'POST /listField/getByType': () => ok({ ...profitList, report }) },
    '/p?from=2025-01&to=2025-12&by=shop&f.sku=A1',
  )
  await screen.findByText('德国店')
  const line = within(screen.getByRole('search'))
  expect(line.getByRole('combobox', { name: 'MSKU' })).toBeDefined()
  expect(asked(bodies).at(-1)).toMatchObject({ where: { sku: ['A1'] } })
  await userEvent.click(line.getByRole('button', { name: '更多筛选' }))
  expect(within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'MSKU' })).toBeDefined()
  expect(line.queryByRole('combobox', { name: 'MSKU' })).toBeNull()
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '关闭' }))
  const chosen = line.getByRole('combobox', { name: 'MSKU' })
  await userEvent.click(chosen)
  await userEvent.keyboard('{Backspace}')
  await waitFor(() => expect(asked(bodies).at(-1)?.['where'] ?? {}).toEqual({}))
  // whoever takes the last value back may choose another at once
  expect(line.getByRole('combobox', { name: 'MSKU' })).toBe(chosen)
  await userEvent.click(line.getByRole('button', { name: '更多筛选' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '关闭' }))
  expect(line.queryByRole('combobox', { name: 'MSKU' })).toBeNull()
})

test('charts of several currencies draw them converted, or one of them, and never mix them', async () => {
  localStore.set('report.charts', 'on')
  const inYuan = answerOf([rowOf({ month: '2025-10' }, 'CNY', euros)], { totals: [{ currency: 'CNY', values: euros }] })
  const { bodies, search } = open({
    [`POST ${rowsPath}`]: call => {
      const query = call.body as Parameters<typeof rowsOf>[0]
      return ok(query.currency === 'CNY' ? inYuan : rowsOf(query))
    },
  })
  expect(await screen.findByRole('img', { name: 'CNY 按月趋势' })).toBeTruthy()
  const ofCharts = () => bodies(rowsPath).filter(one => one['pageSize'] === 1000)
  expect(ofCharts()).toEqual([expect.objectContaining({ by: ['month'], currency: 'CNY' })])
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '图表币种' }))
  await userEvent.click(await screen.findByText('只看 EUR'))
  expect(await screen.findByRole('img', { name: 'EUR 按月趋势' })).toBeTruthy()
  expect(ofCharts().at(-1)).toMatchObject({ currency: 'shop' })
  // the table stays as it was
  expect(search().get('currency')).toBeNull()
  // a chosen row has one currency: nothing to choose
  await userEvent.click(screen.getByRole('button', { name: '德国店' }))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: '图表币种' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '取消所选行' }))
  expect(await screen.findByRole('combobox', { name: '图表币种' })).toBeTruthy()
})

test('by keyboard: into the tree, open a level, choose a row, go to a figure and open it; a range is copied exactly', async () => {
  const { bodies } = open()
  await screen.findByText('德国店')
  const tree = screen.getByRole('treegrid')
  act(() => tree.focus())
  await userEvent.keyboard('{Enter}')
  await screen.findByText('LAMP')
  expect(asked(bodies)[1]).toMatchObject({ by: ['sku'] })
  const line = lineOf('德国店')
  expect([line.getAttribute('aria-level'), line.getAttribute('aria-expanded')]).toEqual(['1', 'true'])
  await userEvent.keyboard(' ')
  expect(line.getAttribute('aria-selected')).toBe('true')
  const written = new Map<string, string>()
  await userEvent.keyboard('{Shift>}{End}{/Shift}')
  const event = createEvent.copy(tree, { clipboardData: { setData: (type: string, text: string) => written.set(type, text) } })
  fireEvent(tree, event)
  const [label, ...figures] = (written.get('text/plain') ?? '').split('\t')
  expect(label).toBe('德国店')
  expect(figures).toContain(euros.profit)
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

const compared = { 'POST /AmzFinanceProfit/list': (call: MockCall) => ok(comparedRows(queryOf(call))) }

test('held against an earlier period each figure has its change below it, in the same column; rows are put in order by it', async () => {
  const { bodies, search } = open(compared, '/p?from=2025-01&to=2025-12&columns=sales,margin')
  await screen.findByText('德国店')
  expect(asked(bodies)[0]).not.toHaveProperty('compare')
  const columns = screen.getAllByRole('columnheader').length
  await userEvent.click(screen.getByRole('combobox', { name: '对比' }))
  await userEvent.click(await screen.findByText('环比（上期）'))
  await waitFor(() => expect(asked(bodies).at(-1)).toMatchObject({ compare: 'before' }))
  expect(search().get('compare')).toBe('before')
  const row = within(lineOf('德国店'))
  expect((await row.findByRole('button', { name: '销售收入 环比 100.0%，查看组成' })).textContent).toBe('▲ 100.0%')
  expect(row.getByRole('button', { name: '利润率 环比增减 +29.7，查看组成' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader')).toHaveLength(columns)
  expect(screen.getByText('月份和日期各与自己的前一期对比')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '销售收入的公式和来源' }))
  await userEvent.click(await screen.findByRole('button', { name: '按销售收入 环比增减排序' }))
  await waitFor(() => expect(asked(bodies).at(-1)).toMatchObject({ sortField: 'sales.difference', sortWay: 'DESC' }))
  await userEvent.click(screen.getByRole('combobox', { name: '对比' }))
  await userEvent.click(await screen.findByText('不对比'))
  await waitFor(() => expect(search().get('compare')).toBeNull())
  expect(search().get('sort')).toBeNull()
})

test('like for like: the head says it once, a hover has both periods and figures and who is left out', async () => {
  const answered = (call: MockCall) => {
    const answer = comparedRows(queryOf(call))
    const compared = {
      startDate: '2025-10-01',
      endDate: '2025-10-18',
      until: '2025-11-18',
      isEmpty: false,
      leftOut: [{ id: '9', shop: '新店', why: 'new' as const }],
      monthly: [{ measure: 'fees', was: '-20.50' }],
    }
    const list = answer.list.map(one => ({ ...one, now: { ...one.values, sales: '75.0750' } }))
    return ok({ ...answer, list, compared })
  }
  open({ 'POST /AmzFinanceProfit/list': answered }, '/p?from=2025-11&to=2025-11&columns=sales&compare=before')
  await screen.findByText('德国店')
  expect(await screen.findAllByText(/数据至 11-18 · 对比 10-01…10-18/)).toHaveLength(1)
  const note = await within(lineOf('德国店')).findByRole('button', { name: '销售收入 环比 50.0%，查看组成' })
  expect(note.textContent).toBe('▲ 50.0%')
  expect(note.title.split('\n').slice(1)).toEqual([
    '2025-11-01 至 2025-11-18　75.07',
    '2025-10-01 至 2025-10-18　50.05',
    '对比期还没有数据，不计入增减：新店',
    '按月入账，两期都未计入：平台费用（对比期 −20.50）',
  ])
  await userEvent.click(note)
  const drawer = within(await screen.findByRole('dialog'))
  expect(drawer.getByRole('row', { name: /其中可比 75\.07/ })).toBeTruthy()
})

test('the strip has the key figures in one currency with their change, and opens what each is made of', async () => {
  const inYuan = answerOf([], {
    totals: [{ currency: 'CNY', values: euros, was: eurosBefore }],
    compared: { startDate: '2024-01-01', endDate: '2024-12-31', until: '2025-12-31', isEmpty: false, leftOut: [], monthly: [] },
  })
  const { bodies } = open({ [`POST ${rowsPath}`]: call => ok(queryOf(call).by.length === 0 ? inYuan : rowsOf(queryOf(call))) })
  const strip = within(await screen.findByRole('list', { name: '关键数字' }))
  expect((await strip.findByRole('button', { name: '销售收入 100.10，查看组成' })).textContent).toBe('100.10')
  expect(strip.getByRole('button', { name: '销售收入 环比 100.0%，查看组成' })).toBeTruthy()
  expect(bodies(rowsPath).find(one => Array.isArray(one['by']) && one['by'].length === 0)).toMatchObject({
    currency: 'CNY',
    compare: 'before',
    measures: ['sales', 'profit', 'refund', 'fees', 'commission', 'subscription', 'margin'],
  })
  await userEvent.click(strip.getByRole('button', { name: '利润率 79.7%，查看组成' }))
  const drawer = within(await screen.findByRole('dialog'))
  await userEvent.click(drawer.getByRole('button', { name: '销售收入' }))
  await waitFor(() => expect(bodies('/AmzTransaction/detailList')[0]).toMatchObject({ measure: 'sales', currency: 'CNY', where: {} }))
})

test('the legend shows and hides a measure in chart and table alike; a figure of the chart opens what it is made of', async () => {
  localStore.set('report.charts', 'on')
  const { search } = open({}, '/p?from=2025-01&to=2025-12&f.shop=3&columns=sales,profit')
  await screen.findByText('德国店')
  const key = await screen.findByRole('button', { name: '利润', pressed: true })
  await userEvent.click(key)
  await waitFor(() => expect(search().get('columns')).toBe('sales'))
  expect(screen.queryByRole('columnheader', { name: /利润/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '利润', pressed: false }))
  await waitFor(() => expect(search().get('columns')).toBe('sales,profit'))
  await userEvent.click(screen.getAllByRole('button', { name: '看表格' })[0] as HTMLElement)
  const month = screen.getByRole('row', { name: /^2025-10/ })
  await userEvent.click(within(month).getByRole('button', { name: /^利润 79\.74/ }))
  expect(within(await screen.findByRole('dialog')).getByText(/^2025-10，/)).toBeTruthy()
})

test('a change opens its two sides, each down to its own lines', async () => {
  const { bodies } = open(compared, '/p?from=2025-01&to=2025-12&columns=commission&compare=yearBefore')
  await screen.findByText('德国店')
  await userEvent.click(within(lineOf('德国店')).getByRole('button', { name: /^销售佣金 同比/ }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(drawer.getByText('德国店，2025-01-01 至 2025-12-31 对比 2024-01-01 至 2024-12-31')).toBeTruthy()
  await userEvent.click(drawer.getByRole('button', { name: '去年同期' }))
  expect(await drawer.findByText('302-2')).toBeTruthy()
  expect(bodies('/AmzTransaction/detailList')[0]).toMatchObject({ measure: 'commission', where: { shop: ['3'] }, compare: 'yearBefore' })
  expect(drawer.getByText('德国店，2024-01-01 至 2024-12-31')).toBeTruthy()
})

test('several currencies come with their total in one, which opens the converted lines; a rate it lacks is named', async () => {
  const { bodies } = open(compared, '/p?from=2025-01&to=2025-12&columns=sales')
  await screen.findByText('德国店')
  // those of each currency only on request: they never cover the tree
  expect(screen.queryByRole('row', { name: /总计 EUR/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '2 个币种' }))
  expect(screen.getByRole('row', { name: /总计 EUR/ })).toBeTruthy()
  const total = screen.getByText('折合 CNY').closest<HTMLElement>('[role="row"]')
  if (total === null) throw new Error('no common total')
  expect(screen.getByText('金额按折合 CNY 排序')).toBeTruthy()
  expect(screen.getByText(/缺 2025-03 USD 汇率，折合人民币的总计算不出/)).toBeTruthy()
  await userEvent.click(within(total).getByRole('button', { name: '销售收入 900.00，查看组成' }))
  await waitFor(() => expect(bodies('/AmzTransaction/detailList')[0]).toMatchObject({ currency: 'CNY', measure: 'sales' }))
  expect(bodies('/AmzTransaction/detailList')[0]).not.toHaveProperty('rowCurrency')
})

test('printed, the page is a paper: period, filters by their names, the rows that are open, totals; a PDF says the same', async () => {
  const asked: string[] = []
  const print = vi.fn<() => number>(() => asked.push(document.querySelector('.zg-paper')?.textContent ?? ''))
  vi.stubGlobal('print', print)
  const { bodies } = open({ 'POST /generateHtmlToPDF': () => refused(1002, '没有浏览器') }, '/p?from=2025-01&to=2025-12&f.shop=1')
  await screen.findByText('德国店')
  await more('打印')
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(asked[0]).toContain('期间：2025-01-01 至 2025-12-31')
  expect(asked[0]).toContain('店铺：')
  expect(asked[0]).toContain('德国店')
  expect(asked[0]).toContain('总计')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(document.querySelector('.zg-paper')).toBeNull()
  // by the browser's own command
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.querySelector('.zg-paper')?.textContent).toContain('德国店')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  await more('PDF')
  await waitFor(() => expect(bodies('/generateHtmlToPDF')).toHaveLength(1))
  const [{ html = '', title = '' } = {}] = bodies('/generateHtmlToPDF') as { html?: string; title?: string }[]
  expect(title).toBe('列表')
  expect(html).toMatch(/^<p>期间：2025-01-01 至 2025-12-31.*<table>.*德国店.*<strong>总计/)
})
