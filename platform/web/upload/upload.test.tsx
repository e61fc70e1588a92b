import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ImportPreview, LayoutSuggestion } from '../../declare/import-preview.ts'
import type { UploadDefinition } from '../../declare/wire.ts'
import { settlementUpload } from '../gallery/mock-definitions.ts'
import { importDetails, refusedImport, uploadedSettlement } from '../gallery/mock-lists.ts'
import { renderPage } from '../../../test/setup/web/render-page.tsx'
import { ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import { ShellContext, type ShellState } from '../page/shell-context.ts'
import { queueText } from './import-texts.ts'
import { registerMappingQueues } from './mapping-queues.ts'
import { ImportProgress } from './import-progress.tsx'
import UploadDialog from './upload-dialog.tsx'
import { moved } from './use-import-check.ts'

const sent = vi.hoisted(() => ({ answer: (_file: File): Promise<unknown> => Promise.resolve(null) }))
vi.mock('../api/upload.ts', () => ({ upload: (_path: string, [file]: File[]) => sent.answer(file as File) }))

beforeEach(() => {
  sent.answer = file => Promise.resolve({ ...uploadedSettlement, name: file.name })
})
afterEach(() => vi.unstubAllGlobals())

const file = (name: string) => new File(['settlement-id'], name, { type: 'text/plain' })

async function openDialog(definition: UploadDefinition = settlementUpload, handlers: Record<string, MockHandler> = {}) {
  const closed = vi.fn<() => void>()
  const imported = vi.fn<() => void>()
  const on = renderPage(<UploadDialog definition={definition} onClose={closed} onImported={imported} />, { handlers })
  const dialog = await screen.findByRole('dialog')
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file input')
  return {
    on,
    dialog,
    closed,
    imported,
    choose: (...files: File[]) => userEvent.upload(input, files, { applyAccept: false }),
    confirm: () => userEvent.click(within(dialog).getByRole('button', { name: definition.button })),
  }
}

test('asks for what is missing before anything is sent', async () => {
  const { on, confirm } = await openDialog({ ...settlementUpload, select: null })
  await confirm()
  expect(await screen.findByText('请至少上传一个附件')).toBeTruthy()
  expect(on.bodies('/AmazonTransactionReport/importData')).toEqual([])
})

test('a settlement: recognised, shop prefilled, no month asked, then the same dialog shows the report', async () => {
  const { on, dialog, choose, confirm, imported, closed } = await openDialog()
  await choose(file('结算报告.txt'), file('说明.docx'))
  expect(await within(dialog).findByText('结算报告 · 深圳美国一店')).toBeTruthy()
  expect(within(dialog).getByText('不支持此文件类型，请选择 .txt、.csv、.xlsx')).toBeTruthy()
  expect(within(dialog).queryByTitle('选择年月')).toBeNull()
  await confirm()
  expect(await within(dialog).findByText('已导入 4,765 行，47 行此前已导入')).toBeTruthy()
  expect(on.bodies('/AmazonTransactionReport/importData')).toEqual([{ fileIds: ['f1'], shopId: '1' }])
  expect(imported).toHaveBeenCalledTimes(1)
  await userEvent.click(within(dialog).getByRole('button', { name: '完成' }))
  expect(closed).toHaveBeenCalled()
})

test('rows of a list: nothing is asked and nothing recognised, the button says what is imported', async () => {
  sent.answer = one => Promise.resolve({ id: 'f9', link: '', name: one.name, size: 10, type: 'IMPORT' })
  const { on, dialog, choose, confirm } = await openDialog({ ...settlementUpload, button: '导入商品', select: null, yearMonth: 'none' })
  await choose(file('商品.csv'))
  expect(await within(dialog).findByText('已上传')).toBeTruthy()
  expect(within(dialog).queryByText(/未识别/)).toBeNull()
  await confirm()
  await waitFor(() => expect(on.bodies('/AmazonTransactionReport/importData')).toEqual([{ fileIds: ['f9'] }]))
})

const preview = (over: Partial<ImportPreview> = {}): ImportPreview => ({
  fileName: '货.csv',
  columns: [
    { head: '货号', field: null, by: null, sample: ['A-1'] },
    { head: '商品名称', field: 'name', by: 'title', sample: ['灯'] },
  ],
  fields: [
    { name: 'sku', title: '库存 SKU', required: true },
    { name: 'name', title: '商品名称', required: true },
  ],
  headFaults: ['缺少必填的列“库存 SKU”'],
  partial: false,
  rows: [],
  counts: null,
  errors: [],
  errorsTotal: 0,
  notes: [],
  ...over,
})
const settled = (over: Partial<ImportPreview> = {}): ImportPreview => {
  const before = preview()
  return preview({
    columns: before.columns.map(column => (column.head === '货号' ? { ...column, field: 'sku', by: 'hand' as const } : column)),
    headFaults: [],
    rows: [{ line: 2, state: 'inserted', cells: { sku: 'A-1', name: '灯' }, faults: [] }],
    counts: { read: 1, inserted: 1, updated: 0, unchanged: 0, refused: 0 },
    ...over,
  })
}
const listUpload: UploadDefinition = { ...settlementUpload, button: '导入商品', select: null, yearMonth: 'none', preview: 'product' }
async function openPreview(answer: (mapping: unknown) => ImportPreview) {
  sent.answer = one => Promise.resolve({ id: 'f9', link: '', name: one.name, size: 10, type: 'IMPORT' })
  const opened = await openDialog(listUpload, {
    'POST /fileImport/preview': ask => ok(answer((ask.body as { mapping?: unknown }).mapping)),
  })
  await opened.choose(file('货.csv'))
  await within(opened.dialog).findByText('已上传')
  await userEvent.click(within(opened.dialog).getByRole('button', { name: '下一步' }))
  return opened
}

test('a column nobody knows is mapped by hand, then previewed, then imported with its mapping', async () => {
  const { on, dialog, confirm } = await openPreview(mapping => (mapping === undefined ? preview() : settled()))
  expect(await within(dialog).findByText('缺少必填的列“库存 SKU”')).toBeTruthy()
  await confirm()
  expect((await screen.findAllByText(/货.csv 的列还没有对应完/)).length).toBeGreaterThan(0)
  expect(on.bodies('/AmazonTransactionReport/importData')).toEqual([])
  await userEvent.click(within(dialog).getByRole('combobox', { name: '货号 对应的字段' }))
  await userEvent.click(await screen.findByTitle('库存 SKU *'))
  expect(await within(dialog).findByRole('cell', { name: 'A-1' })).toBeTruthy()
  expect(on.bodies('/fileImport/preview').at(-1)).toEqual({ type: 'product', fileId: 'f9', mapping: ['sku', 'name'] })
  await confirm()
  await waitFor(() =>
    expect(on.bodies('/AmazonTransactionReport/importData')).toEqual([{ fileIds: ['f9'], mappings: { f9: ['sku', 'name'] } }]),
  )
})

test('a file with faults is not imported: each stands in its cell, the marked file can be had; back leads to the files', async () => {
  const reason = '商品名称不能为空'
  const { on, dialog, confirm } = await openPreview(() =>
    settled({
      rows: [{ line: 2, state: 'refused', cells: { sku: 'A-1', name: '' }, faults: [{ field: 'name', reason }] }],
      counts: { read: 1, inserted: 0, updated: 0, unchanged: 0, refused: 1 },
      errors: [
        { line: 2, column: '商品名称', value: null, reason },
        { line: 2, column: '状态', value: '坏', reason: '状态不在可选范围内' },
        { line: 2, column: '品类', value: '灯具', reason: '品类“灯具”不存在' },
      ],
      errorsTotal: 1,
    }),
  )
  const faults = within(await within(dialog).findByRole('list', { name: '错误明细' })).getAllByRole('listitem')
  // the value stands beside a reason that does not name it
  expect(faults.map(one => one.textContent)).toEqual([
    '第 2 行 商品名称不能为空',
    '第 2 行 状态不在可选范围内（坏）',
    '第 2 行 品类“灯具”不存在',
  ])
  const cell = await within(dialog).findByRole('textbox', { name: '修正商品名称：商品名称不能为空' })
  expect(cell.closest('td')?.className).toBe('zg-preview-fault')
  // what is corrected is checked again, with the whole file
  await userEvent.type(cell, '灯{Enter}')
  await waitFor(() =>
    expect(on.bodies('/fileImport/preview').at(-1)).toMatchObject({ fileId: 'f9', corrections: [{ line: 2, column: 1, value: '灯' }] }),
  )
  await within(dialog).findByRole('textbox', { name: '修正商品名称：商品名称不能为空' })
  expect(within(dialog).getByText(/第 2 行 商品名称不能为空/)).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: /下载标注文件/ })).toBeTruthy()
  await confirm()
  expect((await screen.findAllByText('货.csv 有 1 处错误，请修正后重新上传')).length).toBeGreaterThan(0)
  expect(on.bodies('/AmazonTransactionReport/importData')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: '上一步' }))
  expect(await within(dialog).findByText('货.csv')).toBeTruthy()
})

