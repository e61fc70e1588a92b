/** Calls of the types of work orders: their tree, who handles them, whom one can choose. */
import { asText } from '#platform/format/text.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Condition, Row } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import type { RecordChange } from '#platform/server/contract/record-hooks.ts'
import { changeEach } from '#platform/server/batches/change-each.ts'
import { oneRecord } from '#platform/server/verbs/record.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { create } from '#platform/server/records/change.ts'
import type { CatalogNode, Handler, Staff } from './answers.ts'
import { workCatalog, workCatalogEmployee } from './catalog-tables.ts'
import { orderCodes } from './order-codes.ts'
import { workOrder } from './tables.ts'

/** A company has some dozens of types, and some thousand people. */
const pageSize = 1_000
const pagesMax = 20
const active = 1

const equals = (field: string, value: string) => ({ field, condition: 'EQ' as const, value })

/** All that the caller sees of a list which is small by nature. */
async function allOf(context: Context, r: Resource, conditionList: readonly Condition[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let pageNum = 1; pageNum <= pagesMax; pageNum += 1) {
    const { list } = await listOf(context, r, { pageNum, pageSize, conditionList })
    rows.push(...list)
    if (list.length < pageSize) break
  }
  return rows
}

/** What an order can be of: a type below one that is out of use is out of use with it. */
export async function typeTree(context: Context): Promise<readonly CatalogNode[]> {
  const list = await allOf(context, workCatalog, [equals('status', String(active))])
  const below = (parentId: string | null): readonly CatalogNode[] =>
    list.flatMap(row =>
      ((row['parentId'] as string | null) ?? null) === parentId
        ? [{ id: row.id, name: asText(row['name']), type: row['type'] as number | null, children: below(row.id) }]
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
    for (const employeeId of added) await create(inside, workCatalogEmployee, { catalogId, employeeId })
    return { added: added.length }
  })

/** The owner of a type is one of its handlers, and what waits for acceptance waits for the owner of today. */
export async function keepOwners(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const changed = changes.flatMap(({ before, after }) => (after !== null && before?.['ownerId'] !== after['ownerId'] ? [after] : []))
  if (changed.length === 0) return
  const system = await context.house.asSystem(context.caller.orgId, 'owners of types of work orders', tx)
  for (const { id, ownerId } of changed) {
    if (typeof ownerId === 'string') await saveHandlers(system, { catalogId: id, employeeIds: [ownerId] })
    const waiting = await system.db
      .selectFrom('work_order')
      .select('id')
      .where('catalog_id', '=', id)
      .where('state', '=', orderCodes.fresh)
      .execute()
    if (waiting.length > 0)
      await changeEach(
        system,
        workOrder,
        waiting.map(order => order.id),
        { ownerId: ownerId ?? null },
        { verb: 'update' },
      )
  }
}
