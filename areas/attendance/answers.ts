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
}
