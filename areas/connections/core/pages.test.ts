/** Where the next page begins, of each way of paging: a total that grows between pages begins anew, what has no end is none. */
import { expect, test } from 'vitest'
import { StrangeAnswer } from './answer.ts'
import { nextOf } from './pages.ts'

const place = { next: null, total: null, pages: 0, anew: 0 }
const token = { by: 'token', read: 'payload.next', send: 'nextToken' } as const
const offset = { by: 'offset', send: 'offset', limit: 2, total: 'total' } as const
const number = { by: 'number', pages: 'page.total' } as const
const none = { next: null, total: null }

test.each([
  ['a token that is there', token, { payload: { next: 'b' } }, 2, place, { next: 'b', total: null }],
  ['an empty token', token, { payload: { next: '' } }, 2, place, none],
  ['no token', token, {}, 2, place, none],
  ['rows behind these', offset, { total: 5 }, 2, place, { next: '2', total: 5 }],
  ['the last rows', offset, { total: 5 }, 1, { ...place, next: '4', total: 5 }, none],
  ['no row, though the total says that there are more', offset, { total: 5 }, 0, { ...place, next: '2', total: 5 }, none],
  ['a total that grew', offset, { total: 6 }, 2, { ...place, next: '2', total: 5 }, { next: '', total: 6 }],
  ['the next number', number, { page: { total: 3 } }, 2, place, { next: '2', total: 3 }],
  ['the last number', number, { page: { total: 3 } }, 2, { ...place, next: '3', total: 3 }, none],
  ['a number of pages that grew', number, { page: { total: 4 } }, 2, { ...place, next: '2', total: 3 }, { next: '', total: 4 }],
] as const)('%s', (_, paging, answer, rows, at, wished) => expect(nextOf(paging, answer, rows, at)).toEqual(wished))

test('an operation without pages has one; a total that is no number is refused', () => {
  expect(nextOf(undefined, { total: 5 }, 2, place)).toEqual(none)
  expect(() => nextOf(offset, { total: 'many' }, 2, place)).toThrow(StrangeAnswer)
})
