import type { Resource } from '#platform/declare/resource.ts'
import { withThread } from '#platform/declare/thread-tables.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'

/** Tables of these areas and of the house itself: what a test house asks of `testDatabase`. The house that opens over them checks them. */
export const tablesOf = (areas: readonly Area[]): ReadonlyMap<string, Resource> =>
  new Map(withHouseAreas(areas).flatMap(area => area.resources.flatMap(withThread).map(r => [r.table, r] as const)))
