/** Action: what a person does to records beyond add, edit, delete. The value here is its face; what it does is bound on the server. */
import type { Fields } from './fields.ts'
import type { Title } from './title.ts'

/** Values that fields of the record must have, each one of these; null: it is empty. */
export type When = Readonly<Record<string, readonly (string | number | boolean | null)[]>>

export interface ActionDeclaration {
  readonly name: string
  readonly title: Title
  /** filter: whatever the list finds; the handler gets the ids, whose number is still that of the preview */
  readonly over: 'row' | 'rows' | 'page' | 'filter'
  readonly operation: number
  /** over a row: offered for records that whoever asks may edit now */
  readonly sameRightAsEdit?: true
  /** offered for records of which this holds, and refused for all others; over a filter the others are left out */
  readonly when?: When
  /** said where `when` does not hold */
  readonly reason?: Title
  readonly confirm?: Title
  readonly input?: Fields
  /** fixed part of the body, e.g. { audit: 1 } */
  readonly body?: Readonly<Record<string, unknown>>
  /** it brings the usual records of the list: offered where the list is empty, and among the first steps of a company */
  readonly usual?: true
  /** done as a task of the task centre, whose transaction is the handler's own */
  readonly job?: true
  /** file: the handler answers a file; page: `{ page }`, an address or a record (`{ list, id }`) that is opened */
  readonly result?: 'file' | 'page'
}
