/** What is done at times: reminders of days on which books are due, copies that are held no longer. */
import { holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Timed } from '#platform/server/area.ts'
import { takeStepsEach } from '#platform/server/steps.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { borrowingCodes } from './codes.ts'
import { booksOf, lockBooks } from './shelf.ts'
import { cultureBorrowing } from './tables.ts'

const portion = 500
const while2 = { field: 'state', is: [borrowingCodes.lent] } as const
const at9 = { at: '09:00' } as const

export const bookTimed: readonly Timed[] = [
  reminder('cultureBook.dueSoon', ['图书到期提醒', 'Reminder of books that are due soon'], {
    of: cultureBorrowing,
    on: 'dueOn',
    by: { days: -2 },
    while: while2,
    when: at9,
    notice: notice('cultureBook.dueSoon', ['图书即将到期', 'A book is due soon'], {
      title: ['借阅“{label}”即将到期，请归还或续借', 'The loan “{label}” is due soon: return or renew it'],
      titleOfMany: ['{n} 本图书即将到期，请归还或续借', '{n} books are due soon: return or renew them'],
      to: [namedBy('employeeId')],
    }),
  }),
  reminder('cultureBook.overdue', ['图书逾期提醒', 'Reminder of overdue books'], {
    of: cultureBorrowing,
    on: 'dueOn',
    by: { days: 1 },
    while: while2,
    when: at9,
    notice: notice('cultureBook.overdue', ['图书已逾期', 'A book is overdue'], {
      title: ['借阅“{label}”已逾期，请尽快归还', 'The loan “{label}” is overdue: please return the book'],
      titleOfMany: ['{n} 本图书已逾期，请尽快归还', '{n} books are overdue: please return them'],
      to: [namedBy('employeeId')],
    }),
  }),
  reminder('cultureBook.longOverdue', ['图书长期逾期提醒', 'Reminder of books long overdue'], {
    of: cultureBorrowing,
    on: 'dueOn',
    by: { days: 5 },
    while: while2,
    when: at9,
    notice: notice('cultureBook.longOverdue', ['图书长期逾期', 'A book is long overdue'], {
      title: ['借阅“{label}”逾期超过 5 个工作日', 'The loan “{label}” is overdue for more than 5 working days'],
      titleOfMany: ['{n} 本图书逾期超过 5 个工作日', '{n} books are overdue for more than 5 working days'],
      to: [namedBy('employeeId'), holdersOf('cultureBook', operations.audit)],
    }),
  }),
  timed('cultureBook.hold', ['图书保留到期', 'Books held no longer'], {
    every: 10,
    work: async (inside, tx) => {
      const due = await tx
        .selectFrom('culture_borrowing')
        .select('id')
        .where('state', '=', borrowingCodes.applied)
        .where('held_until', '<=', inside.now().toISOString())
        .orderBy('held_until')
        .limit(portion)
        .execute()
      if (due.length === 0) return
      await lockBooks(
        inside,
        await booksOf(
          inside,
          due.map(({ id }) => id),
        ),
      )
      await takeStepsEach(inside, cultureBorrowing, { ids: due, pick: { step: 'expire' }, input: {}, byProgram: true })
      return sentence`${due.length} 本图书保留到期`
    },
  }),
]
