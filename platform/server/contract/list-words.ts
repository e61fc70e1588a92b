/** A list whose text fields hold names of the program (tables, verbs): what a person reads for them, and asks by. */
import type { Context } from './context.ts'

export interface FieldWords {
  /** what stands in the list and in exports for a stored value */
  shown(context: Context, stored: string): string
  /** the stored value that a filter means; words that mean none stay as they are */
  stored(context: Context, shown: string): string
}
/** field -> its words */
export type ListWords = Readonly<Record<string, FieldWords>>
