/** What is known of one person's day, and what follows from it. Instants are minutes since 1970 UTC. Pure values. */
import type { Span } from './spans.ts'

export const dayKinds = {
  work: [1, '工作日', 'Workday', 'quiet'],
  rest: [2, '休息日', 'Rest day', 'info'],
  statutory: [3, '法定节假日', 'Statutory holiday', 'good'],
} as const
export type DayKind = (typeof dayKinds)[keyof typeof dayKinds][0]

export interface Away extends Span {
  readonly as: 'leave' | 'trip' | 'outing'
}
export interface OvertimeLine extends Span {
  /** paid by time off */
  readonly isLieu: boolean
  /** counts without punches: work at home, on the way */
  readonly isUnpunched: boolean
}
export interface DayRule {
  readonly lateGrace: number
  readonly earlyGrace: number
  readonly absentAfter: number
  readonly mergeMinutes: number
  readonly overtimeBy: 'both' | 'order' | 'punches'
  readonly overtimeUnit: number
  readonly overtimeMin: number
  readonly lieuOnWorkdays: boolean
  readonly lieuOnRestDays: boolean
  /** 不定时: work on statutory days is paid three times all the same */
  readonly holidayPay: boolean
}
export interface DayInput {
  readonly spans: readonly Span[]
  readonly mealBreaks: readonly Span[]
  readonly flexMinutes: number
  /** each span has a punch at its begin and its end */
  readonly pairs: boolean
  readonly kind: DayKind
  readonly hours: 'standard' | 'comprehensive' | 'free'
  /** statutory dates that the day touches */
  readonly statutory: readonly Span[]
  /** 22:00 to 06:00 as far as the day reaches */
  readonly nights: readonly Span[]
  /** of this day, in order */
  readonly punches: readonly number[]
  readonly away: readonly Away[]
  readonly overtime: readonly OvertimeLine[]
  readonly rule: DayRule
  /** all devices have reported beyond the end of the day */
  readonly isComplete: boolean
}

/** each scheduled minute has exactly one of them */
export const labels = ['worked', 'forgiven', 'late', 'early', 'absent', 'missing', 'leave', 'trip', 'outing'] as const
export type Label = (typeof labels)[number]
export const overtimeKinds = ['otWork', 'otRest', 'otHoliday', 'lieu'] as const
export type OvertimeKind = (typeof overtimeKinds)[number]

export interface Segment extends Span {
  readonly label: Label | OvertimeKind
}
/** what is marked: 缺上班卡, 缺下班卡, above three hours of overtime, worked without any punch that was asked for */
export type Mark = 'noIn' | 'noOut' | 'longOvertime'
export interface DayResult extends Readonly<Record<Label | OvertimeKind, number>> {
  readonly isComplete: boolean
  readonly scheduled: number
  readonly firstIn: number | null
  readonly lastOut: number | null
  /** worked minutes of a shift on statutory dates */
  readonly holidayWorked: number
  readonly night: number
  readonly marks: readonly Mark[]
  readonly segments: readonly Segment[]
}
