/** How far the days lie before that a period is held against, by the kind of the comparison. Pure. */
import type { Comparison } from '../declare/wire-reports.ts'
import { monthsOfYear, ownLength, type Moved, type Period } from './periods.ts'

export const movedFor = (period: Period, compare: Comparison): Moved =>
  compare === 'yearBefore' ? { unit: 'month', count: monthsOfYear } : ownLength(period)
