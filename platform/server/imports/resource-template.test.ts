/** Templates in English: every head is understood as its own column, and no note or choice is left in Chinese. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { identityOf } from '#platform/declare/resource.ts'
import { withHouseAreas } from '../open-house.ts'
import { registryOf } from '../registry-of.ts'
import { choiceLabels, columnComment, exampleMark, exampleOf, isExample } from './resource-example.ts'
import { importFields, meaningsOf } from './resource-fields.ts'
import { headOf } from './resource-template.ts'

const han = /[\u4e00-\u9fff]/
const lists = [...registryOf(withHouseAreas(areas)).resources.values()].filter(r => r.type !== undefined && importFields(r).length > 0)

test.each(lists.map(r => [r.table, r] as const))('heads of %s', (_table, r) => {
  for (const language of ['zh', 'en'] as const) {
    const heads = importFields(r).map(column => headOf(r, column, language))
    const meant = meaningsOf(r, heads).map(one => (one === null || one === 'passedOver' ? one : one.name))
    expect(meant).toEqual(importFields(r).map(({ name }) => name))
  }
})

test('notes, examples and choices of an English template hold no Chinese', () => {
  const said = lists.flatMap(r =>
    importFields(r).flatMap(column => {
      const referred = column.field.to === undefined ? null : { title: column.field.title[1], labels: [] }
      const comment = columnComment(column, identityOf(r).includes(column.name), referred, 'en')
      return [comment, exampleOf(column.field, referred, 'en'), ...choiceLabels(column.field, 'en')].map(text => `${r.table}: ${text}`)
    }),
  )
  expect(said.length).toBeGreaterThan(300)
  expect(said.filter(text => han.test(text))).toEqual([])
})

test('an example is passed over in both languages', () => {
  expect([isExample(`${exampleMark('zh')}EL-1`), isExample(` ${exampleMark('en')}EL-1`), isExample('EL-1')]).toEqual([true, true, false])
})
