import { expect, test } from 'vitest'
import { englishOf } from './english.ts'

const english = englishOf([
  { 币种: 'Currency', 汇率: 'Rate' },
  {
    '{}不能为空': '{} must not be empty',
    '{}名称不能为空': 'the name of {} must not be empty',
    '{}的值“{}”不正确': 'the value “{2}” of {1} is wrong',
    '{} 还不能结账：{}': '{} stays open: {}',
    'a.b (c)': 'dots and brackets are meant as they stand',
  },
  { 币种: 'Currency code' },
])

test.each([
  ['币种不能为空', 'Currency code must not be empty'],
  ['币种名称不能为空', 'the name of Currency code must not be empty'],
  ['汇率的值“一”不正确', 'the value “一” of Rate is wrong'],
  ['2025-10 还不能结账：币种不能为空', '2025-10 stays open: Currency code must not be empty'],
  ['币种、汇率', 'Currency code, Rate'],
  ['a.b (c)', 'dots and brackets are meant as they stand'],
  ['axb (c)', 'axb (c)'],
  ['$1 不能为空', '$1  must not be empty'],
  ['', ''],
])('%j', (message, expected) => expect(english(message)).toBe(expected))
