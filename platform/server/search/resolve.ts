/**
 * What a code is that was scanned or typed (`scans`): the records that have it whole, each list asked along an index, through the caller's
 * own door. Two records of one code are answered both.
 */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { scanKinds, type Scan, type ScannedCode } from '#platform/declare/scans.ts'
import { isSearchable } from '#platform/declare/search.ts'
import { asText } from '#platform/format/text.ts'
import { mayView } from '../calls/view-demands.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { columnRef, unionAll } from '../db/untyped-query.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { labelsOf } from '../lists/labels.ts'

/** records of one code in one list: between more nobody chooses */
const sameMax = 10

interface Asked {
  readonly r: Resource
  readonly scan: Scan
}
interface Found {
  readonly asked: number
  readonly id: string
  readonly code: string
  readonly name: string | null
  readonly of: string | null
}

export async function resolveCode(context: Context, given: string): Promise<readonly ScannedCode[]> {
  const code = given.trim()
  const asked = [...context.house.registry.resources.values()].flatMap(r => {
    if (r.scans === undefined || r.type === undefined || !mayView(context, r)) return []
    const seen = visibleResource(context.caller, r).fields
    return r.scans.flatMap(scan => (Object.hasOwn(seen, scan.field) ? [{ r, scan }] : []))
  })
  if (code === '' || asked.length === 0) return []
  const spellings = [...new Set([code, code.toUpperCase(), code.toLowerCase()])]
  const rows = (await unionAll(asked.map((one, at) => partOf(context, one, at, spellings))).execute()) as unknown as readonly Found[]
  const named = await namesOf(context, asked, rows)
  return rows.flatMap(row => {
    const one = asked[row.asked]
    if (one === undefined) return []
    const { r, scan } = one
    const name = row.of === null ? undefined : named.get(`${row.asked} ${row.of}`)
    const of = scan.of === undefined || name === undefined ? undefined : targetOf(context, r, scan.of)?.type
    return [
      {
        kind: scan.kind,
        thing: scanKinds[scan.kind][context.language === 'en' ? 1 : 0],
        type: asText(r.type),
        id: row.id,
        title: r.title[context.language === 'en' ? 1 : 0],
        code: row.code,
        name: row.name,
        ...(of === undefined || name === undefined || row.of === null ? {} : { of: { type: of, id: row.of, name } }),
      },
    ]
  })
}

const targetOf = ({ house }: Context, r: Resource, field: string): Resource | undefined =>
  house.registry.resources.get(ownValue(r.fields, field)?.to ?? '')

function partOf(context: Context, { r, scan }: Asked, at: number, spellings: readonly string[]) {
  const field = columnRef('t', scan.field)
  const beside = [labelOf(r), ...(r.option?.detail ?? [])].find(one => one !== scan.field && isSearchable(r, one))
  const name = beside === undefined ? sql`null::text` : sql`${columnRef('t', beside)}::text`
  const db = anyTable(context.db)
  const first = db
    .selectFrom(`${r.table} as t`)
    .select([
      sql.lit(at).as('asked'),
      sql<string>`t.id::text`.as('id'),
      sql<string>`${field}`.as('code'),
      name.as('name'),
      (scan.of === undefined ? sql`null::text` : sql`${sql.ref(`t.${columnOf(scan.of)}`)}::text`).as('of'),
    ])
    .where(sql<boolean>`${field} = any(${spellings})`)
    .$if(r.standard === 'organisation', q => q.where(sql<boolean>`t.org_id = ${context.caller.orgId}`))
    .orderBy(sql`t.id desc`)
    .limit(sameMax)
  return db.selectFrom(first.as('p')).selectAll()
}

/** What the codes stand on, by where they were found and id. */
async function namesOf(context: Context, asked: readonly Asked[], rows: readonly Found[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [at, { r, scan }] of asked.entries()) {
    const ids = [...new Set(rows.flatMap(row => (row.asked === at && row.of !== null ? [row.of] : [])))]
    const target = scan.of === undefined ? undefined : targetOf(context, r, scan.of)
    if (ids.length === 0 || target === undefined) continue
    for (const [id, name] of await labelsOf(context, target.table, 'id', ids)) names.set(`${at} ${id}`, name)
  }
  return names
}

/** A code is a text that everybody who sees the list may see, and an index leads to it. */
export function scanFaults(r: Resource): string[] {
  return (r.scans ?? []).flatMap(({ field: name, of }) => {
    const field = ownValue(r.fields, name)
    const orders = [r.key, r.primary, ...(r.unique ?? []), ...(r.index ?? []).map(one => ('on' in one ? [] : one))]
    const isLed = orders.some(fields => fields?.[0] === name)
    if (field?.kind !== 'text' || !isSearchable(r, name)) return [`${r.table}.list: scans names ${name}, no text that everybody sees`]
    if (r.kind === 'shop' || r.primary !== undefined) return [`${r.table}.list: scans finds records with ids, none of shops`]
    if (of !== undefined && ownValue(r.fields, of)?.kind !== 'reference') return [`${r.table}.list: scans: ${of} is no reference`]
    return isLed ? [] : [`${r.table}.list: scans: no index leads to ${name}`]
  })
}
