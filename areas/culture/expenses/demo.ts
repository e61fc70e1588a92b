import type { DemoPeople } from '#platform/server/contract/area.ts'
export async function makeExpenses(_: DemoPeople): Promise<void> {}
