/** How articles are found: sounds, pinyin, first letters, mistakes, synonyms; where the words stand. */
import { describe, expect, test } from 'vitest'
import { askedGrams, gramsOf, marksOf, piecesOf } from './grams.ts'
import { scoreOf, tells } from './score.ts'
import { readAsPinyin } from './syllables.ts'
import { variantsOf } from './variants.ts'

const titles = ['导入 Amazon 结算报告', '结算对账', '银行流水怎么导入', '修改密码', '汇率', '店铺名称对应']
const words: Readonly<Record<string, string>> = { 汇率: '兑换 人民币', 结算对账: '回款 差额' }

function best(keyword: string, groups: readonly (readonly string[])[] = []): string | undefined {
  const variants = variantsOf(keyword, groups)
  const having = (gram: string): number =>
    titles.filter(title => gramsOf(`${title} ${words[title] ?? ''}`).some(one => one.gram === gram)).length
  const telling = new Map(variants.flatMap(({ grams }) => [...grams].map(gram => [gram, tells(titles.length, having(gram))] as const)))
  const scored = titles.map(title => ({
    title,
    score: scoreOf({ title, keywords: words[title] ?? null, body: '', views: 0 }, variants, telling),
  }))
  return scored.filter(one => one.score > 0).toSorted((a, b) => b.score - a.score)[0]?.title
}

describe('what is found', () => {
  test.each([
    ['结算报告', '导入 Amazon 结算报告'],
    ['怎么导入结算报告？', '导入 Amazon 结算报告'],
    ['结蒜报告', '导入 Amazon 结算报告'],
    ['jiesuanbaogao', '导入 Amazon 结算报告'],
    ['jiesuan', '结算对账'],
    ['jsdz', '结算对账'],
    ['amzon', '导入 Amazon 结算报告'],
    ['AMAZON', '导入 Amazon 结算报告'],
    ['我要修改密码', '修改密码'],
    ['人民币', '汇率'],
    ['店铺名对应', '店铺名称对应'],
    ['流水', '银行流水怎么导入'],
  ])('%s', (keyword, title) => expect(best(keyword)).toBe(title))
  test('a synonym', () => {
    expect(best('外币牌价')).toBeUndefined()
    expect(best('外币牌价', [['汇率', '外币牌价']])).toBe('汇率')
  })
  test('nothing that is not there', () => {
    for (const keyword of ['采购退货', 'zzz', '？', '打卡考勤']) expect(best(keyword)).toBeUndefined()
  })
})

test('letters as syllables', () => {
  expect(readAsPinyin('jiesuan')).toEqual(['jie', 'suan'])
  expect(readAsPinyin('xian')).toEqual(['xian'])
  expect(readAsPinyin('jiesuanb')).toEqual(['jie', 'suan'])
  expect(readAsPinyin('sku')).toBeNull()
})
test('the matter of a question', () => {
  expect(piecesOf('请问怎么导入结算报告？')).toEqual(['导入结算报告'])
  expect(piecesOf('怎么')).toEqual(['怎么'])
  expect(piecesOf('ＳＫＵ 对应')).toEqual(['sku', '对应'])
})
test('marks stand where the words do', () => {
  const at = (title: string, keyword: string): string[] =>
    marksOf(title, askedGrams(piecesOf(keyword))).map(([from, to]) => title.slice(from, to))
  expect(at('导入 Amazon 结算报告', '结算报告')).toEqual(['结算报告'])
  expect(at('导入 Amazon 结算报告', '结蒜')).toEqual(['结算'])
  expect(at('导入 Amazon 结算报告', 'jiesuan amazon')).toEqual(['Amazon', '结算'])
  expect(at('修改密码', '汇率')).toEqual([])
})
