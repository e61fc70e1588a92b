/** The word `labels`: stickers that are printed of a record: a bar code and what stands below it. Pure. */
import type { Title } from './title.ts'

export interface LabelSheet<Name extends string = string> {
  /** what such a sticker is called */
  readonly name: Title
  /** millimetres */
  readonly size: readonly [width: number, height: number]
  /** the field whose value is the bar code, and those that stand below it */
  readonly of: { readonly code: Name; readonly lines: readonly Name[] }
}
