import type { DemoPeople } from '#platform/server/contract/area.ts'
export async function makeMailbox(_: DemoPeople): Promise<void> {}
