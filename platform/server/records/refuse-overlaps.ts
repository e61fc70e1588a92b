/** After a write to records with a validity: on no day two of them hold for the same. */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import type { Validity } from '#platform/declare/validity.ts'
import { refuse, type Refusal } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import { holdTogether, validityConstraint } from '../db/validity.ts'
import { byKeys } from '../lists/keys.ts'
import { labelsOf } from '../lists/labels.ts'
import { primaryColumns } from '../lists/columns.ts'

type Keys = readonly (readonly string[])[]

/**
 * Names the record that is in the way, where the writer may see it. The database keeps the rest: a record outside his scope, and one that
 * another person writes at the same moment, which it waits for.
 */
export async function refuseOverlaps(context: Context, db: AnyDb, r: Resource, keys: Keys): Promise<void> {
  const { validity } = r
  if (validity === undefined || keys.length === 0) return
  const label = labelOf(r)
  const theirs = (column: string) => sql<string | null>`${sql.ref(`other.${column}`)}::text`
  const key = (alias: string) => sql.join(primaryColumns(r).map(c => sql.ref(`${alias}.${c}`)))
  const found = await db
    .selectFrom(r.table)
    .innerJoin(`${r.table} as other`, join => join.on(holdTogether(r, validity, r.table, 'other')))
    .where(byKeys(r, keys))
    .where(sql<boolean>`(${key(r.table)}) <> (${key('other')})`)
    .select([theirs(columnOf(label)).as('label'), theirs(columnOf(validity.from)).as('from'), theirs(columnOf(validity.to)).as('to')])
    .limit(1)
    .executeTakeFirst()
  if (found !== undefined) {
    const field = ownValue(r.fields, label)
    const named =
      field?.to === undefined
        ? found.label
        : (await labelsOf(context, field.to, field.by ?? 'id', [found.label ?? ''])).get(found.label ?? '')
    const to = found.to ?? sentence`长期`
    const other = named ?? found.label ?? ''
    throw overlapping(validity, sentence`有效期与“${other}”（${found.from ?? ''} 至 ${to}）重叠，请先改其中一条的日期`)
  }
  const constraint = sql.id(validityConstraint(r.table))
  await sql`set constraints ${constraint} immediate`.execute(db).catch((error: unknown) => asOverlap(r, error))
  await sql`set constraints ${constraint} deferred`.execute(db)
}

const overlapping = ({ from }: Validity, message: Wording): Refusal => refuse.invalid([{ field: from, message }], message)

/** What the database says of a period: two meet, or one ends before it begins. */
export function asOverlap(r: Resource, error: unknown): never {
  const { code } = error as { code?: string }
  const { validity } = r
  if (validity === undefined) throw error
  if (code === '23P01') throw overlapping(validity, sentence`有效期与另一条${r.title}重叠，请刷新后核对日期`)
  const titleOf = (name: string) => ownValue(r.fields, name)?.title ?? name
  if (code === '22000')
    throw refuse.invalid([{ field: validity.to, message: sentence`${titleOf(validity.to)}不能早于${titleOf(validity.from)}` }])
  throw error
}