test('a field that moves to another column leaves the one it had', () =>
  expect(moved(['sku', 'name', null], 2, 'sku')).toEqual([null, 'name', 'sku']))

test('a file of one month asks for the month, prefilled', async () => {
  sent.answer = () =>
    Promise.resolve({
      ...uploadedSettlement,
      recognised: { kind: 'transaction', kindTitle: '交易报告', origin: 'columns', month: '2026-10', shopId: '1' },
    })
  const { on, dialog, choose, confirm } = await openDialog()
  await choose(file('交易.csv'))
  // what the kind was built from stands beside it
  expect(await within(dialog).findByText('交易报告 · 深圳美国一店 · 2026-10 · 按列名清单制作，未见真实文件')).toBeTruthy()
  expect((await within(dialog).findByTitle('选择年月')).textContent).toBe('2026-10')
  await confirm()
  await waitFor(() =>
    expect(on.bodies('/AmazonTransactionReport/importData')).toEqual([{ fileIds: ['f1'], shopId: '1', yearMonth: '2026-10' }]),
  )
})

test('a removed file is not imported', async () => {
  const { dialog, choose, confirm } = await openDialog()
  await choose(file('结算报告.txt'))
  await userEvent.click(await within(dialog).findByRole('button', { name: '移除 结算报告.txt' }))
  await confirm()
  // the shop came with the file and went with it
  await waitFor(() => expect(document.querySelector('.zg-passing-notice')?.textContent).toContain('请选择店铺'))
})

