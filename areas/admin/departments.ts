/**
 * What must hold among departments, and what is remembered of them: none closed over people or departments, and where each stood before.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { type RecordChange, may, type Context, type Tx, refuse } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { updateRecord } from '#platform/server/records.ts'
import { raiseScopeVersion } from '#platform/server/rights.ts'
import type { DepartmentFace } from './answers.ts'
import { refuseSeeingMore } from './granting-rules.ts'
import { department, employee } from './tables.ts'

const closed = department.fields.status.choices.closed[0]
const employed = employee.fields.status.choices.employed[0]
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
type Before = NonNullable<RecordChange['before']>

/** Follows every write of departments: form, batch, import. */
export async function departmentsChanged(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const removed = changes.flatMap(({ id, after }) => (after === null ? [id] : []))
  if (removed.length > 0)
    await tx
      .deleteFrom('department_history')
      .where(sql<boolean>`department_id = any(${removed})`)
      .execute()
  await refuseClosing(
    tx,
    new Map(
      changes.flatMap(({ id, before, after }) =>
        after !== null && after['status'] === closed && before?.['status'] !== closed ? [[id, textOf(after['name']) ?? '']] : [],
      ),
    ),
  )
  await remember(
    context,
    tx,
    new Map(
      changes.flatMap(({ id, before, after }) =>
        before !== null && after !== null && ['parentId', 'name'].some(field => before[field] !== after[field]) ? [[id, before]] : [],
      ),
    ),
  )
  if (changes.some(({ before, after }) => before !== null && after !== null && before['parentId'] !== after['parentId']))
    await refuseSeeingMore(context, tx)
  if (changes.some(({ before, after }) => before === null || after === null || before['parentId'] !== after['parentId']))
    await raiseScopeVersion(tx, context.caller.orgId)
}

/** Every department with its place; how many work there only for who may see employees. */
export async function departmentFaces({ db, caller }: Pick<Context, 'db' | 'caller'>): Promise<DepartmentFace[]> {
  const rows = await db
    .selectFrom('department as d')
    .leftJoin('employee as e', join => join.onRef('e.dept_id', '=', 'd.id').on('e.status', '=', employed))
    .select([
      'd.id as deptId',
      'd.name as deptName',
      'd.parent_id as parentId',
      'd.sort',
      'd.status',
      sql<number>`count(e.id)::int`.as('people'),
    ])
    .groupBy(['d.id', 'd.name', 'd.parent_id', 'd.sort', 'd.status'])
    .orderBy('d.sort')
    .orderBy('d.id')
    .execute()
  return may(caller, 'employee', operations.view) ? rows : rows.map(row => ({ ...row, people: null }))
}

export interface DepartmentMove {
  readonly id: string
  readonly version: number
  /** null: to the top */
  readonly parentId: string | null
  /** all departments below that parent, as they are to stand */
  readonly order: readonly string[]
}

/** Puts a department below another one, at its place among those that are there; each that changes is an ordinary update. */
export async function moveDepartment(context: Context, { id, version, parentId, order }: DepartmentMove): Promise<null> {
  await context.write(async tx => {
    const inside = within(context, tx)
    const now = await tx.selectFrom('department').select('parent_id').where('id', '=', id).executeTakeFirst()
    if (!now) throw refuse.unknown(['部门', 'Department'])
    if (now.parent_id !== parentId) await updateRecord(inside, department, { id, version, parentId })
    const rows = await tx
      .selectFrom('department')
      .select(['id', 'parent_id as parentId', 'sort', 'version'])
      .where('id', 'in', [...order, id])
      .execute()
    const byId = new Map(rows.map(row => [row.id, row]))
    for (const [at, one] of order.entries()) {
      const row = byId.get(one)
      if (row?.parentId !== parentId) throw refuse.conflict(sentence`部门刚被别人移动过，请刷新后再移动`)
      if (row.sort !== at) await updateRecord(inside, department, { id: one, version: row.version, sort: at })
    }
  })
  return null
}

/** `closing`: names by id. */
async function refuseClosing(tx: Tx, closing: ReadonlyMap<string, string>): Promise<void> {
  const ids = [...closing.keys()]
  if (ids.length === 0) return
  const people = await tx
    .selectFrom('employee')
    .select('dept_id')
    .where(sql<boolean>`dept_id = any(${ids})`)
    .where('status', '=', employed)
    .limit(1)
    .executeTakeFirst()
  if (people)
    throw refuse.invalid([
      { field: 'status', message: sentence`${closing.get(people.dept_id) ?? ''} 还有在职员工，请先把他们调到其他部门` },
    ])
  const child = await tx
    .selectFrom('department')
    .select(['name', 'parent_id'])
    .where(sql<boolean>`parent_id = any(${ids})`)
    .where('status', '<>', closed)
    .limit(1)
    .executeTakeFirst()
  if (child)
    throw refuse.invalid([
      { field: 'status', message: sentence`${closing.get(child.parent_id ?? '') ?? ''} 还有下级部门 ${child.name}，请先移动或停用它` },
    ])
}

/** The span that ends now begins where the one before it ended, or when the department was made. `changed`: what they were, by id. */
async function remember(context: Context, tx: Tx, changed: ReadonlyMap<string, Before>): Promise<void> {
  if (changed.size === 0) return
  const ends = await tx
    .selectFrom('department_history')
    .distinctOn('department_id')
    .select(['department_id', 'valid_to'])
    .where(sql<boolean>`department_id = any(${[...changed.keys()]})`)
    .orderBy('department_id')
    .orderBy('valid_from', 'desc')
    .execute()
  const endOf = new Map(ends.map(end => [end.department_id, end.valid_to]))
  const now = context.now().toISOString()
  await tx
    .insertInto('department_history')
    .values(
      [...changed].map(([id, before]) => ({
        org_id: context.caller.orgId,
        department_id: id,
        name: textOf(before['name']) ?? '',
        parent_id: textOf(before['parentId']),
        parent_name: textOf(before['parentIdLabel']),
        valid_from: endOf.get(id) ?? textOf(before['createdAt']) ?? now,
        valid_to: now,
        created_by: context.caller.accountId,
      })),
    )
    .execute()
}
