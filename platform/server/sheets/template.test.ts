import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { readAll } from '../../../test/setup/made-workbook.ts'
import { REQUIRED_MARK, templateTitle } from './template-title.ts'
import { templateWorkbook } from './template.ts'

const countries = Array.from({ length: 60 }, (_, index) => `国家或地区${index}`)
const bytes = await templateWorkbook({
  name: '商品成本',
  columns: [
    { title: 'SKU', required: true, comment: '与商品资料一致', example: '00123' },
    { title: '币种', options: ['CNY', 'USD'], example: 'CNY' },
    { title: '国家', options: countries },
    { title: '备注', options: ['甲,乙', '丙'] },
  ],
})

test('reads back as head and example, codes with leading zeros kept', async () => {
  const { sheet, others, rows } = await readAll(bytes)
  expect([sheet, others]).toEqual(['商品成本', []])
  expect(rows).toEqual([
    { line: 1, cells: [`SKU${REQUIRED_MARK}`, '币种', '国家', '备注'] },
    { line: 2, cells: ['00123', 'CNY'] },
  ])
  expect(rows[0]?.cells.map(templateTitle)).toEqual(['SKU', '币种', '国家', '备注'])
})

test('has a comment, a list in the rule where it fits and one on a hidden sheet where it does not', async () => {
  const book = await readXlsx(bytes, { readStyles: true })
  const [main, options] = book.sheets
  expect(main?.cells?.get('0,0')?.comment?.text).toBe('与商品资料一致')
  expect(main?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
  expect(main?.freezePane?.rows).toBe(1)
  expect(main?.dataValidations?.map(rule => [rule.range, rule.values ?? rule.formula1])).toEqual([
    ['B2:B5000', ['CNY', 'USD']],
    ['C2:C5000', "'选项'!$C$1:$C$60"],
    ['D2:D5000', "'选项'!$D$1:$D$2"],
  ])
  expect(options?.hidden).toBe(true)
  expect(options?.rows.map(row => row[2])).toEqual(countries)
  expect(options?.rows.slice(0, 2).map(row => row[3])).toEqual(['甲,乙', '丙'])
})
