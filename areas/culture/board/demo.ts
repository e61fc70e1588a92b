import type { DemoPeople } from '#platform/server/contract/area.ts'
export async function makeBoard(_: DemoPeople): Promise<void> {}
