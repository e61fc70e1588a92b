/**
 * What the page of a list opens with. The day that bounds a list of facts is its business date: the page begins with the present period of
 * it, as a filter that anybody sees and takes away. The call itself knows nothing of it. Pure.
 */
import type { Resource } from '#platform/declare/resource.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { FieldDefinition } from '#platform/declare/wire.ts'
import { openingPeriod } from '#platform/format/date-ranges.ts'

/** The filters among the columns; a month is no date: the present one has no records before it is over. */
export function openedFilters({ bound, fields }: Resource, result: readonly FieldDefinition[], today: string): FieldDefinition[] {
  const day = bound !== undefined && ownValue(fields, bound.field)?.kind === 'date' ? bound.field : null
  return result.filter(one => one.isFilter).map(one => (one.field === day ? { ...one, opensWith: openingPeriod(today) } : one))
}
