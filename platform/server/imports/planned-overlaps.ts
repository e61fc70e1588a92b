/**
 * Days of records that a file would write, held against what is there and against each other: a preview says what the import will refuse,
 * and nothing is written. A record outside the caller's scope is told by the import alone.
 */
import type { Refusal } from '#platform/declare/file-kind.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Values } from '../contract/record-hooks.ts'
import { overlapWords } from '../records/refuse-overlaps.ts'
import { rowsFrom, typesOf } from '../records/row-source.ts'
import { stored } from './resource-cells.ts'
import type { KeyedRow } from './resource-check.ts'
import { given, type Change } from './row-values.ts'

interface Planned {
  readonly line: number
  /** of a record that changes */
  readonly id: string | null
  readonly values: Values
}

/** overlaps that one answer names */
const namedMax = 200

/** One file: what each portion plans, asked about once. */
export class PlannedOverlaps {
  readonly #r: Resource
  readonly #names: readonly string[]
  readonly #planned: Planned[] = []

  constructor(r: Resource) {
    this.#r = r
    const { validity } = r
    this.#names = validity === undefined ? [] : [...new Set([...validity.per, validity.from, validity.to, labelOf(r)])]
  }

  add(fresh: readonly KeyedRow[], changes: readonly Change[]): void {
    if (this.#names.length === 0) return
    for (const { line, values } of fresh) this.#planned.push({ line, id: null, values: this.#of(values, null) })
    for (const { row, before } of changes) this.#planned.push({ line: row.line, id: before.id, values: this.#of(row.values, before) })
  }

  #of(values: Readonly<Values>, before: Change['before'] | null): Values {
    const names = [...this.#names, ...this.#names.flatMap(name => this.#creation(name)?.reference ?? [])]
    return Object.fromEntries(
      names.flatMap(name => {
        const field = ownValue(this.#r.fields, name)
        if (field === undefined) return []
        if (values[name] !== undefined) return [[name, values[name]]]
        return [[name, before === null ? given(field, undefined) : stored(field, before[name] ?? null)]]
      }),
    )
  }

  /** A field that a new record takes from one that it names. */
  #creation(name: string): { readonly reference: string; readonly theirs: string } | null {
    const [reference, theirs] = ownValue(this.#r.fields, name)?.options.atCreation?.split('.') ?? []
    return reference === undefined || theirs === undefined ? null : { reference, theirs }
  }

  async #complete(db: AnyDb): Promise<void> {
    for (const name of this.#names) {
      const from = this.#creation(name)
      const table = from === null ? undefined : ownValue(this.#r.fields, from.reference)?.to
      const open = this.#planned.filter(({ values }) => from !== null && values[name] === null && values[from.reference] != null)
      if (from === null || table === undefined || open.length === 0) continue
      const found = await db
        .selectFrom(table)
        .select([sql<string>`id::text`.as('id'), sql<string | null>`${sql.ref(columnOf(from.theirs))}::text`.as('value')])
        .where(sql<boolean>`id = any(${[...new Set(open.map(({ values }) => asText(values[from.reference])))]}::bigint[])`)
        .execute()
      const known = new Map(found.map(({ id, value }) => [id, value]))
      for (const { values } of open) values[name] = known.get(asText(values[from.reference])) ?? null
    }
  }

  async refusals(context: Context, db: AnyDb): Promise<readonly Refusal[]> {
    const { validity } = this.#r
    if (validity === undefined || this.#planned.length === 0) return []
    await this.#complete(db)
    const r = this.#r
    const records = this.#planned.map(({ id, values }, at) => ({
      ...Object.fromEntries(this.#names.map(name => [columnOf(name), values[name]])),
      id,
      row_no: at,
    }))
    const columns = typesOf(r, this.#names.map(columnOf))
    const source = (alias: string) =>
      rowsFrom({ json: JSON.stringify(records), columns: [...columns, ['id', 'text'], ['row_no', 'integer']] }, alias)
    const [from, to] = [columnOf(validity.from), columnOf(validity.to)]
    const days = (alias: string) => sql`case when ${sql.ref(`${alias}.${from}`)} <= coalesce(${sql.ref(`${alias}.${to}`)}, 'infinity')
      then daterange(${sql.ref(`${alias}.${from}`)}, ${sql.ref(`${alias}.${to}`)}, '[]') end`
    const meets = (other: string) =>
      sql<boolean>`(${sql.join(
        [
          ...validity.per.map(name => sql`${sql.ref(`v.${columnOf(name)}`)} = ${sql.ref(`${other}.${columnOf(name)}`)}`),
          sql`${days('v')} && ${days(other)}`,
        ],
        sql` and `,
      )})`
    const told = (other: string) =>
      [
        sql<number>`v.row_no`.as('row_no'),
        sql<string | null>`${sql.ref(`${other}.${columnOf(labelOf(r))}`)}::text`.as('label'),
        sql<string | null>`${sql.ref(`${other}.${from}`)}::text`.as('from'),
        sql<string | null>`${sql.ref(`${other}.${to}`)}::text`.as('to'),
      ] as const
    const changed = this.#planned.flatMap(({ id }) => id ?? [])
    const there = await db
      .selectFrom(r.table)
      .innerJoin(source('v'), join => join.on(meets(r.table)))
      .where(sql<boolean>`not ${sql.ref(`${r.table}.id`)}::text = any(${changed})`)
      .select(told(r.table))
      .limit(namedMax)
      .execute()
    const together = await db
      .selectFrom(source('v'))
      .innerJoin(source('w'), join => join.on(meets('w')))
      .where(sql<boolean>`v.row_no <> w.row_no`)
      .select(told('w'))
      .limit(namedMax)
      .execute()
    const first = new Map([...together, ...there].map(one => [one.row_no, one]))
    const rows = [...first.values()]
    const inWords = await overlapWords(context, r, rows)
    return rows.map(one => ({
      line: this.#planned[one.row_no]?.line ?? null,
      column: ownValue(r.fields, validity.from)?.title[0] ?? validity.from,
      value: null,
      reason: inWords(one),
    }))
  }
}
