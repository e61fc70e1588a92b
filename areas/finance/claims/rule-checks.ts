/** What holds within a rule of claims. Pure. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Rule } from '#platform/server/verbs/family.ts'

export const daysInOrder: Rule = ({ fromDays, toDays }) =>
  typeof fromDays === 'number' && typeof toDays === 'number' && toDays < fromDays
    ? [{ field: 'toDays', message: sentence`最晚天数不能小于最早天数` }]
    : []
