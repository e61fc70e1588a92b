import pinyin from 'pinyin-match'
import { expect, test } from 'vitest'
import { menuNode, mockModules } from '../gallery/mock-api.ts'
import type { MenuNode } from './menu-node.ts'
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

test('subjects first, then tabs, what is set up, what belongs to records; a subject called as its page is that page', () => {
  const page = (path: string, title: string, meta: object = {}) => menuNode(path, title, 'list/x', { meta: { title, ...meta } })
  const subject = (title: string, children: readonly MenuNode[]) =>
    menuNode('/s', title, null, { hideChildrenInMenu: true, redirect: children[0]?.path ?? null, children })
  const settle = subject('平台结算', [
    page('/a', '结算单', { formerly: '结算对账' }),
    page('/b', '结算规则', { at: 'gear' }),
    page('/c', '结算明细', { at: 'child', of: 'a' }),
  ])
  const own = pagesOf([{ moduleId: '1', title: '财务', icon: null, menus: [settle, subject('凭证', [page('/v', '凭证')])] }])
  expect(own.map(one => [one.title, one.module])).toEqual([
    ['平台结算', '财务'],
    ['结算单', '平台结算 (财务)'],
    ['凭证', '凭证 (财务)'],
    ['结算规则', '⚙ 平台结算 (财务)'],
    ['结算明细', '⊂ 平台结算 (财务)'],
  ])
  expect(titles(findPages(own, '结算', match))).toEqual(['平台结算', '结算单', '结算规则', '结算明细'])
  expect(findPages(own, '结算对账', match).map(one => [one.title, one.isFormer])).toEqual([['结算单', true]])
})
