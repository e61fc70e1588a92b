import type { DemoPeople } from '#platform/server/contract/area.ts'
export async function makeActivities(_: DemoPeople): Promise<void> {}
