/** What the fields of working hours can't say. Pure. */
import { sentence } from '#platform/declare/sentence.ts'
import { minuteOfDay } from '#platform/format/working-time.ts'
import type { FieldError } from '../contract/route.ts'
import type { Rule } from '../verbs/family.ts'

const times = ['startAt', 'breakAt', 'resumeAt', 'endAt'] as const

/** Each a time of day, in their order; a break without length is none. Of an edit only what is given can be held against each other. */
export const workHoursRule: Rule = input => {
  const given = times.flatMap(field => {
    const value = input[field]
    return typeof value === 'string' ? [{ field, minute: minuteOfDay(value.trim()) }] : []
  })
  const wrong: FieldError[] = given
    .filter(({ minute }) => minute === null)
    .map(({ field }) => ({ field, message: sentence`时刻应为 HH:mm，例如 09:00` }))
  if (wrong.length > 0) return wrong
  const late = given.find(({ minute }, at) => at > 0 && (minute ?? 0) < (given[at - 1]?.minute ?? 0))
  if (late !== undefined) return [{ field: late.field, message: sentence`上班、午休和下班时刻应依次排列` }]
  const [start = 0, pause = 0, resume = 0, end = 0] = given.map(({ minute }) => minute ?? 0)
  const isNone = given.length === times.length && pause - start + end - resume === 0
  return isNone ? [{ field: 'endAt', message: sentence`一天里没有工作时间，请填写上班和下班时刻` }] : []
}
