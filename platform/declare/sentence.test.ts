import { describe, expect, test } from 'vitest'
import { fromStored, inChinese, inWords, listed, sentence, shortened, toStored, type Part } from './sentence.ts'

const english = {
  '{}不能为空': '{} must not be empty',
  '{}的值“{}”不正确': 'the value “{2}” of {1} is wrong',
  '{} 还不能结账：{}': '{} stays open: {}',
}
const currency = ['币种', 'Currency'] as const

test.each<[Part, string, string]>([
  [sentence`${currency}不能为空`, '币种不能为空', 'Currency must not be empty'],
  [sentence`${currency}的值“${'{1}'}”不正确`, '币种的值“{1}”不正确', 'the value “{1}” of Currency is wrong'],
  [
    sentence`${'2025-10'} 还不能结账：${sentence`${currency}不能为空`}`,
    '2025-10 还不能结账：币种不能为空',
    '2025-10 stays open: Currency must not be empty',
  ],
  [listed([currency, '汇率', 7]), '币种、汇率、7', 'Currency, 汇率, 7'],
  [listed([currency, currency], '；'), '币种；币种', 'Currency; Currency'],
  // what a person wrote is never taken for a sentence, and a sentence without English stays
  [sentence`${'{}不能为空'}`, '{}不能为空', '{}不能为空'],
  [sentence`没有人写过的句子`, '没有人写过的句子', '没有人写过的句子'],
  [sentence`constructor`, 'constructor', 'constructor'],
])('%j', (part, zh, en) => {
  expect([inChinese(part), inWords(part, 'en', english)]).toEqual([zh, en])
  expect(inWords(fromStored(toStored(part)), 'en', english)).toBe(en)
})

describe('stored', () => {
  test('a sentence is JSON, a plain text stands as it is', () => {
    expect(toStored(sentence`${currency}不能为空`)).toBe('{"key":"{}不能为空","params":[["币种","Currency"]]}')
    expect(toStored('币种不能为空')).toBe('币种不能为空')
  })
  test.each(['', '币种不能为空', '{"key":1}', '{"key":"x"', '["a"]', '{"list":[],"mark":1}', '{"key":"x","params":[null]}'])(
    '%j was stored before, or is no sentence',
    text => expect(fromStored(text)).toBe(text),
  )
  test.each(['{"key":"x","params":[]}', '["是","Yes"]'])('a person who writes %j reads it again', text => {
    expect(inWords(fromStored(toStored(text)), 'en', english)).toBe(text)
  })
})

test('each text that is filled in is cut', () => {
  expect(inChinese(shortened(sentence`导入 ${'长'.repeat(9)}：${listed(['一二三四五'])}`, 4))).toBe('导入 长长长…：一二三…')
})
