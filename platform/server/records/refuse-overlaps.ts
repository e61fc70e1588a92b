/** After a write to records with a validity: on no day two of them hold for the same. */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { refuse, type Refusal } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import { holdTogether, validityConstraint } from '../db/validity.ts'
import { byKeys } from '../lists/keys.ts'
import { labelsOf } from '../lists/labels.ts'
import { primaryColumns } from '../lists/columns.ts'
import { recordId } from './row-images.ts'

type Keys = readonly (readonly string[])[]

/** A record that was written, and what it says of the record in its way. */
export interface Overlap {
  readonly id: string
  readonly field: string
  readonly message: Wording
}

/** overlaps that one answer names */
const namedMax = 200

/**
 * Names the record that is in the way, where the writer may see it. The database keeps the rest (`keepApart`): a record outside his scope,
 * and one that another person writes at the same moment, which it waits for.
 */
export async function refuseOverlaps(context: Context, db: AnyDb, r: Resource, keys: Keys): Promise<void> {
  const [first] = await overlapsOf(context, db, r, keys)
  if (first !== undefined) throw refuse.invalid([{ field: first.field, message: first.message }], first.message)
  if (keys.length > 0) await keepApart(db, r)
}

/** Which of these records hold on a day for the same as another one; each is named once. One statement, however many there are. */
export async function overlapsOf(context: Context, db: AnyDb, r: Resource, keys: Keys): Promise<readonly Overlap[]> {
  const { validity } = r
  if (validity === undefined || keys.length === 0) return []
  const label = labelOf(r)
  const theirs = (column: string) => sql<string | null>`${sql.ref(`other.${column}`)}::text`
  const key = (alias: string) => sql.join(primaryColumns(r).map(c => sql.ref(`${alias}.${c}`)))
  const id = recordId(r)
  const found = await db
    .selectFrom(r.table)
    .innerJoin(`${r.table} as other`, join => join.on(holdTogether(r, validity, r.table, 'other')))
    .where(byKeys(r, keys))
    .where(sql<boolean>`(${key(r.table)}) <> (${key('other')})`)
    .distinctOn(id)
    .select([
      id.as('id'),
      theirs(columnOf(label)).as('label'),
      theirs(columnOf(validity.from)).as('from'),
      theirs(columnOf(validity.to)).as('to'),
    ])
    .orderBy(id)
    .limit(namedMax)
    .execute()
  if (found.length === 0) return []
  const inWords = await overlapWords(context, r, found)
  return found.map(one => ({ id: one.id, field: validity.from, message: inWords(one) }))
}

interface InTheWay {
  readonly label: string | null
  readonly from: string | null
  readonly to: string | null
}

/** What is said of each record in the way. */
export async function overlapWords(context: Context, r: Resource, found: readonly InTheWay[]): Promise<(one: InTheWay) => Wording> {
  const field = ownValue(r.fields, labelOf(r))
  const labels = found.map(one => one.label ?? '')
  const named = field?.to === undefined ? new Map<string, string>() : await labelsOf(context, field.to, field.by ?? 'id', labels)
  return one => {
    const other = named.get(one.label ?? '') ?? one.label ?? ''
    const to = one.to ?? sentence`长期`
    return sentence`有效期与“${other}”（${one.from ?? ''} 至 ${to}）重叠，请先改其中一条的日期`
  }
}

/** The constraint of the database, asked now; `nameOf`: what a fault calls its field. */
export async function keepApart(db: AnyDb, r: Resource, nameOf: (field: string) => string = name => name): Promise<void> {
  if (r.validity === undefined) return
  const constraint = sql.id(validityConstraint(r.table))
  await sql`set constraints ${constraint} immediate`.execute(db).catch((error: unknown) => asOverlap(r, error, nameOf))
  await sql`set constraints ${constraint} deferred`.execute(db)
}

const overlapping = (field: string, message: Wording): Refusal => refuse.invalid([{ field, message }], message)

/** What the database says of a period: two meet, or one ends before it begins. */
export function asOverlap(r: Resource, error: unknown, nameOf: (field: string) => string = name => name): never {
  const { code } = error as { code?: string }
  const { validity } = r
  if (validity === undefined) throw error
  if (code === '23P01') throw overlapping(nameOf(validity.from), sentence`有效期与另一条${r.title}重叠，请刷新后核对日期`)
  const titleOf = (name: string) => ownValue(r.fields, name)?.title ?? name
  if (code === '22000')
    throw refuse.invalid([{ field: nameOf(validity.to), message: sentence`${titleOf(validity.to)}不能早于${titleOf(validity.from)}` }])
  throw error
}
