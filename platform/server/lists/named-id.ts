import type { Title } from '#platform/declare/title.ts'
import { refuse } from '../calls/refusal.ts'
import { isId } from './value-range.ts'

/** The id of a path or an input, for a statement written by hand. Throws "unknown" for what no record can have as its id. */
export function namedId(id: unknown, kindOfRecord: Title): string {
  if (typeof id !== 'string' || !isId(id)) throw refuse.unknown(kindOfRecord)
  return id
}
