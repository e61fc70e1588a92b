/** What the records of a page of the trail are called: by the entry itself, as they were called then, else as they are called now. */
import { sql } from 'kysely'
import { labelOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { labelsOf } from '../lists/labels.ts'
import { isSensitive } from '../lists/sensitive.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** Records that are told under the id of another one. */
const namedBy: Readonly<Record<string, string>> = { data_acl: 'employee', account_role: 'employee' }

/** One statement for what the entries say, and one for each kind of record whose entries say nothing. */
export async function nameRecords(context: Context, rows: readonly Row[]): Promise<readonly Row[]> {
  const said = await namesIn(context, rows)
  const nameOf = (row: Row): string | undefined =>
    row['subject'] === 'account' && row['recordId'] === row['accountId'] ? textOf(row['accountName']) : said.get(row.id)
  const silent = rows.filter(row => nameOf(row) === undefined && textOf(row['recordId']) !== undefined)
  const now = new Map<string, string>()
  for (const [subject, of] of Map.groupBy(silent, row => String(row['subject']))) {
    const r = context.house.registry.resources.get(ownValue(namedBy, subject) ?? subject)
    if (r === undefined || !hasName(r) || r.primary !== undefined) continue
    const ids = [...new Set(of.map(row => String(row['recordId'])))].filter(id => /^\d+$/.test(id))
    for (const [id, label] of await labelsOf(context, r.table, 'id', ids)) now.set(`${subject} ${id}`, label)
  }
  return rows.map(row => ({
    ...row,
    recordName: nameOf(row) ?? now.get(`${String(row['subject'])} ${String(row['recordId'])}`) ?? row['recordId'] ?? null,
  }))
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** A record whose name is no more than its number, or may not be shown, has none. */
const hasName = (r: Resource): boolean => {
  const field = ownValue(r.fields, labelOf(r))
  return field !== undefined && !isSensitive(field) && r.scope.all !== null
}

async function namesIn(context: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const subjects = [...new Set(rows.map(row => String(row['subject'])))]
  const labels = subjects.flatMap(subject => {
    const r = context.house.registry.resources.get(subject)
    return r === undefined || !hasName(r) ? [] : [[subject, labelOf(r)] as const]
  })
  const times = rows.map(row => String(row['at'])).sort((a, b) => (a < b ? -1 : 1))
  const [first, last] = [times[0], times.at(-1)]
  if (labels.length === 0 || first === undefined || last === undefined) return new Map()
  const said = (name: string) =>
    sql`coalesce(${sql.join([`${name}Label`, name].flatMap(key => [sql`after->>${sql.lit(key)}`, sql`before->>${sql.lit(key)}`]))})`
  const found = await context.db
    .selectFrom('audit_entry')
    .select([
      'id',
      sql<string | null>`case subject ${sql.join(
        labels.map(([subject, name]) => sql`when ${sql.lit(subject)} then ${said(name)}`),
        sql` `,
      )} end`.as('name'),
    ])
    // the months that hold them, and no others
    .where('at', '>=', first)
    .where('at', '<=', last)
    .where(sql<boolean>`id = any(${rows.map(row => row.id)})`)
    .execute()
  return new Map(found.flatMap(({ id, name }) => (name === null || name === '' ? [] : [[id, name]])))
}
