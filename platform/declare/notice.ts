/** Notices: when this happens, tell these people by this text. Pure values; platform/server/notices tells them. */
import type { Title } from './title.ts'

/** Whom a notice means; who is named in several ways is told once. */
export type Receivers =
  /** the employees that this field of the record names */
  | { readonly by: 'field'; readonly field: string }
  /** whoever may do this, system administrators included */
  | { readonly by: 'holders'; readonly permission: string; readonly operation: number }
  /** the employees that rows of `table` name for what the field `of` of the record refers to (declare/states.ts, `byMember`) */
  | { readonly by: 'members'; readonly table: string; readonly record: string; readonly person: string; readonly of: string }
  /** the heads of the employees that this field names: the direct manager, else the head of the department (`heads` of an area) */
  | { readonly by: 'head'; readonly field: string }
  /** the accounts that whoever tells it names */
  | { readonly by: 'given' }
  /** marks of an audience (`d3`, `r7`, `o`: recipients of a share), which this field of the record holds */
  | { readonly by: 'audience'; readonly field: string }

/** Those whom whoever tells it names himself (`accounts` of `tell`, `tellAccounts`). */
export const givenAccounts: Receivers = { by: 'given' }
export const namedBy = (field: string): Receivers => ({ by: 'field', field })
export const headOf = (field: string): Receivers => ({ by: 'head', field })
export const membersOf = (table: string, words: { readonly record: string; readonly person?: string; readonly of: string }): Receivers => ({
  by: 'members',
  table,
  person: 'employeeId',
  ...words,
})
export const holdersOf = (permission: string, operation: number): Receivers => ({ by: 'holders', permission, operation })
export const audienceOf = (field: string): Receivers => ({ by: 'audience', field })

/** As messages are filed (platform/server/messages/tables.ts). */
export type NoticeKind = 'work' | 'shared' | 'rights' | 'system' | 'business' | 'approval'

export interface Notice {
  /** stable: what people choose of it is stored under it */
  readonly code: string
  /** what it is about, where people choose what they are told */
  readonly name: Title
  /** what is said: {by} who did it, {table} and {label} the record, {n} how many, and what the caller gives */
  readonly title: Title
  /** said instead of `title` where several records are meant at once */
  readonly titleOfMany?: Title
  /** a second line */
  readonly text?: Title
  readonly kind: NoticeKind
  readonly to: readonly Receivers[]
}

export const notice = (
  code: string,
  name: Title,
  words: Omit<Notice, 'code' | 'name' | 'kind'> & { readonly kind?: NoticeKind },
): Notice => ({ kind: 'business', ...words, code, name })

const hole = /\{(\w+)\}/g

/** Names of what is filled in, in the order of the text. */
export const holesOf = (text: string): string[] => [...text.matchAll(hole)].map(([, name = '']) => name)

/** The text with its holes filled; one that nothing fills stays empty. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(hole, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))

export const textsOf = (n: Notice): Title[] => [n.title, ...(n.titleOfMany ? [n.titleOfMany] : []), ...(n.text ? [n.text] : [])]
