import { describe, expect, test } from 'vitest'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { settlementUpload } from '../gallery/mock-definitions.ts'
import { importDetails, refusedImport, uploadedSettlement } from '../gallery/mock-lists.ts'
import { isNothing, resultText } from './import-texts.ts'
import { commonOwner, confirmError, fileError, importBody, isPrefilled, monthQuestion } from './upload-rules.ts'
import { withPush } from './use-import.ts'

const of = (month: string | null, shopId: string | null = '1'): UploadedFile => ({
  ...uploadedSettlement,
  id: `f-${month}`,
  recognised: { kind: 'transaction', kindTitle: '交易报告', month, shopId },
})
const none = { selected: null, month: null, range: null }

describe('month', () => {
  test.each([
    ['a settlement never asks', [uploadedSettlement], 'none'],
    ['one month in the content', [of('2026-10'), uploadedSettlement], 'one'],
    ['several months go each by its own content', [of('2026-10'), of('2026-09')], 'several'],
    ['not recognised', [{ ...uploadedSettlement, recognised: null }], 'none'],
  ] as const)('%s', (_, files, question) => expect(monthQuestion(settlementUpload, files)).toBe(question))
  test('a definition without months never asks', () =>
    expect(monthQuestion({ ...settlementUpload, yearMonth: 'none' }, [of('2026-10')])).toBe('none'))
})

test("a list's own file is looked into only where something is prefilled from it", () => {
  expect(
    [settlementUpload, { ...settlementUpload, select: null }, { ...settlementUpload, select: null, yearMonth: 'none' as const }].map(
      isPrefilled,
    ),
  ).toEqual([true, true, false])
})

describe('confirm', () => {
  const chosen = { ...none, selected: '1' }
  test.each([
    [none, [of('2026-10')], false, '日期不能为空'],
    [{ ...none, month: '2026-10' }, [of('2026-10')], false, '请选择店铺'],
    [chosen, [], false, '请至少上传一个附件'],
    [chosen, [], true, '文件正在上传，请等待上传完成'],
    [chosen, [uploadedSettlement], false, null],
  ] as const)('%j', (choices, files, isUploading, message) =>
    expect(confirmError(settlementUpload, choices, files, isUploading)).toBe(message),
  )
  test('a date range is required where it is asked', () => {
    const ranged = { ...settlementUpload, dateRange: true }
    expect(confirmError(ranged, chosen, [uploadedSettlement], false)).toBe('日期不能为空')
    expect(importBody(ranged, { ...chosen, range: ['2026-10-01', '2026-10-31'] }, [uploadedSettlement])).toEqual({
      fileIds: ['f1'],
      shopId: '1',
      startDate: '2026-10-01',
      endDate: '2026-10-31',
    })
  })
  test('the month is sent only where it was asked', () => {
    expect(importBody(settlementUpload, { ...chosen, month: '2026-10' }, [uploadedSettlement])).toEqual({ fileIds: ['f1'], shopId: '1' })
    expect(importBody(settlementUpload, { ...chosen, month: '2026-10' }, [of('2026-10')])).toEqual({
      fileIds: ['f-2026-10'],
      shopId: '1',
      yearMonth: '2026-10',
    })
  })
})

test('the shop is prefilled where all files agree', () => {
  expect(commonOwner([of(null, '1'), uploadedSettlement], 'shop')).toBe('1')
  expect(commonOwner([of(null, '1'), of(null, '2')], 'shop')).toBeNull()
  expect(commonOwner([], 'shop')).toBeNull()
})

test.each([
  ['a.TXT', 10, null],
  ['a.docx', 10, '不支持此文件类型，请选择 .txt、.csv、.xlsx'],
  ['a.csv', 0, '文件是空的，请重新下载后再上传'],
  ['a.xlsx', 1_073_741_825, '文件超过 1024.00MB，请拆分后再上传'],
])('file %s of %i bytes', (name, size, message) => expect(fileError(settlementUpload, { name, size })).toBe(message))

test.each([
  [importDetails(), '已导入 4,765 行，47 行此前已导入'],
  [importDetails({ lines: { read: 9, merged: 9, unchanged: 0, refused: 0 } }), '已导入 9 行'],
  [importDetails({ lines: { read: 9, merged: 0, unchanged: 9, refused: 0 } }), '全部 9 行已导入过，没有变化'],
  [refusedImport, '文件有 2 处错误，没有写入任何数据。请修正后重新上传'],
  [importDetails({ state: 'cancelled' }), '导入已取消，没有写入任何数据'],
  [importDetails({ state: 'running' }), null],
  [importDetails({ kind: 'resource:product', lines: { read: 5, merged: 2, unchanged: 3, refused: 0 } }), '已写入 2 行，3 行与系统中相同'],
])('result %#', (details, text) => expect(resultText(details)).toBe(text))

test.each([
  ['0', true],
  ['0.00', true],
  ['-0.0000', true],
  ['0.01', false],
  ['-10', false],
])('difference %s is nothing: %s', (difference, is) => expect(isNothing(difference)).toBe(is))

test('a push moves a running import on and never an ended one; ends are asked for', () => {
  const push = { kind: 'task', taskId: '7', importIds: ['71'], progress: 0.5, state: 'running', step: '合并' } as const
  const running = importDetails({ state: 'running', progress: 0.1, step: '读取' })
  expect(withPush(running, push)).toMatchObject({ progress: 0.5, step: '合并' })
  expect(withPush(importDetails(), push)).toEqual(importDetails())
  expect(withPush(running, { ...push, state: 'done' })).toBe(running)
  expect(withPush(running, { ...push, importIds: ['71', '72'] })).toBe(running)
})
