/**
 * A document that posts: entered once, by a function of its area inside its step (`posts` of the area), taken back by the step 冲销, kept
 * out of closed months. Pure values; kept by platform/server/documents/keep-posted.ts.
 */
import type { Closes } from './closes.ts'
import { date, reference } from './fields.ts'
import { operations } from './operations.ts'
import { byOperation, type Machine, type Step, type Who } from './states.ts'
import type { Title } from './title.ts'

export interface Posts {
  /** the step that posts */
  readonly step: string
  /** the day that it is posted on; absent: businessOn */
  readonly on?: string
  /** the state that 冲销 leads to; one from which the step can be taken again begins anew */
  readonly reversed: string
  /** states that follow the one which the step leads to: the document is posted there too, and 冲销 is not offered */
  readonly after?: readonly string[]
  /** who takes it back; absent: whoever may audit */
  readonly may?: Who
  readonly confirm?: Title
  /** fields of the document that may still change when its month is closed: sums of what was drawn or paid, remarks */
  readonly but?: readonly string[]
}

/** name of the step that takes it back */
export const reverseStep = 'reverse'

/** When and by whom it was posted and taken back: kept by the server. */
export const postedFields = () => ({
  postedOn: date('过账日期', 'Posted on', { optional: true, computed: true, filter: 'range', sort: true, show: false }),
  postedBy: reference('过账人', 'Posted by', 'employee', { optional: true, computed: true, show: false }),
  reversedOn: date('冲销日期', 'Reversed on', { optional: true, computed: true, show: false }),
  reversedBy: reference('冲销人', 'Reversed by', 'employee', { optional: true, computed: true, show: false }),
})

/** The machine with the step 冲销. */
export function withReverse(machine: Machine, posts: Posts): Machine {
  const to = machine.steps[posts.step]?.to
  const step: Step = {
    title: ['冲销', 'Reverse'],
    from: to === undefined ? [] : [to],
    to: posts.reversed,
    may: posts.may ?? byOperation(operations.audit),
    confirm: posts.confirm ?? ['确定冲销这张单据？', 'Reverse this document?'],
    tone: 'danger',
    undrawn: true,
  }
  return { ...machine, steps: { ...machine.steps, [reverseStep]: step } }
}

/** Once its month is closed, a posted document stays but for this. */
export const closesOf = (machine: Machine, { but = [] }: Posts): Closes => ({
  on: 'postedOn',
  but: [machine.field, 'reversedOn', 'reversedBy', ...but],
})
