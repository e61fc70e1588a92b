/** The first months of the demo company are closed once its files are in, and finance asks to open the last of them again. */
import type { Resource } from '#platform/declare/resource.ts'
import type { DemoPeople } from '#platform/server/contract/area.ts'
import { Refusal } from '#platform/server/calls/refusal.ts'
import { holdAction } from '#platform/server/verbs/approvable.ts'
import { dueMonth } from '../amazon/months/month-check.ts'
import { closeMonth, reopenMonth } from '../amazon/months/month-close.ts'
import { financeMonth } from '../amazon/months/month-table.ts'

/** about half of the year: some months of this year are closed, most are open to try things in */
const closedMax = 6

/**
 * Answers the months that were closed. Where a flow is published for them, the last one waits to be opened again. Books that are being
 * written meanwhile stay as they are: the product starts without them, and says why.
 */
export async function closeDemoMonths(
  people: Pick<DemoPeople, 'as'>,
  say: (line: string) => void = line => console.log(line),
): Promise<readonly string[]> {
  const closed: string[] = []
  try {
    await closeAndAsk(people, closed)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(`演示公司：${closed.length} 个月已结账，之后停止：${error.message}`)
  }
  return closed
}

async function closeAndAsk({ as }: Pick<DemoPeople, 'as'>, closed: string[]): Promise<void> {
  const finance = await as('finance')
  while (closed.length < closedMax) {
    const { due } = await dueMonth(finance)
    if (due === null || due.blockers.length > 0) break
    closed.push((await closeMonth(finance, due.month)).month)
  }
  if (closed.length === 0) return
  await finance.write(async (tx, inside) => {
    const { id } = await tx
      .selectFrom('finance_month')
      .select('id')
      .where('state', '=', 1)
      .orderBy('month', 'desc')
      .executeTakeFirstOrThrow()
    await holdAction(inside, tx, {
      resource: financeMonth as unknown as Resource,
      matter: 'reopen',
      recordId: id,
      input: { id },
      run: own => reopenMonth(own, id),
    })
  })
}
