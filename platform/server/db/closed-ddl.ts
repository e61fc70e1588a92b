/**
 * The lock of closed months: triggers of the tables that declare `closes`. Each looks once at all rows of a statement
 * (`refuse_closed_month`). An update is refused where a figure of a closed month changes; marks and remarks pass. They stand on the parent
 * of a table by months: its partitions are not written by the runtime role.
 */
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'

/** Who wrote a record last, and which version it is, follows from changes that are let through. */
const standing = ['version', 'updated_at', 'updated_by']

export function closedDdl(r: Resource): string[] {
  if (r.closes === undefined) return []
  const owner = r.standard === 'organisation' ? 'org_id' : 'shop_id'
  const free = [...new Set([...standing, ...(r.closes.but ?? []).map(columnOf)])]
  const words = [columnOf(r.closes.on), owner, free.join(',')].map(word => `'${word}'`).join(', ')
  const trigger = (event: 'insert' | 'update' | 'delete', tables: string): string =>
    `create trigger ${r.table}_closed_${event} after ${event} on ${r.table} referencing ${tables} ` +
    `for each statement execute function refuse_closed_month(${words})`
  return [
    trigger('insert', 'new table as came'),
    trigger('update', 'old table as went new table as came'),
    trigger('delete', 'old table as went'),
  ]
}

/** Words that do not go together. */
export function closesFaults(r: Resource): string[] {
  const { closes } = r
  if (closes === undefined) return []
  const at = `${r.table}.life: closes`
  const faults = ['date', 'month'].includes(ownValue(r.fields, closes.on)?.kind ?? '') ? [] : [`${at}: ${closes.on} is no day and no month`]
  for (const name of closes.but ?? []) if (!Object.hasOwn(r.fields, name)) faults.push(`${at}: ${name} is no field`)
  if (r.standard !== 'organisation' && !Object.hasOwn(r.fields, 'shopId')) faults.push(`${at}: nothing says whose months they are`)
  return faults
}
