/**
 * What of a resource waits for an approval, in one line of its declaration: `approval: { publish: { step: 'publish', … } }`. Matters by
 * name; while no flow is published for the resource they are done at once. Pure values.
 */
import { ownValue } from './own-value.ts'
import type { Field } from './fields.ts'
import type { Title } from './title.ts'

/** One thing that is asked for. */
export interface Trigger {
  readonly title: Title
  /** a step of its states; several where they mean the same */
  readonly steps?: readonly string[]
  /** changes of these fields: any, or to one of these values */
  readonly fields?: Readonly<Record<string, true | readonly (string | number | boolean)[]>>
  /** new records are asked for as well: written with the fields left as by default and these set when approved; hold: written then */
  readonly onAdd?: 'hold' | Readonly<Record<string, string | number | boolean>>
  /** an action of the list or a call of its own, by name */
  readonly action?: string
  /** only records with these values (as they would be; null: empty) wait; of several conditions one is enough */
  readonly when?: RecordCondition | readonly RecordCondition[]
}

/** Values by field, of which the record has one each. */
export type RecordCondition = Readonly<Record<string, readonly (string | number | boolean | null)[]>>

export const conditionsOf = ({ when }: Trigger): readonly RecordCondition[] =>
  when === undefined ? [] : Array.isArray(when) ? (when as readonly RecordCondition[]) : [when as RecordCondition]

/** Whether a matter is about this record at all. */
export function concerns(matter: Trigger, row: Readonly<Record<string, unknown>>): boolean {
  const conditions = conditionsOf(matter)
  const holds = (condition: RecordCondition): boolean =>
    Object.entries(condition).every(([name, values]) => values.includes((ownValue(row, name) ?? null) as string | null))
  return conditions.length === 0 || conditions.some(holds)
}

export interface Approval {
  readonly triggers: Readonly<Record<string, Trigger>>
  /** fields that a card shows, so that most need no opening; absent: key and money */
  readonly figures?: readonly string[]
}

export const approval = (matters: Approval['triggers'], words: Omit<Approval, 'triggers'> = {}): Approval => ({
  ...words,
  triggers: matters,
})

/** Columns and filters of lists whose records are approved: whether a record is in approval, and in which step. No columns of a table. */
export const approvalFields: Readonly<Record<'approvalState' | 'approvalStep', Field>> = {
  approvalState: {
    kind: 'choice',
    title: ['审批状态', 'Approval'],
    choices: { running: [1, '审批中', 'In approval', 'info'], back: [3, '审批退回', 'Sent back', 'warn'] },
    options: { filter: 'select', show: false },
  },
  approvalStep: { kind: 'text', title: ['审批步骤', 'Approval step'], options: { filter: 'contains', show: false } },
}

/** What was asked for, as it is stored, and done when it is approved. */
export type Wanted =
  | { readonly do: 'step'; readonly step: string; readonly input: Readonly<Record<string, unknown>>; readonly isEdit?: true }
  | { readonly do: 'change'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly do: 'add'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly do: 'action'; readonly action: string; readonly input: Readonly<Record<string, unknown>> }

export interface CardFigure {
  readonly title: Title
  /** in both languages; a text that has none stands twice */
  readonly value: Title
}

/** How a row of a list says that it is in approval. */
export interface RowApproval {
  readonly instanceId: string
  /** 1 in approval, 3 sent back */
  readonly state: 1 | 3
  readonly step: string | null
  /** the caller is asked now */
  readonly mine: boolean
}