test('a refused import call leaves everything as it was', async () => {
  const { dialog, choose, confirm } = await openDialog(settlementUpload, {
    'POST /AmazonTransactionReport/importData': () => refused(1002, '店铺的币种与文件不一致'),
  })
  await choose(file('结算报告.txt'))
  await within(dialog).findByText('结算报告 · 深圳美国一店')
  await confirm()
  expect(await screen.findByText('店铺的币种与文件不一致')).toBeTruthy()
  expect(within(dialog).getByText('结算报告.txt')).toBeTruthy()
})

test('a refused file: every line with column, value and reason, nothing of what was merged', async () => {
  renderPage(<ImportProgress ids={['72']} />, { handlers: { 'POST /fileImportHistory/details': () => ok(refusedImport) } })
  expect(await screen.findByText('文件有 2 处错误，没有写入任何数据。请修正后重新上传')).toBeTruthy()
  const row = screen.getByText('金额不是此文件的写法（1.234,56）').closest('tr')
  expect(row?.textContent).toContain('118')
  expect(row?.textContent).toContain('Gesamt')
  expect(screen.getByRole('button', { name: /下载全部 2 条/ })).toBeTruthy()
})

test('a difference of a control total is said first, and marked', async () => {
  const [total] = importDetails().controlTotals
  if (total === undefined) throw new Error('no control total')
  renderPage(<ImportProgress ids={['71']} />, {
    handlers: { 'POST /fileImportHistory/details': () => ok(importDetails({ controlTotals: [{ ...total, difference: '0.01' }] })) },
  })
  const shown = await screen.findAllByText('0.01')
  expect(shown.map(one => one.className.includes('zg-negative'))).toEqual([true, true])
  const [first, lines] = [screen.getByText(/与文件的合计不一致/), screen.getByText('读取')]
  expect(first.compareDocumentPosition(lines)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a file that is in: the way on, with what it brought, before its lines; pages that one has not are left out', async () => {
  const opened: string[] = []
  registerMappingQueues({ types: 'types', skus: null, statements: 'statements', profit: 'profit', months: 'months' })
  const routes = ['types', 'statements', 'profit'].map(name => ({ menu: { component: name, path: `/${name}` } }))
  const shell = { routes, open: (url: string) => void opened.push(url) } as unknown as ShellState
  const details = importDetails({
    kind: 'amazonSettlement',
    shopId: '7',
    days: { first: '2026-03-28', last: '2026-04-11' },
    unmappedTypes: [{ title: '其他', lines: 2, amount: '-3.00' }],
  })
  renderPage(
    <ShellContext value={shell}>
      <ImportProgress ids={['71']} />
    </ShellContext>,
    { handlers: { 'POST /fileImportHistory/details': () => ok(details) } },
  )
  const next = await screen.findByRole('navigation', { name: '下一步' })
  expect(
    within(next)
      .getAllByRole('button')
      .map(one => one.textContent),
  ).toEqual(['查看结算单', '这份文件的利润', '待映射 1'])
  expect(next.compareDocumentPosition(screen.getByText('读取'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  for (const one of within(next).getAllByRole('button')) await userEvent.click(one)
  expect(opened).toEqual(['/statements?f.shopId=7', '/profit?f.shop=7&from=2026-03&to=2026-04', '/types'])
})

test.each([
  [{ files: 4, seconds: 130 }, '前面还有 4 个文件，约 3 分钟'],
  [{ files: 1, seconds: 20 }, '前面还有 1 个文件，不到 1 分钟'],
  [{ files: 2, seconds: null }, '前面还有 2 个文件'],
])('what waits says what is before it: %j', (queue, text) => {
  expect(queueText(queue)).toBe(text)
})

test('progress is asked for until the end, and can be cancelled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    let state: 'running' | 'cancelled' = 'running'
    const ended = vi.fn<() => void>()
    const on = renderPage(<ImportProgress ids={['71']} onEnded={ended} />, {
      handlers: {
        'POST /fileImportHistory/details': () => ok(importDetails({ state, progress: 0.42, step: '合并' })),
        'POST /fileImportHistory/cancel': () => {
          state = 'cancelled'
          return ok(null)
        },
      },
    })
    expect(await screen.findByText('合并')).toBeTruthy()
    const asked = on.bodies('/fileImportHistory/details').length
    await act(() => vi.advanceTimersByTimeAsync(1_600))
    expect(on.bodies('/fileImportHistory/details').length).toBeGreaterThan(asked)
    expect(ended).not.toHaveBeenCalled()
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: '取消导入' }))
    expect(await screen.findByText('导入已取消，没有写入任何数据')).toBeTruthy()
    expect(on.bodies('/fileImportHistory/cancel')).toEqual([{ id: '71' }])
    expect(ended).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})

