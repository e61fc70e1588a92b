import { expect, test } from 'vitest'
import type { ListQuery } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { storedQuery } from './stored-sentences.ts'
import type { ListWords } from '../contract/list-words.ts'

const context = {} as Context
const words: ListWords = { verb: { shown: (_, stored) => stored, stored: (_, shown) => (shown === '修改' ? 'update' : shown) } }

test('words of a filter are stored as the program names them, fields and conditions alike', () => {
  const query = { verb: ' 修改 ', pageNum: 2, conditionList: [{ field: 'verb', condition: 'EQ', value: '修改' }] } as ListQuery
  expect(storedQuery(context, words, query)).toEqual({
    verb: 'update',
    pageNum: 2,
    conditionList: [{ field: 'verb', condition: 'EQ', value: 'update' }],
  })
})

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is no field with words', field => {
  const query = JSON.parse(`{ "${field}": "x", "conditionList": [{ "field": "${field}", "condition": "EQ", "value": "x" }] }`) as ListQuery
  expect(storedQuery(context, words, query).conditionList).toEqual(query.conditionList)
})
