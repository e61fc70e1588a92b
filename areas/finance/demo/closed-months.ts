/** The first months of the demo company are closed once its files are in, and finance asks to open the last of them again. */
import { type DemoPeople, Refusal, type Context } from '#platform/server/area.ts'
import { holdAction } from '#platform/server/steps.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { checkMonth, dueMonth } from '../close/months/month-check.ts'
import { isSettled, noCompany } from '../close/checklist/checklist.ts'
import { sayOfItem } from '../close/checklist/say.ts'
import { MonthsHeld } from '../base/closed-months.ts'
import { closeMonth, reopenMonth } from '../close/months/month-close.ts'
import { financeMonth } from '../base/month-table.ts'
import { untilFree } from '../base/until-ended.ts'

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
    if (!(error instanceof Refusal || error instanceof Waits)) throw error
    say(`演示公司：${closed.length} 个月已结账，之后停止：${error.message}`)
  }
  return closed
}

const reasons: Readonly<Record<string, string>> = {
  files: '缺的日期没有营业，平台没有文件',
  costs: '样品和赠品没有采购成本',
  freight: '货代和承运商的账单下月到，差额计入收到的月份',
  allocations: '单据待部门确认，确认后计入下月',
  accruals: '这个月结算完整，没有要计提的金额',
  bank: '款项在途，月初已到账',
  checks: '平台处理中，结果计入处理的月份',
  stated: '差额已与平台核实，金额很小',
  stock: '期初盘点前的数据，差异在盘点月调整',
  vouchers: '凭证在结账后生成',
  review: '已与上月对比，毛利率正常',
}
/** Finance looks at each item of the month, and says why it may be closed with what is lacking. What must be clean is left to the close. */
async function sayAll(finance: Context, month: string): Promise<void> {
  const { items } = await checkMonth(finance, month, undefined, 'short')
  for (const { code, company, needs, version } of items.filter(one => !isSettled(one) && one.needs !== 'clean'))
    await sayOfItem(finance, {
      month,
      item: code,
      companyId: company?.id ?? noCompany,
      version,
      isSaid: true,
      reason: ownValue(reasons, code) ?? (needs === 'look' ? '已复核' : '已了解，计入下月'),
    })
}

/** What ends by itself: figures that follow from the files that were just brought. */
const passing: readonly string[] = ['running', 'computing', 'layers']

/** What keeps the month open ends by itself. */
class Waits extends Error {}

/** The next month is closed; null: there is none, or people would have to mend it. Waits for what still writes into the books. */
const closeNext = (finance: Context): Promise<string | null> =>
  untilFree(
    async () => {
      const { due } = await dueMonth(finance)
      if (due === null) return null
      if (due.blockers.length > 0) {
        const said = due.blockers.map(one => one.message).join('；')
        if (due.blockers.every(one => passing.includes(one.code))) throw new Waits(said)
        return null
      }
      await sayAll(finance, due.month)
      return (await closeMonth(finance, due.month)).month
    },
    error => error instanceof Waits || error instanceof MonthsHeld,
  )

async function closeAndAsk({ as }: Pick<DemoPeople, 'as'>, closed: string[]): Promise<void> {
  const finance = await as('finance')
  for (let month = await closeNext(finance); month !== null; month = closed.length < closedMax ? await closeNext(finance) : null)
    closed.push(month)
  if (closed.length === 0) return
  const reason = '货代补来上月的实际账单，需要重新分摊'
  const ask = (): Promise<void> =>
    finance.write(async (tx, inside) => {
      const { id } = await tx
        .selectFrom('finance_month')
        .select('id')
        .where('state', '=', 1)
        .orderBy('month', 'desc')
        .executeTakeFirstOrThrow()
      await holdAction(inside, tx, {
        resource: financeMonth,
        matter: 'reopen',
        recordId: id,
        input: { id, reason },
        run: own => reopenMonth(own, id, reason),
      })
    })
  await untilFree(ask, error => error instanceof MonthsHeld)
}