const suggestion = (purpose: string): LayoutSuggestion => ({
  headLine: 1,
  columns: [
    { head: '入账日', sample: ['2026-08-01'] },
    { head: '说明', sample: ['货款'] },
    { head: '发生额', sample: ['100.00'] },
  ],
  values: { dayHead: '入账日', amountHead: '发生额', [purpose]: '说明' },
  items: [
    { field: 'dayHead', title: '日期列', help: null, options: [], required: true, isHead: true },
    { field: 'amountHead', title: '金额列', help: null, options: [], required: false, isHead: true },
    { field: 'purposeHead', title: '用途列', help: null, options: [], required: false, isHead: true },
    { field: 'summaryHead', title: '摘要列', help: null, options: [], required: false, isHead: true },
  ],
  texts: [{ name: 'summary', title: '摘要' }],
  rows: [
    {
      line: 2,
      day: '2026-08-01',
      income: '100',
      outgo: null,
      neutral: null,
      currency: 'CNY',
      balance: null,
      texts: { summary: '货款' },
    },
  ],
  read: 1,
  faults: [],
  faultsTotal: 0,
  doubts: [],
  notes: [],
})

test('a file that nobody knows: taught once, a column mended, kept, imported', async () => {
  sent.answer = one => Promise.resolve({ ...uploadedSettlement, id: 'f7', name: one.name, recognised: null })
  const post = (path: string) => ({ method: 'POST' as const, path })
  const teach = { suggest: post('/BankLayout/suggest'), save: post('/BankLayout/insert'), ownerField: 'accountId', title: '流水格式' }
  const { on, dialog, choose } = await openDialog(
    { ...settlementUpload, teach },
    {
      'POST /BankLayout/suggest': ask => ok(suggestion((ask.body as { values?: object }).values ? 'summaryHead' : 'purposeHead')),
      'POST /BankLayout/insert': () => ok({ id: '5' }),
    },
  )
  await choose(file('联合银行.txt'))
  await userEvent.click(within(dialog).getByRole('combobox', { name: '店铺' }))
  await userEvent.click(await screen.findByText('深圳美国一店'))
  await userEvent.click(await within(dialog).findByRole('button', { name: '教一次版式' }))
  await userEvent.click(await screen.findByRole('combobox', { name: '说明 对应的字段' }))
  await userEvent.click(await screen.findByTitle('摘要列'))
  await waitFor(() =>
    expect(on.bodies('/BankLayout/suggest').at(-1)).toMatchObject({ fileId: 'f7', values: { dayHead: '入账日', summaryHead: '说明' } }),
  )
  await waitFor(async () => {
    await userEvent.click(screen.getByRole('button', { name: '记住版式' }))
    expect(on.bodies('/BankLayout/insert')).toEqual([
      { name: '联合银行', accountId: '1', dayHead: '入账日', amountHead: '发生额', summaryHead: '说明' },
    ])
  })
  expect(await screen.findByText('联合银行 · 深圳美国一店')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: settlementUpload.button }).at(-1) as HTMLElement)
  await waitFor(() => expect(on.bodies('/AmazonTransactionReport/importData')).toEqual([{ fileIds: ['f7'], shopId: '1' }]))
})
