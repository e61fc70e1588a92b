/** What people are told of quality: a lot that was rejected, a nonconformity that is open beyond its day. */
import { holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import type { Context, RecordChange, Timed, Tx } from '#platform/server/area.ts'
import { reminder } from '#platform/server/jobs.ts'
import { notify } from '#platform/server/notices.ts'
import { codesOf } from '#platform/declare/codes.ts'
import { nonconformity } from './nonconformity-tables.ts'
import { qualityRights } from './words.ts'

const states = codesOf(nonconformity.fields.state.choices)

export const lotRejected = notice('quality.lotRejected', ['来货检验不合格', 'A lot was rejected'], {
  title: ['检验不合格，待决定处理方式：{label}', 'A lot was rejected and waits for a decision: {label}'],
  titleOfMany: ['{n} 批检验不合格，待决定处理方式', '{n} lots were rejected and wait for a decision'],
  to: [holdersOf('nonconformity', qualityRights.decide.operation), namedBy('ownerId')],
})

/** Whoever decides hears of what an inspection rejected. */
export async function tellRejected(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const rows = changes.flatMap(({ before, after }) =>
    before === null && after !== null && after['inspectionId'] !== null && after['inspectionId'] !== undefined ? [after] : [],
  )
  if (rows.length > 0)
    await notify(context, tx, lotRejected, { of: { resource: nonconformity, rows }, once: row => row.id, but: context.caller.accountId })
}

export const qualityTimed: readonly Timed[] = [
  reminder('quality.nonconformityLate', ['不合格处理逾期提醒', 'Reminder of nonconformities beyond their day'], {
    of: nonconformity,
    on: 'dueOn',
    by: { days: 1 },
    while: { field: 'state', is: [states.open, states.decided] },
    notice: notice('quality.nonconformityLate', ['不合格处理已逾期', 'A nonconformity is beyond its day'], {
      title: ['不合格处理 {label} 已过处理期限，请尽快处理', 'The nonconformity {label} is beyond its day; please deal with it'],
      titleOfMany: ['{n} 张不合格处理已过处理期限', '{n} nonconformities are beyond their day'],
      to: [namedBy('ownerId'), holdersOf('nonconformity', qualityRights.decide.operation)],
    }),
  }),
]
