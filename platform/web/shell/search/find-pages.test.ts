import pinyin from 'pinyin-match'
import { expect, test } from 'vitest'
import { mockModules } from '../../gallery/mock-api.ts'
import { findPages, pagesOf, type FoundPage, type Matcher } from './find-pages.ts'

const match: Matcher = (text, query) => pinyin.match(text, query)
const pages = pagesOf(mockModules)
const titles = (found: readonly FoundPage[]): string[] => found.map(page => page.title)

test.each([
  ['币种', ['币种']],
  ['bizhong', ['币种']],
  ['BZ', ['币种']],
  // 马逊 stands further left than 明细
  ['mx', ['亚马逊结算报告对账明细', '交易明细']],
  ['  利润 ', ['利润']],
  ['仓库', ['库存']],
  ['', []],
  ['zzzz', []],
])('%j finds %j', (query, expected) => expect(titles(findPages(pages, query, match))).toEqual(expected))

test('a title met whole by its initials goes before one that begins so', () => {
  const ofTitle = (title: string, at: number) => ({ menuId: String(at), url: `/p/${at}`, title, module: '财务' })
  expect(titles(findPages(['索赔依据', '商品品类', '商品'].map(ofTitle), 'sp', match))[0]).toBe('商品')
})

test('documents by id are not to be found, 500 pages are searched within a blink', () => {
  expect(titles(pages)).not.toContain('单据')
  const many = Array.from({ length: 500 }, (_, at) => ({ menuId: String(at), url: `/p/${at}`, title: `结算报告明细${at}`, module: '财务' }))
  const began = performance.now()
  expect(findPages(many, 'jsbg', match)).toHaveLength(50)
  console.info(`search over 500 pages: ${(performance.now() - began).toFixed(1)} ms`)
})
