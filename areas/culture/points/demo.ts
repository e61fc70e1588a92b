/** Points of the demo company. */
import type { DemoPeople } from '#platform/server/contract/area.ts'

export async function makePoints(_people: DemoPeople): Promise<void> {}
