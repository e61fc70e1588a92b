/** What the server tells the browser about a form. Types only. */
import type { DrawDefinition } from './wire-draws.ts'
import type { FieldDefinition } from './wire-fields.ts'
import type { Option, ValueKind } from './wire-values.ts'

export type FormItemType =
  | 'text'
  | 'textarea'
  | 'number'
  | 'date'
  | 'month'
  | 'dateTime'
  | 'select'
  | 'treeSelect'
  | 'dateRange'
  | 'checkbox'
  | 'radio'
  | 'switch'
  | 'file'
  | 'richText'
  | 'items'
  | 'lines'

/** A record of a tree; `parent` null: at the top. */
export interface TreeOption extends Option {
  readonly parent: string | null
}

export interface FormItem {
  readonly field: string
  readonly title: string
  readonly type: FormItemType
  readonly kind: ValueKind
  readonly required: boolean
  readonly editDisabled: boolean
  readonly multiple: boolean
  readonly searchable: boolean
  readonly min: number | null
  readonly max: number | null
  readonly decimals: number | null
  readonly options: readonly Option[]
  /** list type whose options are fetched by /listField/options */
  readonly target: string | null
  readonly targetBy?: string
  /** the target's records and the form's are one tree: the record itself and what lies below it can't stand above it */
  readonly isOwnTree?: true
  /** date range: the field that ends it */
  readonly until?: string
  /** date range that must begin and need not end */
  readonly isOpenEnded?: true
  /** the target's options by other fields of the form: field of the form -> field of the target, sent to /listField/options as `where` */
  readonly narrowedBy?: Readonly<Record<string, string>>
  /** only records of the target whose fields hold these values */
  readonly among?: Readonly<Record<string, string | number>>
  /** items: those of the record that the field `by` of the form names, asked for by /listField/items with this list type */
  readonly itemsOf?: { readonly by: string; readonly type: string }
  /** file: pictures alone, and cut to these pixels */
  readonly accept?: 'image' | 'any'
  /** it can be read from a bar code by the camera */
  readonly scan?: 'barcode'
  readonly crop?: { readonly width: number; readonly height: number }
  /** the field that holds the state, and the states in which this one may be changed; absent: in all */
  readonly openIn?: { readonly field: string; readonly states: readonly number[] }
  /** lines of the record, changed in a grid: sent as `LineChanges` */
  readonly lines?: LinesDefinition
  /** a record's value comes masked, and stays as it is when it is sent back so */
  readonly sensitive?: true
  /** told for a reason that the person gives */
  readonly encrypted?: true
  /** told to nobody again */
  readonly secret?: true
  readonly help: string | null
  /** of a new record; of a date `today`: the day of the organisation */
  readonly initial: unknown
}

/** What the browser is told of the lines of a document. They are read by `POST /listField/lines`. */
export interface LinesDefinition {
  /** list type of the lines, and of the document they stand in */
  readonly type: string
  readonly of: string
  readonly title: string
  /** their field that refers to the document */
  readonly by: string
  readonly max: number
  /** not in the form of the document: an action asks for them */
  readonly apart?: true
  /** columns that are shown, the editable ones among them */
  readonly fields: readonly FieldDefinition[]
  /** what a person fills in, cell by cell */
  readonly form: readonly FormItem[]
  /** from what lists of open lines they can be drawn; absent: from none, or none that the person may use */
  readonly draws?: readonly DrawDefinition[]
}
