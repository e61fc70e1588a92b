/** Shapes of the calls of the schedule. Types only. */

export interface ShownParticipant {
  readonly employeeId: string
  readonly name: string
  /** 1 not answered, 2 accepted, 3 declined */
  readonly answer: number
}

/** One time of an entry of the asker's; or a deadline, an approval that waits, time away, a colleague's busy time: none is edited here. */
export interface Occurrence {
  /** of the entry; null: of anything else */
  readonly id: string | null
  readonly version: number | null
  readonly source: 'entry' | 'deadline' | 'approval' | 'away' | 'busy'
  readonly title: string
  readonly kind: number | null
  readonly startAt: string
  readonly endAt: string
  readonly allDay: boolean
  readonly place: string | null
  readonly remark: string | null
  readonly remind: number | null
  readonly repeat: string | null
  readonly visibility: number | null
  readonly done: boolean
  /** names the time in its series */
  readonly occurrenceOn: string | null
  readonly isOwn: boolean
  /** the asker's own answer */
  readonly answer: number | null
  readonly owner: { readonly employeeId: string; readonly name: string } | null
  readonly participants: readonly ShownParticipant[]
  /** what it opens: the record of a deadline, or the approval of a record */
  readonly target: DueTarget | null
}

/** What no time that follows from other records has. */
export const followed = {
  id: null,
  version: null,
  kind: null,
  place: null,
  remark: null,
  remind: null,
  repeat: null,
  visibility: null,
  done: false,
  occurrenceOn: null,
  isOwn: false,
  answer: null,
  participants: [],
} as const
export type DueTarget =
  | { readonly list: string; readonly id: string }
  | { readonly approval: { readonly formCode: string; readonly keyValue: string } }

/** A day that is not as its weekday: 1 worked, 2 off. */
export interface SpecialDay {
  readonly day: string
  readonly kind: 1 | 2
  readonly name: readonly [zh: string, en: string]
}

/** HH:mm of a working day. */
export interface WorkSpan {
  readonly from: string
  readonly to: string
}

export interface Feed {
  readonly madeAt: string | null
  readonly readAt: string | null
  /** told once, when it is made */
  readonly path?: string
}
