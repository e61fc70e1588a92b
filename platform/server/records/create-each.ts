/** The word for several new records that the server makes: `create`, set by set. */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '../contract/context.ts'
import type { Values } from '../contract/record-hooks.ts'
import { anyTable } from '../db/any-table.ts'
import { refuse } from '../calls/refusal.ts'
import { checkReferences } from '../lists/references.ts'
import { sealedValues } from '../db/encrypted.ts'
import { keepOrder } from './keep-order.ts'
import { relationFaults } from './record-checks.ts'
import { columnsOf, type Words } from './change.ts'
import { locksOf } from './locks.ts'
import { withOnAdd } from './on-add.ts'
import { typesOf } from './row-source.ts'
import { addRows } from './add-rows.ts'
import { asDuplicate } from './writer.ts'

/** What is checked, or kept, of one record alone: such records are made by `create`. */
const ofOne: ReadonlySet<string> = new Set(['files', 'items'])

/**
 * New records from values by field, which every one of them names alike; all of them or none. Answers how many. A statement each for
 * references, numbers, rows and trail, however many there are.
 */
export const createEach = async (context: Context, r: Resource, rows: readonly Readonly<Values>[], words: SetWords = {}): Promise<number> =>
  (await createSet(context, r, rows, words)).length

/** Documents likewise; answers their ids, in the order of the rows. */
export const createDocuments = (context: Context, r: Resource, rows: readonly Readonly<Values>[]): Promise<readonly string[]> =>
  context.write(async (tx, inside) => {
    const nos = (await createSet(inside, r, rows)).map(row => row['no'])
    if (nos.length === 0) return []
    const found = await anyTable(tx)
      .selectFrom(r.table)
      .select([sql<string>`id::text`.as('id'), 'no'])
      .where(sql<boolean>`no = any(${nos})`)
      .execute()
    const idOf = new Map(found.map(row => [row['no'], asText(row['id'])]))
    return nos.map(no => idOf.get(no) ?? '')
  })

type SetWords = Pick<Words, 'verb' | 'hooks'>
/** Answers the rows by column, as they were written. */
async function createSet(
  context: Context,
  r: Resource,
  rows: readonly Readonly<Values>[],
  { verb = 'add', hooks = {} }: SetWords = {},
): Promise<readonly Values[]> {
  const [first] = rows
  if (first === undefined) return []
  const names = Object.keys(first)
  const single = names.find(name => ofOne.has(ownValue(r.fields, name)?.kind ?? ''))
  if (r.sealedAuthor !== undefined || single !== undefined)
    throw new Error(`${r.table}: records with ${single ?? 'sealed authors'} are made one by one`)
  const given = rows.map(values => columnsOf(r, values))
  return context.write(async (tx, inside) => {
    const db = anyTable(tx)
    await checkReferences(inside, db, r, namedBy(given))
    const [fault] = (
      await relationFaults(
        db,
        r,
        rows.map(values => ({ values, before: null })),
        inside.house.registry.resources,
      )
    ).filter(faults => faults.length > 0)
    if (fault !== undefined) throw refuse.invalid(fault)
    const locks = await locksOf(inside, db, r, hooks, { isRemoval: false, set: given[0] ?? {} })
    const records = await withOnAdd(inside, tx, r, given)
    const source = {
      json: JSON.stringify(records.map(row => sealedValues(inside, r, row))),
      columns: typesOf(r, Object.keys(records[0] ?? {})),
    }
    const keys = await addRows({ context: inside, tx, r, hooks, verb, locks, batchId: null, trail: 'record' }, source).catch((e: unknown) =>
      asDuplicate(r, e),
    )
    await keepOrder(inside, tx, db, r, keys)
    return records
  })
}

/** By column all that any of the rows names, each once. */
function namedBy(rows: readonly Values[]): Values {
  const named = new Map<string, Set<unknown>>()
  for (const row of rows)
    for (const [column, value] of Object.entries(row)) {
      const all = named.get(column) ?? new Set()
      for (const one of [value].flat()) if (one !== null && one !== undefined) all.add(one)
      named.set(column, all)
    }
  return Object.fromEntries([...named].map(([column, all]) => [column, [...all]]))
}
