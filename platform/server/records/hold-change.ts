/** Changes and new records that wait for an approval (declare/approval.ts): asked where a person's form is written, and nowhere else. */
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { concerns, type Trigger } from '#platform/declare/approval.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { byKey } from '../lists/keys.ts'
import { rowOf } from '../lists/read-rows.ts'
import type { Hooks, Values } from '../contract/record-hooks.ts'
import { change, create, type Words } from './change.ts'

/** Where a form of a document sends the changes of its lines. */
export const linesName = 'lines'

export interface Written {
  readonly row: Row
  /** the approval that began: the record is as it was, or not there yet */
  readonly approval: string | null
}

const isAsked = ({ fields = {} }: Trigger, values: Readonly<Values>, before: Row | null): boolean =>
  Object.entries(fields).some(([name, wanted]) => {
    if (!Object.hasOwn(values, name)) return false
    const value = values[name]
    if (wanted !== true && !wanted.includes(value as string)) return false
    return before === null || asText((ownValue(before, name) ?? '') as string) !== asText((value ?? '') as string)
  })

const matterOf = (r: Resource, is: (matter: Trigger) => boolean): string | null =>
  Object.entries(r.approval?.triggers ?? {}).find(([, matter]) => is(matter))?.[0] ?? null

const isPublished = async (context: Context, r: Resource): Promise<boolean> =>
  r.approval !== undefined && context.approved === undefined && (await context.house.registry.flows?.isPublished(context, r)) === true

/** A new record as it would be once approved, as far as it is known before it is written. */
const asAdded = (r: Resource, { onAdd }: Trigger, values: Readonly<Values>): Readonly<Values> => ({
  ...Object.fromEntries(Object.entries(r.fields).map(([name, field]) => [name, field.options.default ?? null])),
  ...values,
  ...(onAdd === 'hold' ? {} : onAdd),
})

/** What a form of a document sends: its lines stand beside the fields of its header. */
const withLines = (values: Readonly<Values>, document: WithLines | undefined): Readonly<Values> =>
  document === undefined ? values : { ...values, [linesName]: document.lines }

const direct = (context: Context): Context => ({ ...context, approved: 'direct' })

/** How a document is written with its lines, which are kept with what is asked for. */
export interface WithLines {
  readonly lines: unknown
  readonly write: (own: Context, values: Readonly<Values>) => Promise<Row>
}

/** `change`, or the approval that it needs. */
export async function changeOrHold(
  context: Context,
  r: Resource,
  id: string,
  values: Readonly<Values>,
  words: Words,
  document?: WithLines,
): Promise<Written> {
  const write = (own: Context): Promise<Row> => document?.write(own, values) ?? change(own, r, id, values, words)
  const mayBeAsked = matterOf(r, matter => isAsked(matter, values, null)) !== null
  if (!mayBeAsked || !(await isPublished(context, r))) return { row: await write(context), approval: null }
  return context.write(async (tx, inside) => {
    const key = keyOfRowId(r, id)
    const db = anyTable(tx)
    if (key !== null)
      await db
        .selectFrom(r.table)
        .select(sql<number>`1`.as('one'))
        .where(byKey(r, key))
        .forUpdate()
        .executeTakeFirst()
    const before = key === null ? null : await rowOf(inside, db, r, id)
    const matter = before === null ? null : matterOf(r, one => isAsked(one, values, before) && concerns(one, { ...before, ...values }))
    const approval =
      matter === null || before === null
        ? null
        : await inside.house.registry.flows?.hold(inside, tx, {
            resource: r,
            matter,
            recordId: id,
            wanted: { do: 'change', values: withLines(values, document) },
            trial: write,
          })
    if (before !== null && approval !== null && approval !== undefined) return { row: before, approval }
    return { row: await write(direct(inside)), approval: null }
  })
}

/** `create`, or the approval that it needs: before it, or of what it shall become. */
export async function createOrHold(
  context: Context,
  r: Resource,
  values: Readonly<Values>,
  hooks: Hooks,
  document?: WithLines,
): Promise<Written> {
  const write = (own: Context, some: Readonly<Values>): Promise<Row> => document?.write(own, some) ?? create(own, r, some, { hooks })
  const name = matterOf(r, one => one.onAdd !== undefined && concerns(one, asAdded(r, one, values)))
  const matter = name === null ? undefined : r.approval?.triggers[name]
  if (name === null || matter?.onAdd === undefined || !(await isPublished(context, r)))
    return { row: await write(context, values), approval: null }
  const { onAdd } = matter
  return context.write(async (tx, inside) => {
    const { flows } = inside.house.registry
    if (onAdd === 'hold') {
      const trial = (own: Context): Promise<Row> => write(own, values)
      const wanted = { do: 'add', values: withLines(values, document) } as const
      const approval = await flows?.hold(inside, tx, { resource: r, matter: name, recordId: null, wanted, trial })
      if (approval !== null && approval !== undefined) return { row: { id: '' }, approval }
      return { row: await write(direct(inside), values), approval: null }
    }
    const plain = Object.fromEntries(Object.entries(values).filter(([field]) => !Object.hasOwn(onAdd, field)))
    const row = await write(direct(inside), plain)
    const trial = (own: Context): Promise<Row> => change(own, r, row.id, onAdd)
    const approval = await flows?.hold(inside, tx, {
      resource: r,
      matter: name,
      recordId: row.id,
      wanted: { do: 'change', values: onAdd },
      trial,
    })
    if (approval !== null && approval !== undefined) return { row, approval }
    const given = Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(onAdd, field)))
    return { row: Object.keys(given).length === 0 ? row : await change(direct(inside), r, row.id, given), approval: null }
  })
}
