/** 报工: good and bad units as people count them; good ones together are at most what is ordered, and bound what is received. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { add, compare, isZero, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { create, oneRecord, setDerived } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { forgetMade } from '#areas/quality/index.ts'
import { onOrder } from './floor.ts'
import { docType } from './orders.ts'
import { inspectReport, refuseUnpassed, reportLine } from './passed.ts'
import { workReport } from './order-tables.ts'

export interface Reported {
  readonly good: string
  readonly bad: string
  readonly reworked?: string
  readonly badReason: number | null
  readonly minutes: number | null
}
/** 报工: good units together are at most what is ordered. */
export const report = (
  context: Context,
  given: unknown,
  { good, bad, reworked = '0', badReason, minutes }: Reported,
): Promise<{ id: string }> =>
  onOrder(context, given, async at => {
    const { inside, server, tx, row, id } = at
    if (isZero(good) && isZero(bad) && isZero(reworked)) throw refuse.invalid([{ field: 'good', message: sentence`请填写良品或不良数量` }])
    if (!isZero(bad) && badReason === null) throw refuse.invalid([{ field: 'badReason', message: sentence`有不良时请选择原因` }])
    if (inside.caller.employeeId === null) throw refuse.rule(sentence`报工由员工完成，你的账号没有员工资料`)
    const { rows } = await sql<{ good: string; bad: string }>`select coalesce(sum(good + reworked), 0)::text as good,
        trim_scale(coalesce(sum(bad - reworked), 0))::text as bad from work_report where order_id = ${id} and not voided`.execute(
      behind(tx),
    )
    const left = subtract(asText(row['quantity']), rows[0]?.good ?? '0')
    if (compare(reworked, rows[0]?.bad ?? '0') > 0) throw refuse.rule(sentence`可返工的不良还有 ${rows[0]?.bad ?? '0'}，不能超过它`)
    if (compare(add(good, reworked), left) > 0) throw refuse.rule(sentence`还可报良品 ${left}，不能超过生产单的数量`)
    const values = {
      orderId: id,
      reportedOn: todayOf(inside),
      employeeId: inside.caller.employeeId,
      good,
      bad,
      reworked,
      badReason,
      minutes,
    }
    const made = await create(server, workReport, values)
    await inspectReport(at, made.id, add(good, reworked))
  })

export const voidReport = async (context: Context, given: unknown): Promise<{ id: string }> => {
  const found = await oneRecord(context, workReport, given)
  await onOrder(context, found['orderId'], async ({ inside, server, tx, id }) => {
    const { rows } = await sql<{ good: string; bad: string; done: string; voided: boolean }>`select r.voided,
        (select coalesce(sum(good + reworked), 0)::text from work_report where order_id = ${id} and not voided and id <> r.id) as good,
        (select coalesce(sum(bad - reworked), 0)::text from work_report where order_id = ${id} and not voided and id <> r.id) as bad,
        (select coalesce(sum(quantity), 0)::text from production_receipt where order_id = ${id} and not reversed) as done
      from work_report r where r.id = ${found.id} for no key update`.execute(behind(tx))
    const [told] = rows
    if (told === undefined || told.voided) throw refuse.rule(sentence`这次报工已作废`)
    if (compare(told.good, told.done) < 0) throw refuse.rule(sentence`已入库 ${told.done}，作废后报工良品不够，请先冲销入库`)
    if (compare(told.bad, '0') < 0) throw refuse.rule(sentence`这次报的不良已返工转良，请先作废返工的报工`)
    await setDerived(server, workReport, [{ id: found.id, voided: true }])
    await forgetMade(inside, tx, { type: docType, id, no: '', line: reportLine(found.id) })
    await refuseUnpassed(tx, id, told.done)
  })
  return { id: found.id }
}
