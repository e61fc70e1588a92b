/** `needed` of a flow as SQL over plain columns, for whoever writes many records at once; what columns can't tell counts as needed. */
import { sql, type RawBuilder } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import type { FlowCondition } from '#platform/declare/flow.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { isStored } from '#platform/declare/fields.ts'

const signs = { EQ: '=', GT: '>', GE: '>=', LT: '<', LE: '<=' } as const

export function neededSql(r: Resource, needed: readonly FlowCondition[] | undefined): RawBuilder<boolean> {
  const parts = (needed ?? []).flatMap(({ field, condition, value }) => {
    const found = ownValue(r.fields, field)
    const sign = ownValue(signs, condition)
    const isPlain = found !== undefined && isStored(found) && (typeof value === 'string' || typeof value === 'number')
    if (!isPlain || sign === undefined) return []
    return [sql<boolean>`coalesce(${sql.ref(`${r.table}.${columnOf(field)}`)} ${sql.raw(sign)} ${value}, false)`]
  })
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`
}
