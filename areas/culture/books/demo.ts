import type { DemoPeople } from '#platform/server/contract/area.ts'
export async function makeBooks(_: DemoPeople): Promise<void> {}
