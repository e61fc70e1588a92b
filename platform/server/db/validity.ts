/** Records that hold from a day to a day: the constraint that keeps two from holding at once, and who holds on a day. */
import { sql, type RawBuilder } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { validOn, type Validity } from '#platform/declare/validity.ts'

/** The constraint's name on every such table. */
export const validityConstraint = (table: string): string => `${table}_validity_excl`

/** Days of a record as PostgreSQL indexes them. */
const days = ({ from, to }: Validity): string => `daterange(${columnOf(from)}, ${columnOf(to)}, '[]')`

/** The extension lies in a schema of its own: what a restore puts aside is ours alone. */
export function validityDdl(r: Resource): string[] {
  if (r.validity === undefined) return []
  const per = [...(r.standard === 'organisation' ? ['org_id'] : []), ...r.validity.per.map(columnOf)]
  const exclusion = `exclude using gist (${[...per.map(column => `${column} with =`), `${days(r.validity)} with &&`].join(', ')})`
  return [
    'create schema if not exists extension',
    'create extension if not exists btree_gist with schema extension',
    `alter table ${r.table} add constraint ${validityConstraint(r.table)} ${exclusion} deferrable initially deferred`,
  ]
}

const daysOf = (validity: Validity, alias: string): RawBuilder<unknown> =>
  sql`daterange(${sql.ref(`${alias}.${columnOf(validity.from)}`)}, ${sql.ref(`${alias}.${columnOf(validity.to)}`)}, '[]')`

/** For statements: the records of `alias` that hold on a day, which is a value or a column of another table. */
export function holdsOn(r: Resource, day: string | RawBuilder<unknown>, alias: string = r.table): RawBuilder<boolean> {
  if (r.validity === undefined) throw new Error(`${r.table} has no validity`)
  return sql<boolean>`(${daysOf(r.validity, alias)} @> ${day}::date)`
}

/** Both hold for the same on at least one day. */
export const holdTogether = (r: Resource, validity: Validity, one: string, other: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [...(r.standard === 'organisation' ? ['org_id'] : []), ...validity.per.map(columnOf)].map(
      column => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`,
    ),
    sql` and `,
  )} and ${daysOf(validity, one)} && ${daysOf(validity, other)})`

/** Words that do not go together. */
export function validityFaults(r: Resource): string[] {
  const { validity } = r
  if (validity === undefined) return []
  const at = `${r.table}.life: validity`
  const faults = [validity.from, validity.to].flatMap(name =>
    ownValue(r.fields, name)?.kind === 'date' ? [] : [`${at}: ${name} is no date`],
  )
  if (ownValue(r.fields, validity.from)?.options.optional) faults.push(`${at}: ${validity.from}, the first day, may not be empty`)
  for (const name of validity.per) {
    const field = ownValue(r.fields, name)
    if (field === undefined) faults.push(`${at}: ${name} is no field`)
    // two rows without it would never meet
    else if (field.options.optional) faults.push(`${at}: ${name} may not be empty`)
    else if (!['text', 'integer', 'bigInteger', 'choice', 'reference', 'date', 'month'].includes(field.kind))
      faults.push(`${at}: ${name} is of a kind that is not compared`)
  }
  if (validity.per.length === 0) faults.push(`${at}: it holds for nothing`)
  if (r.kind === 'shop' && !validity.per.includes('shopId')) faults.push(`${at}: of a shop table it is per shopId`)
  if (r.byMonth !== undefined) faults.push(`${at}: a table by month has none, a period may reach over months`)
  if (Object.hasOwn(r.fields, validOn)) faults.push(`${at}: ${validOn} is the name of its filter`)
  return faults
}
