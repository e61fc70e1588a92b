/**
 * All encrypted texts under a new SECRET_KEY, in portions of a transaction each, while no program runs. Killed, it goes on: what stands
 * under the new key already stays.
 */
import type pg from 'pg'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { keyName, seal, unseal } from '../base/envelope.ts'
import type { KeyedTable } from '../contract/area.ts'
import { encryptedFields } from './encrypted.ts'
import { authorsKeyed, laterKeyed } from './sealed-author.ts'

const portion = 500
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Tables with encrypted fields, authors under seal and what they left for later, and what areas name. */
export const keyedTables = (resources: Iterable<Resource>, more: readonly KeyedTable[]): readonly KeyedTable[] => [
  ...[...resources].flatMap(r => (r.isView === true || encryptedFields(r).length === 0 ? [] : [fieldsKeyed(r)])),
  authorsKeyed,
  laterKeyed,
  ...more,
]

function fieldsKeyed(r: Resource): KeyedTable {
  const columns = encryptedFields(r).map(([name]) => columnOf(name))
  return {
    title: r.title,
    table: r.table,
    key: ['id'],
    columns: ['org_id', ...columns],
    reseal: (row, from, to) => {
      const places = columns.flatMap(column => {
        const sealed = row[column] ?? null
        const place = { orgId: row['org_id'] ?? '', table: r.table, column }
        return sealed === null || sealed.split('.')[1] === keyName(to)
          ? []
          : [[column, seal(to, place, unseal(from, place, sealed))] as const]
      })
      return places.length === 0 ? null : Object.fromEntries(places)
    },
  }
}

export interface KeyChange {
  readonly from: string
  readonly to: string
}

/** Rows that were changed, table by table. A text that neither key opens ends it, named. */
export async function rotateKey(
  client: pg.ClientBase,
  tables: readonly KeyedTable[],
  change: KeyChange,
): Promise<ReadonlyMap<string, number>> {
  const done = new Map<string, number>()
  for (const table of tables) {
    let last: readonly string[] | null = null
    let changed = 0
    do {
      const next: Portion = await onePortion(client, table, change, last)
      last = next.last
      changed += next.changed
    } while (last !== null)
    done.set(table.title[0], (done.get(table.title[0]) ?? 0) + changed)
  }
  return done
}

interface Portion {
  readonly last: readonly string[] | null
  readonly changed: number
}

async function onePortion(
  client: pg.ClientBase,
  at: KeyedTable,
  { from, to }: KeyChange,
  last: readonly string[] | null,
): Promise<Portion> {
  // of the table: a bare name would order by the text that is selected
  const key = at.key.map(name => `t.${quoted(name)}`).join(', ')
  const places = at.key.map((_, i) => `$${i + 1}`).join(', ')
  const columns = [...at.key, ...at.columns].map(name => `${quoted(name)}::text`).join(', ')
  await client.query('begin')
  try {
    const { rows } = await client.query<Record<string, string | null>>(
      `select ${columns} from ${quoted(at.table)} t ${last === null ? '' : `where (${key}) > (${places})`}
       order by ${key} limit ${portion} for update`,
      last === null ? [] : [...last],
    )
    let changed = 0
    for (const row of rows) {
      const values = resealed(at, row, from, to)
      if (values === null) continue
      const names = Object.keys(values)
      const sets = names.map((name, i) => `${quoted(name)} = $${at.key.length + i + 1}`)
      const is = at.key.map((name, i) => `${quoted(name)} = $${i + 1}`)
      await client.query(`update ${quoted(at.table)} set ${sets.join(', ')} where ${is.join(' and ')}`, [
        ...at.key.map(name => row[name]),
        ...Object.values(values),
      ])
      changed += 1
    }
    await client.query('commit')
    const end = rows.at(-1)
    return { last: end === undefined || rows.length < portion ? null : at.key.map(name => end[name] ?? ''), changed }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function resealed(
  at: KeyedTable,
  row: Readonly<Record<string, string | null>>,
  from: string,
  to: string,
): Readonly<Record<string, string>> | null {
  try {
    return at.reseal(row, from, to)
  } catch (error) {
    const which = at.key.map(name => row[name]).join(' ')
    throw new Error(`${at.title[0]} ${which} 用两个密钥都打不开，请核对 SECRET_KEY_OLD 和 SECRET_KEY，已改的部分下次继续`, { cause: error })
  }
}
