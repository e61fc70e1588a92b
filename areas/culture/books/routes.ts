/** Route map of books: the shelf, borrowings, delays, rankings. */
import { Integer, Literal, Object as O, Optional, String as Text, Union } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { call, Id, Month, Query, type Route, type RouteMap } from '#platform/server/area.ts'
import { namedId, family, add, exportOf, list, one, remove, update } from '#platform/server/records.ts'
import { step, stepBy, steps } from '#platform/server/steps.ts'
import { ownPage } from '../own-page.ts'
import { applyFor, handOver, myBorrowing, noteBook, onShelf } from './borrow.ts'
import { delayDaysMax } from './codes.ts'
import { askDelay } from './delays.ts'
import { bookRule } from './rules.ts'
import { cultureBook, cultureBookCopy, cultureBookDelay, cultureBookSetting, cultureBorrowing } from './tables.ts'
import { rankingOf, viewBook } from './view-book.ts'

/** The public shelf is everybody's; what is not public, the scope keeps to its keeper. */
const everybodys = (route: Route): Route => ({ ...route, demand: signedIn })
const checked = (route: Route): Route => ({
  ...route,
  handler: (context, ask) => route.handler(context, { ...ask, input: bookRule(ask.input) }),
})
/** a number in a query string is a text */
const Year = Union([Integer({ title: '年份', minimum: 2000, maximum: 2199 }), Text({ title: '年份', pattern: '^2[01][0-9]{2}$' })], {
  title: '年份',
})

export const bookRoutes: RouteMap = {
  'POST /cultureBook/list': everybodys(list(cultureBook)),
  'GET /cultureBook/query/{id}': everybodys(one(cultureBook)),
  'POST /cultureBook/add': checked(add(cultureBook)),
  'POST /cultureBook/update': checked(update(cultureBook)),
  'POST /cultureBook/delete/{id}': remove(cultureBook),
  'POST /cultureBook/listExport': exportOf(cultureBook),
  'POST /cultureBook/copies': list(cultureBookCopy),
  'GET /cultureBook/view/{id}': call({ demand: signedIn, summary: '图书详情和读后感', write: false }, (context, ask) =>
    viewBook(context, namedId(ask.params['id'], ['图书', 'Book'])),
  ),

  'POST /cultureBook/bookOutRecord': list(cultureBorrowing),
  'GET /cultureBook/borrowing/{id}': one(cultureBorrowing),
  'POST /cultureBook/bookOutRecordExport': exportOf(cultureBorrowing),
  'POST /cultureBook/myBorrowing': call({ demand: signedIn, summary: '我的借阅', input: ownPage(), write: false }, (context, ask) =>
    myBorrowing(context, ask.input),
  ),
  'POST /cultureBook/applyForBorrowing': call(
    {
      demand: signedIn,
      summary: '申请借阅',
      input: O({ bookId: Id('图书'), note: Optional(Text({ title: '申请说明', maxLength: 200 })) }),
    },
    (context, ask) => applyFor(context, ask.input),
  ),
  'POST /cultureBook/auditBorrowing': onShelf(stepBy(cultureBorrowing, 'audit', { 1: 'lend', 0: 'reject' }), handOver),
  'POST /cultureBook/returnBook': onShelf(step(cultureBorrowing, 'giveBack')),
  'POST /cultureBook/loseBook': onShelf(step(cultureBorrowing, 'lose')),
  'POST /cultureBook/renewBook': onShelf(step(cultureBorrowing, 'renew')),
  'POST /cultureBook/withdrawalBorrowing': onShelf(step(cultureBorrowing, 'withdraw')),
  'POST /cultureBook/note': call(
    {
      demand: signedIn,
      summary: '写读后感',
      input: O({ id: Id('借阅'), note: Text({ title: '读后感', maxLength: 2_000 }) }),
    },
    (context, ask) => noteBook(context, ask.input),
  ),
  'GET /cultureBook/bookReadingRankings': call(
    {
      demand: signedIn,
      summary: '阅读排行',
      input: Query({
        year: Year,
        month: Optional(Union([Integer({ title: '月份', minimum: 1, maximum: 12 }), Month('月份')], { title: '月份' })),
        by: Optional(Union([Literal('book'), Literal('employee')], { title: '排行' })),
      }),
      write: false,
    },
    (context, ask) => {
      const { year, month, by = 'book' } = ask.input
      return rankingOf(context, {
        year: Number(year),
        by,
        ...(month === undefined ? {} : { month: Number(asText(month).slice(-2)) }),
      })
    },
  ),

  'POST /cultureBookDelay/insert': call(
    {
      demand: signedIn,
      summary: '申请延期',
      input: O({
        borrowingId: Id('借阅'),
        days: Integer({ title: '延期天数', minimum: 1, maximum: delayDaysMax }),
        reason: Text({ title: '原因', minLength: 1, maxLength: 200 }),
      }),
    },
    (context, ask) => askDelay(context, ask.input),
  ),
  'POST /cultureBookDelay/list': list(cultureBookDelay),
  'POST /cultureBookDelay/update': steps(cultureBookDelay),
  ...family('cultureBookSetting', cultureBookSetting),
}
