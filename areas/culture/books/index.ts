/** Books of the company: shelf, borrowings, delays, rankings. */
import { homeCard } from '#platform/declare/home-card.ts'
import { listPage, page } from '#platform/declare/page.ts'
import type { CulturePart } from '../part.ts'
import { closeDelays, followDelays } from './delays.ts'
import { makeBooks } from './demo.ts'
import { keepBorrowed, keepLent } from './locks.ts'
import { bookTimed } from './notices.ts'
import { bookEnglish } from './refusals-en.ts'
import { bookRoutes } from './routes.ts'
import { followBorrowings, followCopies } from './shelf.ts'
import { bookTables, cultureBook, cultureBookDelay, cultureBookSetting, cultureBorrowing } from './tables.ts'

const own = (path: string, name: string, title: readonly [string, string], component: string) =>
  page({
    path: `/culture/${path}`,
    name,
    title,
    component: `culture/books/${component}`,
    permission: 'cultureBook',
    everybody: true,
    operations: [],
  })

export const booksPart: CulturePart = {
  resources: bookTables,
  routes: bookRoutes,
  english: bookEnglish,
  timed: bookTimed,
  follows: {
    culture_borrowing: async (...change) => {
      await followBorrowings(...change)
      await closeDelays(...change)
    },
    culture_book_copy: followCopies,
    culture_book_delay: followDelays,
  },
  rowLocks: { culture_book_copy: keepLent, culture_book: keepBorrowed },
  homeCards: [
    homeCard({
      key: 'culture.newBooks',
      title: ['新书上架', 'New books'],
      component: 'culture/books/new-books',
      permission: null,
      wide: true,
      on: ['culture', 'home'],
      byName: true,
    }),
  ],
  demo: makeBooks,
  pages: {
    shelf: [
      { ...own('publicBooks', 'publicBooks', ['公共图书', 'Public books'], 'public-books'), routeUse: 105 },
      own('myBorrowing', 'myBorrowing', ['我的借阅', 'My borrowings'], 'my-borrowing'),
      own('readingRankings', 'readingRankings', ['阅读排行', 'Reading rankings'], 'reading-rankings'),
      listPage(cultureBorrowing, '/culture/bookOutRecord', { title: ['借阅记录', 'Borrowings'], name: 'bookOutRecord' }),
      listPage(cultureBookDelay, '/culture/bookDelay', { title: ['延期申请', 'Requests for delays'], name: 'bookDelay' }),
    ],
    cultureSetting: [
      listPage(cultureBook, '/culture/cultureBook', { title: ['图书管理', 'Manage books'] }),
      listPage(cultureBookSetting, '/culture/cultureBookSetting', { title: ['借阅设置', 'Rules of borrowing'] }),
    ],
  },
}
