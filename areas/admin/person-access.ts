/** What one employee was given: for the drawer that shows it, and for the trail. */
import { sql } from 'kysely'
import { within, anyTable } from '#platform/server/database.ts'
import { type Context, type Db, type Tx, refuse } from '#platform/server/area.ts'
import type { ObjectGrant } from '#platform/declare/scope.ts'
import { accountState } from './accounts.ts'
import type { Granted, PersonAccess } from './answers.ts'
import { objectGrants } from './reach.ts'
import { dataGrant } from './rights-tables.ts'
import { employee } from './tables.ts'

const employed = employee.fields.status.choices.employed[0]
/** Which table the objects of a grant stand in. */
export const objectTables: Readonly<Record<ObjectGrant, string>> = {
  warehouses: 'warehouse',
  channels: 'logistics_channel',
  shippingOrders: 'shipping_order',
}
/** what they are called by */
const objectNames: Readonly<Record<ObjectGrant, string>> = { warehouses: 'name', channels: 'name', shippingOrders: 'no' }
export const kindOf = (grant: ObjectGrant) => dataGrant.fields.kind.choices[grant][0]

/** Account, roles and grants of one employee. */
export async function personAccess(context: Context, employeeId: string): Promise<PersonAccess> {
  const { db } = context
  const person = await db
    .selectFrom('employee as e')
    .leftJoin('department as d', 'd.id', 'e.dept_id')
    .leftJoin('account_organisation as m', 'm.employee_id', 'e.id')
    .select([
      'e.name',
      'd.name as deptName',
      'e.status',
      'e.other_dept_ids as otherDeptIds',
      'm.account_id as accountId',
      'm.data_scope as dataScope',
      'm.named_dept_ids as namedDeptIds',
    ])
    .where('e.id', '=', employeeId)
    .executeTakeFirst()
  if (!person) throw refuse.unknown(['员工', 'Employee'])
  const shops = await shopsOf(db, employeeId)
  const [warehouses, channels, shippingOrders] = await Promise.all(objectGrants.map(grant => objectsOf(context, employeeId, grant)))
  return {
    employeeId,
    name: person.name,
    deptName: person.deptName,
    isEmployed: person.status === employed,
    account:
      person.accountId === null
        ? null
        : { ...(await accountState(context, person.accountId)), dataScope: person.dataScope ?? 0, namedDeptIds: person.namedDeptIds ?? [] },
    otherDeptIds: person.otherDeptIds ?? [],
    roles: person.accountId === null ? [] : await rolesOf(db, person.accountId),
    shops,
    warehouses: warehouses ?? [],
    channels: channels ?? [],
    shippingOrders: shippingOrders ?? [],
  }
}

export const rolesOf = (db: Db, accountId: string): Promise<Granted[]> =>
  db
    .selectFrom('account_role as a')
    .innerJoin('role as r', 'r.id', 'a.role_id')
    .select(['r.id', 'r.name'])
    .where('a.account_id', '=', accountId)
    .orderBy('r.name')
    .execute()

async function objectsOf({ db, house }: Context, employeeId: string, grant: ObjectGrant): Promise<Granted[]> {
  const table = objectTables[grant]
  if (!house.registry.resources.has(table)) return []
  const ids = await db
    .selectFrom('data_grant')
    .select('object_id')
    .where('employee_id', '=', employeeId)
    .where('kind', '=', kindOf(grant))
    .execute()
  if (ids.length === 0) return []
  return anyTable(db)
    .selectFrom(table)
    .select([sql<string>`id`.as('id'), sql<string>`${sql.ref(objectNames[grant])}`.as('name')])
    .where(sql<boolean>`id = any(${ids.map(row => row.object_id)})`)
    .orderBy('name')
    .execute()
}

/** What an employee was given, as the trail tells it: by name. */
export async function explainedGrants(context: Context, tx: Tx, employeeId: string): Promise<object> {
  const names = (all: readonly Granted[]): string[] => all.map(one => one.name)
  const member = await tx
    .selectFrom('account_organisation')
    .select(['data_scope as dataScope', 'named_dept_ids as ids'])
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  const objects: Record<string, string[]> = {}
  for (const grant of objectGrants) objects[grant] = names(await objectsOf(within(context, tx), employeeId, grant))
  return {
    shops: names(await shopsOf(tx, employeeId)),
    ...objects,
    ...(member === undefined ? {} : { dataScope: member.dataScope, namedDepts: await departmentNames(tx, member.ids ?? []) }),
  }
}

/** In the order of the names. */
export async function departmentNames(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('department')
    .select('name')
    .where('id', 'in', [...ids])
    .orderBy('name')
    .execute()
  return found.map(one => one.name)
}

const shopsOf = (db: Db, employeeId: string): Promise<Granted[]> =>
  db
    .selectFrom('shop_grant as g')
    .innerJoin('shop as s', 's.id', 'g.shop_id')
    .select(['s.id', 's.name'])
    .where('g.employee_id', '=', employeeId)
    .orderBy('s.name')
    .execute()
