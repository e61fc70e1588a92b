/** Calls of the types of work orders: their tree, who handles them, whom one can choose. */
import { asText } from '#platform/format/text.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context, Tx, RecordChange } from '#platform/server/area.ts'
import { changeEach, oneRecord, createEach } from '#platform/server/records.ts'
import { allOf } from '#platform/server/lists.ts'
import type { CatalogNode, Handler, Staff } from './answers.ts'
import { workCatalog, workCatalogEmployee } from './catalog-tables.ts'
import { orderCodes } from './order-codes.ts'
import { workOrder } from './tables.ts'

const active = 1
/** orders that get another owner at once */
const portion = 5_000

const equals = (field: string, value: string) => ({ field, condition: 'EQ' as const, value })

/** What an order can be of: a type below one that is out of use is out of use with it. */
export async function typeTree(context: Context): Promise<readonly CatalogNode[]> {
  const list = await allOf(context, workCatalog, [equals('status', String(active))])
  const below = (parentId: string | null): readonly CatalogNode[] =>
    list.flatMap(row =>
      ((row['parentId'] as string | null) ?? null) === parentId
        ? [
            {
              id: row.id,
              version: row.version ?? 1,
              name: asText(row['name']),
              type: row['type'] as number | null,
              children: below(row.id),
            },
          ]
        : [],
    )
  return below(null)
}

export async function handlersOf(context: Context, catalogId: string): Promise<readonly Handler[]> {
  await oneRecord(context, workCatalog, catalogId)
  const list = await allOf(context, workCatalogEmployee, [equals('catalogId', catalogId)])
  return list.map(row => ({
    id: row.id,
    employeeId: asText(row['employeeId']),
    employeeIdLabel: row['employeeIdLabel'] as string | null,
  }))
}

/** Everybody who is employed. */
export async function staffOf(context: Context, keyword: string | undefined): Promise<readonly Staff[]> {
  const employee = context.house.registry.types.get('employee')
  if (employee === undefined) throw new Error('there are no employees')
  const list = await allOf(context, employee, [
    equals('status', '1'),
    ...(keyword ? [{ field: 'name', condition: 'LIKE' as const, value: keyword }] : []),
  ])
  const label = (row: Row, field: string): string | null => (row[field] as string | null) ?? null
  return list.map(row => ({
    id: row.id,
    no: asText(row['no']),
    name: asText(row['name']),
    deptId: asText(row['deptId']),
    deptIdLabel: label(row, 'deptIdLabel'),
  }))
}

/** Those who do not handle the type yet. */
export const saveHandlers = (
  context: Context,
  { catalogId, employeeIds }: { readonly catalogId: string; readonly employeeIds: readonly string[] },
): Promise<{ added: number }> =>
  context.write(async (_, inside) => {
    const there = new Set((await handlersOf(inside, catalogId)).map(({ employeeId }) => employeeId))
    const added = [...new Set(employeeIds)].filter(id => !there.has(id))
    return {
      added: await createEach(
        inside,
        workCatalogEmployee,
        added.map(employeeId => ({ catalogId, employeeId })),
      ),
    }
  })

/** The owner of a type is one of its handlers, and what waits for acceptance waits for the owner of today. */
export async function keepOwners(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const changed = changes.flatMap(({ before, after }) => (after !== null && before?.['ownerId'] !== after['ownerId'] ? [after] : []))
  if (changed.length === 0) return
  const system = await context.house.asSystem(context.caller.orgId, 'owners of types of work orders', tx)
  for (const { id, ownerId } of changed) {
    if (typeof ownerId === 'string') await saveHandlers(system, { catalogId: id, employeeIds: [ownerId] })
    await nameOwner(system, id, (ownerId as string | null) ?? null)
  }
}

async function nameOwner(system: Context, catalogId: string, ownerId: string | null): Promise<void> {
  for (let [last, full] = ['0', true]; full;) {
    const waiting = await system.db
      .selectFrom('work_order')
      .select('id')
      .where('catalog_id', '=', catalogId)
      .where('state', '=', orderCodes.fresh)
      .where('id', '>', last)
      .orderBy('id')
      .limit(portion)
      .execute()
    const ids = waiting.map(order => order.id)
    if (ids.length > 0) await changeEach(system, workOrder, ids, { ownerId }, { verb: 'update' })
    ;[last, full] = [ids.at(-1) ?? last, ids.length === portion]
  }
}
