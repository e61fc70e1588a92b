/** Every page has its help: an article of the product that F1 opens there. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { builtIn, htmlOf, typeOfArticle } from '#areas/help/articles/index.ts'
import { helpQueries } from '#areas/help/search/queries.ts'
import { htmlToText } from '#platform/format/html-text.ts'

/** pages that everybody has and no menu holds (platform/web/page/own-pages.ts) */
const ownPages = ['home/workbenches', 'messages/notify', 'workflow/approval-notice', 'admin/account/center', 'admin/account/settings']
const pages = areas
  .flatMap(area => area.modules ?? [])
  .flatMap(one => one.groups)
  .flatMap(group => group.pages)
const components = [...new Set([...pages.map(page => page.component), ...ownPages])]
const helped = new Set(builtIn.flatMap(one => one.pageKeys))

test('no page is without an article', () => {
  const missing = components.filter(component => !helped.has(component))
  const said = missing.map(component => `${component} (${pages.find(page => page.component === component)?.title[0] ?? ''})`)
  expect(
    said,
    `pages without help: write an article of each in areas/help/articles, with its component among the page keys:\n${said.join('\n')}`,
  ).toEqual([])
})

test('a page has one article', () => {
  const keys = builtIn.flatMap(one => one.pageKeys)
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

test.each(builtIn.map(one => [one.title[0], one] as const))('%s: says what for, how, and what to look out for', (_, one) => {
  const length = [...htmlToText(htmlOf(one))].filter(character => /\p{L}|\p{N}/u.test(character)).length
  expect(length, 'letters of the article').toBeGreaterThanOrEqual(80)
  expect(length, 'letters of the article').toBeLessThanOrEqual(260)
  expect(one.steps).toHaveLength(3)
  expect(one.title[1]).toMatch(/^[\x20-\x7e]+$/)
  expect(Object.hasOwn(typeOfArticle, one.type)).toBe(true)
  expect(htmlOf(one)).not.toMatch(/！|!/)
})

test('the queries that the search is measured with mean articles that are there', () => {
  const titles = new Set(builtIn.map(one => one.title[0]))
  expect(helpQueries.filter(([, title]) => !titles.has(title))).toEqual([])
})

test('no sentence stands in two articles', () => {
  const sentences = builtIn.flatMap(one => [one.purpose, one.care])
  expect(sentences.filter((text, i) => sentences.indexOf(text) !== i)).toEqual([])
})
