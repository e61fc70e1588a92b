/** 假期类型 that most companies have. */
import type { Context } from '#platform/server/area.ts'
import { create } from '#platform/server/records.ts'
import { leaveType } from './request-tables.ts'

/** code, name, pay, proof from days */
const usualTypes: readonly (readonly [string, string, number, number | null])[] = [
  ['annual', '年假', 1, null],
  ['lieu', '调休', 1, null],
  ['personal', '事假', 3, null],
  ['sick', '病假', 2, 1],
  ['marriage', '婚假', 1, 1],
  ['maternity', '产假', 1, 1],
  ['checkUp', '产检假', 1, 1],
  ['paternity', '陪产假', 1, 1],
  ['nursing', '哺乳假', 1, null],
  ['childcare', '育儿假', 1, 1],
  ['bereavement', '丧假', 1, null],
  ['injury', '工伤假', 1, 1],
  ['care', '护理假', 1, 1],
  ['public', '公假', 1, null],
]
/** Brings those that are missing; answers how many. */
export async function bringTypes(context: Context): Promise<number> {
  const known = new Set((await context.db.selectFrom('leave_type').select('code').execute()).map(row => row.code))
  const missing = usualTypes.filter(([code]) => !known.has(code))
  for (const [code, name, pay, proofFromDays] of missing) await create(context, leaveType, { code, name, pay, proofFromDays })
  return missing.length
}
