/**
 * States of a record and the steps between them: pure values. The state is a choice of the record that steps alone set; what each step asks
 * for, sets and tells, who may take it, and which fields are open in which state, is said here. Held against the rest of the declaration at
 * start.
 */
import type { Field } from './fields.ts'
import type { Title } from './title.ts'

/** Who may take a step: a right, or what a person is towards the record. */
export type Who =
  /** whoever sees the record */
  | { readonly by: 'anyone' }
  /** nobody: the program alone, e.g. a clock, or the flow of approvals */
  | { readonly by: 'program' }
  /**
   * whoever has this operation of the list's permission; `right`: what granting it is called, absent: as the first step that asks for it
   */
  | { readonly by: 'operation'; readonly operation: number; readonly right?: Title }
  /** the employees that this field of the record names */
  | { readonly by: 'field'; readonly field: string }
  /** the employees that rows of `table` name for what the field `of` of the record refers to, or for the record itself */
  | {
      readonly by: 'member'
      readonly table: string
      readonly record: string
      readonly person: string
      readonly of?: string
      /** only members of these roles: codes of the choice `role` of `table` */
      readonly roles?: readonly number[]
    }
  /** whoever made the record, also under seal */
  | { readonly by: 'author' }
  | { readonly by: 'any' | 'all'; readonly of: readonly Who[] }
  | { readonly by: 'not'; readonly of: Who }

export const byAnyone: Who = { by: 'anyone' }
export const byProgram: Who = { by: 'program' }
export const byAuthor: Who = { by: 'author' }
export const byOperation = (operation: number, right?: Title): Who => ({ by: 'operation', operation, ...(right && { right }) })
export const byField = (field: string): Who => ({ by: 'field', field })
/** Members as the scope word `member` names them, but by their own name: nobody stands in for those below him. */
export const byMember = (
  table: string,
  words: { readonly record: string; readonly person?: string; readonly of?: string; readonly roles?: readonly number[] },
): Who => ({
  by: 'member',
  table,
  person: 'employeeId',
  ...words,
})
export const byAny = (...of: readonly Who[]): Who => ({ by: 'any', of })
export const byAll = (...of: readonly Who[]): Who => ({ by: 'all', of })
export const notBy = (of: Who): Who => ({ by: 'not', of })

/** A record as the list shows it, and who takes the step when. */
export interface Stepping {
  readonly row: Readonly<Record<string, unknown>>
  /** what was asked for, by name */
  readonly input: Readonly<Record<string, unknown>>
  readonly now: Date
  /** IANA zone of the organisation */
  readonly zone: string
  readonly accountId: string
  readonly employeeId: string | null
  readonly name: string
}

/**
 * What must hold besides, and what is said where it does not: plain SQL over columns of the record, or a pure function that rests on no
 * field with `see`.
 */
export type Guard =
  | {
      readonly where: string
      readonly reason: Title
      /** not asked where a flow of approvals is published for the records: it asks instead */
      readonly onlyWithoutApproval?: true
    }
  | { readonly test: (at: Omit<Stepping, 'input'>) => boolean; readonly reason: Title }

/**
 * now: the instant or, of a date, the organisation's day. employee: whoever takes the step. null: emptied. A function works it out, pure.
 */
export type StepValue =
  | 'now'
  | 'employee'
  | { readonly value: string | number | boolean }
  | null
  | ((at: Stepping) => string | number | boolean | null)

export interface Step {
  /** what the person does: 受理, 驳回 */
  readonly title: Title
  readonly from: readonly string[]
  readonly to: string
  /** it leads back to the state it begins in: something is done once more */
  readonly sameState?: true
  readonly may: Who
  /** asked for when the step is taken: a field of the record itself, which is set, or one of the step alone */
  readonly input?: Readonly<Record<string, 'required' | 'optional' | Field>>
  /** the input that the trail keeps as the note of the move */
  readonly note?: string
  readonly guards?: readonly Guard[]
  /** only while nothing is drawn from the lines of the document; else it is refused with the documents named (declare/draws.ts) */
  readonly undrawn?: true
  /** offered only while no flow of approvals is published for the records: the flow does it instead */
  readonly onlyWithoutApproval?: true
  /** fields that are set besides */
  readonly set?: Readonly<Record<string, StepValue>>
  /** fields that name the employees who are told */
  readonly tell?: readonly string[]
  /** asked before it is done, {n} is the number of records */
  readonly confirm?: Title
  readonly tone?: 'primary' | 'danger'
}

export interface StateConfig {
  /** fields that people may change while it is so; absent: none */
  readonly edit?: 'all' | readonly string[]
  /** the record may be deleted while it is so: always, or where this plain SQL over its columns holds */
  readonly remove?: true | { readonly where: string; readonly reason: Title }
  /** it may stay so for good */
  readonly final?: true
  /** in approval: each step from here is `byProgram`. A name: the step by which it goes on once approved, or when nobody is asked */
  readonly pendingApproval?: true | string
}

/** New records begin in the state that the field has by default. */
export interface Machine {
  /** the choice that holds the state */
  readonly field: string
  /** every state, by the name its choice has in code */
  readonly states: Readonly<Record<string, StateConfig>>
  readonly steps: Readonly<Record<string, Step>>
  /** who may change and delete records as far as their states let him; absent: whoever has the right and sees them */
  readonly editBy?: Who
}

export const machine = (field: string, words: Omit<Machine, 'field'>): Machine => ({ field, ...words })
