/** What follows from a correction, and what stays: days of its shop are computed again, closed months keep what they have. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Area } from '#platform/server/area.ts'
import { followFacts } from '#platform/server/reports.ts'
import { closedIn } from '../../base/closed-months.ts'
import { corrections } from './tables.ts'

const closedStay = closedIn(
  'finance_correction.day',
  month => sentence`${month} 及以前的月份已结账，手工调整不能再登记、修改或删除，请改到之后的日期或先反结账`,
)

export const correctionFollowers: NonNullable<Area['follows']> = followFacts(corrections)
export const correctionLocks: NonNullable<Area['rowLocks']> = { finance_correction: closedStay }
