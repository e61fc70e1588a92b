/**
 * Flow: who approves what in which order, as it is drawn, checked and stored for each version. A graph without loops, from start to end.
 * What several edges lead to waits for all that can still arrive, so parallel branches need no word to join. Types alone; the graph's
 * functions are those of platform/format/flow-graph.ts.
 */

/** What must hold of the record as it would be: a field of it, or one of `flowWords`, platform/format/flow-graph.ts. Joined by AND. */
export interface FlowCondition {
  readonly field: string
  readonly condition: FlowOperator
  readonly value?: string | number | boolean | readonly (string | number)[]
}
export type FlowOperator = 'EQ' | 'NE' | 'GT' | 'GE' | 'LT' | 'LE' | 'IN' | 'NOT_IN' | 'BETWEEN' | 'LIKE' | 'EMPTY' | 'NOT_EMPTY'

/** Whom a step asks. Employees throughout; who has left, and the applicant himself, are replaced by their heads. */
export type Approver =
  | { readonly by: 'person'; readonly ids: readonly string[] }
  | { readonly by: 'role'; readonly ids: readonly string[] }
  /** heads of the applicant's department, or of the department that a field names; `up`: so many departments above it */
  | { readonly by: 'departmentHead'; readonly field?: string; readonly up?: number }
  /** the heads above the applicant one after the other, so many of them */
  | { readonly by: 'line'; readonly levels: number }
  /** the employees that a field of the record names */
  | { readonly by: 'field'; readonly field: string }
  /** whom the applicant names when he asks is not foreseen; this chooses by the record: the first case that holds */
  | { readonly by: 'formula'; readonly cases: readonly { readonly when: readonly FlowCondition[]; readonly of: readonly Approver[] }[] }

/** any: one is enough; all; order: all, one after the other; share: so many of a hundred */
export type StepMode = 'any' | 'all' | 'order' | 'share'
/** first: the first edge whose conditions hold; all: every such edge, beside each other; choose: whoever approves chooses one of them */
export type Leave = 'first' | 'all' | 'choose'

/** 0 hidden, 1 read, 2 edit, 3 must be filled in */
export type FormMode = 0 | 1 | 2 | 3

interface Placed {
  readonly id: string
  readonly name: string
  /** where the canvas has it; absent: laid out by itself */
  readonly at?: { readonly x: number; readonly y: number }
}
/** Hours of work until a step is late; so many before, who is asked is reminded; late, his head is asked as well. */
export interface TimeLimit {
  readonly hours: number
  readonly remindHours?: number
  readonly escalate?: boolean
}
export interface StepNode extends Placed {
  readonly kind: 'step'
  readonly approvers: readonly Approver[]
  readonly mode: StepMode
  /** mode share: 1 to 100 */
  readonly share?: number
  readonly leave: Leave
  readonly allowBack: boolean
  readonly allowBackStart: boolean
  readonly allowTransfer?: boolean
  readonly allowCountersign?: boolean
  /** what of the record is hidden, read, open; fields without a line are read */
  readonly forms?: readonly { readonly field: string; readonly mode: FormMode }[]
  readonly limit?: TimeLimit
}
/** A point where the way parts or comes together and nobody is asked. */
export interface GateNode extends Placed {
  readonly kind: 'gate'
  readonly leave: 'first' | 'all'
}
export interface StartNode extends Placed {
  readonly kind: 'start'
  readonly leave: 'first' | 'all'
}
export interface EndNode extends Placed {
  readonly kind: 'end'
}
export type FlowNode = StartNode | StepNode | GateNode | EndNode

export interface FlowEdge {
  readonly from: string
  readonly to: string
  readonly name?: string
  /** absent or empty: it always holds */
  readonly when?: readonly FlowCondition[]
}

export interface FlowDefinition {
  readonly nodes: readonly FlowNode[]
  /** tried in this order */
  readonly edges: readonly FlowEdge[]
  /** when an approval is needed at all: absent, always. Else the record's own step acts at once, e.g. below a limit */
  readonly needed?: readonly FlowCondition[]
  /** who gets a copy, and when */
  readonly cc?: readonly Approver[]
  readonly ccAt?: 'start' | 'end'
  /** asked in the next step as well, who has just agreed passes it by himself; it is logged */
  readonly samePerson: 'pass' | 'ask'
  /** the applicant may approve what he asks for */
  readonly ownRequest: boolean
  /** hours of work until the applicant may urge, and between two times; absent: he may not */
  readonly urgeHours?: number
  /** employees who look after what nobody else can decide; absent: whoever holds the right to flows */
  readonly adminIds?: readonly string[]
}
