/** What is asked of records that shall step. */
import type { Hooks, Values } from '../contract/record-hooks.ts'

export interface StepAsk {
  /** `version`: the one that was seen */
  readonly ids: readonly { readonly id: string; readonly version?: number }[]
  /**
   * the step by its name, or the code of the state that it leads to: several steps may lead there, the first that the caller may take is
   * meant
   */
  readonly pick: { readonly step: string } | { readonly to: unknown }
  /** what the step asks for, by name */
  readonly input: Readonly<Values>
  /** an edit that steps besides: fields that are open in the state left may be given too */
  readonly isEdit?: true
  /** the program itself takes it: who may is not asked, what it sets counts for the record alone */
  readonly byProgram?: true
  /** kept in the trail, where the step asks for no note */
  readonly note?: string
  readonly hooks?: Hooks
}
