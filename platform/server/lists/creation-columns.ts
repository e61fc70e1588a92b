/**
 * Fields that keep what was so when the record was made (`atCreation`): whose it was, which department he was in. They are read from what
 * the record names at that moment and never again: a later transfer changes the present owner and his department, not these.
 */
import { sql, type RawBuilder } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { AnyDb } from '../contract/database.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** `buyerId`: the reference itself; `buyerId.deptId`: a field of the record it names. */
export const pathOf = (path: string): { reference: string; field: string | undefined } => {
  const [reference = '', field] = path.split('.')
  return { reference, field }
}

/**
 * Their columns in an insert. `given` is the reference's value there: a parameter of one record, or a column of a whole set of them;
 * null where the insert gives none.
 */
export function creationColumns(
  db: AnyDb,
  r: Resource,
  given: (column: string) => RawBuilder<string | null> | null,
): readonly (readonly [column: string, value: RawBuilder<unknown>])[] {
  return Object.entries(r.fields).flatMap(([name, { options }]) => {
    if (options.atCreation === undefined) return []
    const { reference, field } = pathOf(options.atCreation)
    const value = given(columnOf(reference))
    const target = ownValue(r.fields, reference)?.to
    if (value === null || target === undefined) return []
    if (field === undefined) return [[columnOf(name), value] as const]
    const row = db
      .selectFrom(`${target} as named`)
      .select(sql.ref(`named.${columnOf(field)}`).as('value'))
      .where(sql<boolean>`${sql.ref('named.id')} = ${value}`)
    return [[columnOf(name), sql`(${row})`] as const]
  })
}
