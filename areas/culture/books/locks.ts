/** What must stay of books: copies that are lent, books that were borrowed. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { RowLock } from '#platform/server/area.ts'
import { copyCodes } from './codes.ts'

/** A copy is lent and comes back by its borrowing alone. */
export const keepLent: RowLock = async () => [
  { where: sql<boolean>`culture_book_copy.state = ${copyCodes.lent}`, reason: sentence`借出中的副本请通过归还或登记遗失处理` },
]

export const keepBorrowed: RowLock = async (_, db, isRemoval) => {
  const borrowings = db.selectFrom('culture_borrowing').select('id').whereRef('culture_borrowing.book_id', '=', 'culture_book.id')
  return isRemoval
    ? [
        {
          where: sql<boolean>`exists (${borrowings})`,
          reason: sentence`有人申请或借阅过的图书不能删除，请下架副本`,
          onlyAsItWas: true,
        },
      ]
    : []
}
