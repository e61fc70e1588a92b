import { expect, test } from 'vitest'
import { articlesIn } from './read-article.ts'

const article = '## 名称\n\n- English: Name\n- Pages: list/a list/b\n- Keywords: 甲 乙\n\n用途。\n\n1. 一\n2. 二\n3. 三\n\n> 注意。\n'
const read = {
  pageKeys: ['list/a', 'list/b'],
  type: '财务',
  title: ['名称', 'Name'],
  purpose: '用途。',
  steps: ['一', '二', '三'],
  care: '注意。',
  keywords: '甲 乙',
}

test('an article is read from its headings, list and paragraphs, with line ends of either kind', () => {
  expect(articlesIn('a.md', `# 财务\n\n${article}`)).toEqual([read])
  expect(articlesIn('a.md', `# 财务\n\n${article}`.replaceAll('\n', '\r\n'))).toEqual([read])
})

test('a file may hold articles of several types', () => {
  const types = articlesIn('a.md', `# 财务\n\n${article}\n${article}\n# 绩效\n\n${article}`).map(one => one.type)
  expect(types).toEqual(['财务', '财务', '绩效'])
})

test.each(['- English: Name\n', '> 注意。\n', '1. 一\n2. 二\n3. 三\n', '用途。\n'])('without %j the file and article are named', part => {
  expect(() => articlesIn('a.md', `# 财务\n\n${article.replace(part, '')}`)).toThrow('a.md: article 名称')
})
