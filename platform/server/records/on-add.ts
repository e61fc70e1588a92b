/** Fields that the server sets when a record is made (`set: { onAdd }` of a field), by a form, an import or an action alike. */
import { sentence } from '#platform/declare/sentence.ts'
import { lineNo } from '#platform/declare/document.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Field } from '#platform/declare/fields.ts'
import type { Adding, OnAdd, RunningNumber } from '#platform/declare/on-add.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { Context } from '../contract/context.ts'
import { sql } from 'kysely'
import type { Tx } from '../contract/database.ts'
import { anyTable } from '../db/any-table.ts'
import { refuse } from '../calls/refusal.ts'
import { byField } from './record-checks.ts'
import type { Values } from '../contract/record-hooks.ts'

/** digits that a number is filled up to */
const numberDigits = 4

const setOnAdd = (r: Resource): (readonly [name: string, field: Field, onAdd: OnAdd])[] =>
  Object.entries(r.fields).flatMap(([name, field]) =>
    field.options.set === undefined ? [] : [[name, field, field.options.set.onAdd] as const],
  )

/**
 * New rows by column, with these fields; what is given already stays (an action that knows better). Numbers of a whole set are taken in one
 * statement.
 */
export async function withOnAdd(context: Context, tx: Tx, r: Resource, rows: readonly Values[]): Promise<readonly Values[]> {
  let out = rows
  for (const [name, field, onAdd] of setOnAdd(r)) {
    const column = columnOf(name)
    const open = out.filter(row => row[column] === undefined).length
    if (open === 0) continue
    const next = typeof onAdd === 'object' ? await numbers(context, tx, onAdd, open) : valuesOf(context, r, field, onAdd)
    out = out.map(row => (row[column] === undefined ? { ...row, [column]: next(row) } : row))
  }
  return r.linesOf === undefined ? out : numbered(tx, r, r.linesOf.field, out)
}

/** Lines without a number stand behind the last one of their document, which is held so that two writers do not give the same. */
async function numbered(tx: Tx, r: Resource, by: string, rows: readonly Values[]): Promise<readonly Values[]> {
  const [of, no] = [columnOf(by), columnOf(lineNo)]
  const open = [...new Set(rows.flatMap(row => (row[no] === undefined ? [asText(row[of])] : [])))]
  if (open.length === 0) return rows
  const header = ownValue(r.fields, by)?.to ?? ''
  const db = anyTable(tx)
  await db
    .selectFrom(header)
    .select('id')
    .where(sql<boolean>`id = any(${open})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = await db
    .selectFrom(r.table)
    .select([sql<string>`${sql.ref(of)}::text`.as('of'), sql<number>`max(${sql.ref(no)})`.as('last')])
    .where(sql<boolean>`${sql.ref(of)} = any(${open})`)
    .groupBy(of)
    .execute()
  const last = new Map(found.map(one => [one.of, one.last]))
  return rows.map(row => {
    if (row[no] !== undefined) return row
    const next = (last.get(asText(row[of])) ?? 0) + 1
    last.set(asText(row[of]), next)
    return { ...row, [no]: next }
  })
}

type Next = (row: Values) => unknown

function valuesOf({ caller, now }: Context, r: Resource, field: Field, onAdd: Exclude<OnAdd, RunningNumber>): Next {
  if (onAdd === 'employee') {
    if (caller.employeeId === null && field.options.optional !== true)
      throw refuse.rule(sentence`当前组织没有您的员工资料，请联系系统管理员`)
    return () => caller.employeeId
  }
  const at = now()
  if (onAdd === 'now') {
    const value = field.kind === 'dateTime' ? at.toISOString() : dayInZone(at.getTime(), caller.zone)
    return () => value
  }
  const { accountId, employeeId, orgId } = caller
  const adding: Omit<Adding, 'values'> = { accountId, employeeId, orgId, now: at }
  return row => onAdd({ ...adding, values: byField(r, row) })
}

/**
 * `GD202611-0001`: kind, year and month (or year) by the clock of the organisation, and the next number of it. Held until the transaction
 * ends: no gaps.
 */
async function numbers({ caller, now }: Context, tx: Tx, { number: kind, each = 'month' }: RunningNumber, count: number): Promise<Next> {
  const day = dayInZone(now().getTime(), caller.zone)
  const period = each === 'year' ? day.slice(0, 4) : day.slice(0, 7).replace('-', '')
  const { last } = await tx
    .insertInto('record_number')
    .values({ org_id: caller.orgId, kind, period, last: count })
    .onConflict(conflict =>
      conflict.columns(['org_id', 'kind', 'period']).doUpdateSet({ last: sql<number>`record_number.last + ${count}` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  let at = last - count
  return () => `${kind}${period}-${String(++at).padStart(numberDigits, '0')}`
}
