/** Answers of the calls of attendance, as the browser gets them. */

export interface ClockPlace {
  readonly name: string
  /** null: the workplace has no position, so that a punch from a phone is always outside */
  readonly lat: string | null
  readonly lng: string | null
  readonly radiusM: number
  readonly zone: string
}
export interface ClockToday {
  readonly day: string
  /** the server's clock */
  readonly now: string
  readonly zone: string
  /** null: the person is in no group */
  readonly place: ClockPlace | null
  /** begin and end of each span, as instants */
  readonly spans: readonly (readonly [from: string, to: string])[]
  readonly punches: readonly { readonly at: string; readonly outside: boolean }[]
}

export interface ExplainedSegment {
  readonly from: string
  readonly to: string
  readonly label: string
  readonly sentence: string
}
export interface ExplainedDay {
  readonly zone: string
  readonly group: string
  readonly shift: string | null
  readonly segments: readonly ExplainedSegment[]
  /** of his own day: what he may ask for; null: it is somebody else's */
  readonly supplement: {
    /** more punches of this month */
    readonly left: number
    /** who is asked; null: nobody is */
    readonly decides: string | null
    /** why none may be asked for */
    readonly refusal: string | null
  } | null
}

export interface LeaveBalance {
  readonly typeId: string
  readonly name: string
  readonly unit: number
  /** of a kind that the law gives by case: one of them is chosen */
  readonly cases: readonly { readonly id: string; readonly name: string }[]
  /** null: without limit */
  readonly freeDays: string | null
  /** last day of what ends first */
  readonly endsOn: string | null
}
/** What every request shows before it is sent. */
export interface Judged {
  /** who is asked first; null: nobody is */
  readonly decides: string | null
  /** what he is away for then already */
  readonly clash: string | null
  /** what it is good to know: who else decides */
  readonly notice: string | null
  /** why it would not be taken */
  readonly refusal: string | null
}
export interface LeavePreview extends Judged {
  /** of working time */
  readonly minutes: number
  readonly days: string
  readonly parts: readonly { readonly day: string; readonly days: string }[]
  /** null: the kind has no limit */
  readonly freeDays: string | null
  readonly leftDays: string | null
}

/** Before an outing, a trip or overtime is sent. */
export interface RequestPreview extends Judged {
  /** of working time; of overtime what counts at most */
  readonly minutes: number
  /** of overtime: what of it is counted how */
  readonly rates: readonly { readonly kind: 'otWork' | 'otRest' | 'otHoliday' | 'lieu'; readonly minutes: number }[]
}

export interface TeamPerson {
  readonly id: string
  readonly name: string
  readonly now: string
  readonly firstIn: string | null
}
export interface TeamGroup {
  readonly id: string
  readonly name: string
  readonly counts: Readonly<Record<'on' | 'late' | 'notCome' | 'away' | 'before' | 'over' | 'rest', number>>
  /** those who are late, have not come or are away */
  readonly people: readonly TeamPerson[]
}
/** Of this moment. */
export interface TeamNow {
  readonly now: string
  readonly day: string
  /** people of the groups whom the caller sees */
  readonly total: number
  /** those of them who are counted in the groups */
  readonly shown: number
  readonly groups: readonly TeamGroup[]
}
