/** For tests of the back office: records of the demo company by name, and roles as they stand. */
import type { DemoHouse, Person } from './demo-house.ts'

type Named = 'employee' | 'role' | 'shop' | 'warehouse' | 'department'

export interface Wish {
  roleId: string
  version: number
  permissions: { permissionId: string; operations: number[] }[]
  scopes: { permissionId: string; dataScope: number; namedDeptIds?: string[] }[]
}

/** The first organisation of the demo company. */
export const homeOf = (h: DemoHouse): string => h.demo.organisationIds[0] ?? ''

export const idOf = async (h: DemoHouse, table: Named, name: string, orgId = homeOf(h)): Promise<string> =>
  (await h.db.selectFrom(table).select('id').where('name', '=', name).where('org_id', '=', orgId).executeTakeFirstOrThrow()).id

/** What is believed for half a second is asked again. */
export const later = (h: DemoHouse, ms = 1000): void => {
  h.clock.now = new Date(h.clock.now.getTime() + ms)
}

export const shopNames = async (who: Person): Promise<string[]> =>
  ((await who.post('/sysShopSetting/list', { pageSize: 100 })).data?.list ?? []).map((row: { name: string }) => row.name)

/** The role as it stands, in the shape of a wish. */
export async function wishOf(h: DemoHouse, admin: Person, name: string): Promise<Wish> {
  const roleId = await idOf(h, 'role', name)
  const { data } = await admin.post('/roleManagement/permissions', { roleId })
  const byPermission = Map.groupBy(data.granted as string[], pair => pair.slice(0, pair.indexOf(' ')))
  return {
    roleId,
    version: data.version,
    permissions: [...byPermission].map(([permissionId, pairs]) => ({
      permissionId,
      operations: pairs.map(pair => Number(pair.split(' ')[1])),
    })),
    scopes: data.scopes,
  }
}
