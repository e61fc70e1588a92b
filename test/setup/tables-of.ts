import type { Resource } from '#platform/declare/resource.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

/** Tables of these areas and of the house itself: what a test house asks of `testDatabase`. */
export const tablesOf = (areas: readonly Area[]): ReadonlyMap<string, Resource> => registryOf(withHouseAreas(areas)).resources
