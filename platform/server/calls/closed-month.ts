/** What the database refuses because the month is closed, as a refusal: the same for calls, jobs and imports. */
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Refusal } from './refusal.ts'

const closedMonth = 'CM001'

/** null: this is something else. */
export function asClosedMonth(error: unknown): Refusal | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== closedMonth) return null
  const month = 'detail' in error && typeof error.detail === 'string' ? error.detail : ''
  return refuse.rule(sentence`${month} 及以前的月份已结账，其中的数据不能再增加、修改或删除，请先反结账`)
}
