/** How texts are cut and found, held against a plain look through all of them: nothing is missed, nothing is found that lacks a word. */
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { allText, searchOf } from '#platform/declare/search.ts'
import { foundAt } from '#platform/format/found-at.ts'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { searchCondition, searchFaults } from './search.ts'

const noteOf = (chapters: object, head: object = { type: 'note' }): Resource =>
  resource('note', {
    title: ['便签', 'Note'],
    access: { scope: ownOrganisation },
    fields: {
      code: text('编号', 'Code', { max: 20 }),
      title: text('标题', 'Title', { optional: true }),
      bank: text('账号', 'Account', { optional: true, sensitive: true }),
      pay: text('薪资', 'Pay', { optional: true, see: { operation: 100, title: ['看', 'See'] } }),
    },
    storage: { key: ['code'] },
    ...head,
    ...chapters,
  }) as unknown as Resource
const note = noteOf({ record: { label: 'title' } })

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase({ tables: new Map([[note.table, note]]) })
  client = new pg.Client(database.ownerUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const piece = fc.constantFrom(
  ...'供应商厨房刀具套装盒'.split(''),
  ...'abKIT012'.split(''),
  'ＳＫＵ',
  '①',
  'é',
  'İ',
  'ß',
  'ﬁ',
  '한',
  'カ',
  'ｶﾞ',
  '😀',
  '👍🏽',
  '-',
  '_',
  '%',
  '\\',
  "'",
  '&',
  ':*',
  '<->',
  ' ',
  '　',
  '\n',
  '，',
)
const said = fc.array(piece, { minLength: 0, maxLength: 12 }).map(parts => parts.join(''))
const long = fc.array(piece, { minLength: 60, maxLength: 140 }).map(parts => parts.join(''))

test('what the index is asked for is found in every text that holds all words, and the check leaves out every other', async () => {
  let held = 0
  const run = async (texts: readonly string[], keyword: string): Promise<void> => {
    const words = keyword.split(/\s+/u).filter(word => word !== '')
    const { rows } = await client.query<{ holds: boolean; led: boolean | null; asked: boolean }>(
      `select coalesce((select bool_and(position(search_fold(w) in search_fold(variadic $1::text[])) > 0)
           from unnest($3::text[]) w), true) as holds,
         search_grams(variadic $1::text[]) @@ search_query($2) as led, search_query($2) is not null as asked`,
      [texts, keyword, words],
    )
    const [row] = rows
    if (row === undefined) throw new Error('no answer')
    // recall: the index never leaves out a text that holds the words; precision is that of `holds`, which is checked as well
    if (row.holds && row.asked) held += 1
    if (row.holds && row.asked) expect({ texts, keyword, led: row.led }).toEqual({ texts, keyword, led: true })
    if (/[\p{L}\p{N}]/u.test(keyword)) expect({ keyword, asked: row.asked }).toEqual({ keyword, asked: true })
  }
  const inside = fc.tuple(fc.oneof(said, long), fc.nat(), fc.integer({ min: 1, max: 80 })).map(([body, from, length]) => {
    const characters = [...body]
    const start = characters.length === 0 ? 0 : from % characters.length
    return [body, characters.slice(start, start + length).join('')] as const
  })
  await fc.assert(
    fc.asyncProperty(inside, said, ([body, keyword], other) => run([other, body], keyword)),
    { numRuns: 400 },
  )
  await fc.assert(
    fc.asyncProperty(said, said, (body, keyword) => run([body], keyword)),
    { numRuns: 200 },
  )
  expect(held).toBeGreaterThan(200)
}, 60_000)

test.each([
  ['供应商名单', '应商', [[1, 3]]],
  [
    'ＳＫＵ-01 sku',
    'sku',
    [
      [0, 3],
      [7, 10],
    ],
  ],
  ['刀具刀具', '刀具', [[0, 4]]],
  [
    '电池 收纳盒',
    '盒 电',
    [
      [0, 1],
      [5, 6],
    ],
  ],
  ['😀笑脸', '笑', [[2, 3]]],
  ['ﬁne', 'fi', [[0, 1]]],
  ['abc', '%', []],
])('in %j %j stands at %j', (body, keyword, expected) => expect(foundAt(body, keyword.split(' '))).toEqual(expected))

test('which fields are searched follows from the other words; secrets and columns of a right never are', () => {
  expect(searchOf(note)).toEqual(['title', 'code'])
  expect(searchOf(noteOf({ list: { search: false } }))).toEqual([])
  expect(searchOf(noteOf({ list: { search: ['title'] } }))).toEqual(['title'])
  expect(searchOf(noteOf({ record: { option: { detail: ['bank', 'pay'] } } }))).toEqual(['code'])
  expect(searchFaults(note)).toEqual([])
  expect(searchFaults(noteOf({ list: { search: ['bank'] } }))).toEqual([
    'note.list: search names bank, which is no text that everybody sees',
  ])
  expect(searchFaults(noteOf({ list: { search: ['pay'] } }))).toEqual(['note.list: search names pay, which is no text that everybody sees'])
  expect(searchFaults(noteOf({ list: { search: [] } }))).toEqual(['note.list: search names no field; false says that there is none'])
  expect(searchFaults(noteOf({ list: { search: ['title'] } }, {}))).toEqual(['note.list: search without a list'])
})

test('a search of more than 100 characters, without words, or by another condition is refused', () => {
  const ask = (condition: 'LIKE' | 'EQ', ...values: string[]) => searchCondition(note, { field: allText, condition }, values)
  expect(ask('LIKE', '%_'.repeat(200))).toMatchObject({ field: allText, message: { params: [100, 400] } })
  expect(ask('LIKE', '  ')).toMatchObject({ field: allText })
  expect(ask('EQ', 'a')).toMatchObject({ field: allText })
  expect(ask('LIKE', '%_'.repeat(50))).not.toHaveProperty('message')
})
