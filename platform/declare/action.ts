/** Action: what a person does to records beyond add, edit, delete. The value here is its face; what it does is bound on the server. */
import type { Fields } from './fields.ts'
import type { Title } from './title.ts'

export interface ActionFace {
  readonly name: string
  readonly title: Title
  readonly over: 'row' | 'rows' | 'page'
  readonly operation: number
  /** over a row: offered for records that whoever asks may edit now */
  readonly asEdit?: true
  readonly confirm?: Title
  readonly input?: Fields
  /** fixed part of the body, e.g. { audit: 1 } */
  readonly body?: Readonly<Record<string, unknown>>
}
