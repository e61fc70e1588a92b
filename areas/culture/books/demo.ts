/** The books of the demo company, and three months of borrowing: in every state, with a line of those who wait and notes of readers. */
import { dictionaryItem } from '#areas/reference/index.ts'
import { defined, type Context, type DemoPeople } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { listOf } from '#platform/server/lists.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addRecord } from '#platform/server/records.ts'
import { applyFor, handOver, noteBook } from './borrow.ts'
import { askDelay } from './delays.ts'
import { coverOf } from './demo-cover.ts'
import { demoBooks, demoLoans } from './demo-words.ts'
import { bookKinds, cultureBook, cultureBookDelay, cultureBorrowing } from './tables.ts'

const dayMs = 86_400_000
/** the last ones have no picture, as most books of a small library */
const coveredBooks = 22
type Loan = (typeof demoLoans)[number]

export async function makeBooks(people: DemoPeople): Promise<void> {
  const keeper = await people.as('hr')
  const bookIds = await makeShelf(keeper)
  for (const loan of demoLoans) await makeLoan(people, loan, defined(bookIds[loan.book], 'a book'))
}

async function makeShelf(keeper: Context): Promise<readonly string[]> {
  const kinds = await listOf(keeper, dictionaryItem, {
    pageNum: 1,
    pageSize: 100,
    conditionList: [{ field: 'dictionaryCode', condition: 'EQ', value: String(bookKinds) }],
  })
  const ids: string[] = []
  for (const [at, [title, author, publisher, isbn, kind, place, copies, intro]] of demoBooks.entries()) {
    const cover =
      at < coveredBooks
        ? [await keepUpload(keeper, { name: `${title}.png`, type: 'IMAGE', contentType: 'image/png', content: coverOf(at) })]
        : null
    const added = Array.from({ length: copies }, (_, n) => ({ id: `n${n}`, copyNo: `TS${String(at + 1).padStart(3, '0')}-${n + 1}` }))
    const typeId = kinds.list.find(row => row['label'] === kind)?.id ?? null
    const values = { title, author, publisher, isbn: isbn === '' ? null : isbn, place, intro, typeId, cover }
    ids.push((await addRecord(keeper, cultureBook, { ...values, lines: { added } })).id)
  }
  return ids
}

async function makeLoan({ now, as }: DemoPeople, loan: Loan, bookId: string): Promise<void> {
  const then = (daysAgo: number): Date => new Date(now.getTime() - daysAgo * dayMs)
  const start = loan.days ?? 1
  const by = await as(loan.by, then(start))
  const { id } = await applyFor(by, { bookId })
  const take = async (username: string, daysAgo: number, step: string, input: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    await takeSteps(await as(username, then(daysAgo)), cultureBorrowing, { ids: [{ id }], pick: { step }, input })
  }
  if (loan.days !== undefined) {
    const keeper = await as('hr', then(start))
    const { input } = await handOver(keeper, { input: { id, audit: 1 } } as never)
    await take('hr', start, 'lend', { copyId: input['copyId'], dueOn: input['dueOn'] })
  }
  for (let n = 0; n < (loan.renewals ?? 0); n += 1) await take(loan.by, 1, 'renew')
  if (loan.note !== undefined) await noteBook(await as(loan.by, then(start - 15)), { id, note: loan.note })
  if (loan.ends === 'returned') await take('hr', Math.max(1, start - 20), 'giveBack', { condition: 1 })
  if (loan.ends === 'lost') await take('hr', 6, 'lose', { remark: '搬办公室时遗失，已按原价赔付' })
  if (loan.ends === 'rejected') await take('hr', 0, 'reject', { reason: '这本书正在盘点，下周再来申请' })
  if (loan.ends === 'withdrawn') await take(loan.by, 0, 'withdraw')
  if (loan.delay !== undefined) await makeDelay({ now, as }, loan, id)
}

async function makeDelay({ now, as }: DemoPeople, { by, delay }: Loan, borrowingId: string): Promise<void> {
  if (delay === undefined) return
  const { id } = await askDelay(await as(by, new Date(now.getTime() - dayMs)), { borrowingId, days: delay.days, reason: delay.reason })
  if (delay.answer === undefined) return
  const opinion = delay.answer === 2 ? '可以，注意安全' : '借期还长，到期前先续借'
  await takeSteps(await as('hr', now), cultureBookDelay, { ids: [{ id }], pick: { to: delay.answer }, input: { opinion } })
}
