/** Plain DDL of the declarations: what a database built from nothing looks like. Migrations are drafted from it and compared with it. */
import { isStored, type Field } from '#platform/declare/fields.ts'
import { validityDdl } from './validity.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, primaryOf, type Resource } from '#platform/declare/resource.ts'
import { searchOf } from '#platform/declare/search.ts'
import { closedDdl } from './closed-ddl.ts'
import { hashPart } from '../base/envelope.ts'
import { encryptedFields } from './encrypted.ts'
import { ledgerDdl } from './ledger-ddl.ts'

const types: Record<Field['kind'], string> = {
  text: 'text',
  longText: 'text',
  integer: 'integer',
  bigInteger: 'bigint',
  decimal: 'numeric',
  money: 'numeric',
  date: 'date',
  month: 'date',
  dateTime: 'timestamptz',
  choice: 'smallint',
  choices: 'integer[]',
  flag: 'boolean',
  reference: 'bigint',
  links: 'bigint[]',
  json: 'jsonb',
  items: 'jsonb',
  hash: 'uuid',
  texts: 'text[]',
  files: 'bigint[]',
  // no column: a form of an action alone has it
  lines: 'jsonb',
}

/** SQL type of a field's column; a reference by natural key holds the key's text. */
export function typeOf(field: Field): string {
  if (field.kind === 'reference' && field.by !== undefined) return 'text'
  if (field.kind === 'decimal' || field.kind === 'money') return `numeric(20,${field.scale ?? 4})`
  return types[field.kind]
}

/** Columns every record carries beside its own fields. */
const standardColumns = (r: Resource): string[] =>
  r.standard === 'none'
    ? []
    : [
        'id bigserial',
        ...(r.standard === 'organisation' ? ['org_id bigint not null'] : []),
        'version integer not null default 1',
        'created_at timestamptz not null default now()',
        'created_by bigint',
        'updated_at timestamptz not null default now()',
        'updated_by bigint',
      ]

function defaultOf(field: Field): string {
  const value = field.options.default
  if (value === undefined) return ''
  return ` default ${typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)}`
}

/** Fields with a column of the table. */
export const storedFields = (r: Resource): (readonly [name: string, field: Field])[] =>
  Object.entries(r.fields).filter(([, f]) => isStored(f))

function columnsOf(r: Resource): string[] {
  const own = storedFields(r).map(
    ([name, field]) => `${columnOf(name)} ${typeOf(field)}${field.options.optional ? '' : ' not null'}${defaultOf(field)}`,
  )
  return [...standardColumns(r), ...own]
}

/** Tables, keys and indexes; foreign keys come apart, because tables refer to each other in any order. */
export function tableDdl(r: Resource): string[] {
  if (r.isView === true) return []
  // the column that says the month stands in every key of a partitioned table; a row is known by its number all the same
  const monthly = r.byMonth !== undefined && r.primary === undefined ? [r.byMonth] : []
  const primary = [...primaryOf(r), ...monthly].map(columnOf)
  const lines = [
    ...columnsOf(r),
    `constraint ${r.table}_pkey primary key (${primary.join(', ')})`,
    ...(r.checks ?? []).map((check, i) => `constraint ${r.table}_check_${i + 1} check (${check})`),
    // what is not sealed is refused, whichever way it comes
    ...encryptedFields(r).map(([name]) => `constraint ${shortName(r.table, [name], 'sealed')} check (${columnOf(name)} like 'v1.%')`),
  ]
  const partition = r.byMonth === undefined ? '' : ` partition by range (${columnOf(r.byMonth)})`
  const statements = [`create ${r.unlogged ? 'unlogged ' : ''}table ${r.table} (\n  ${lines.join(',\n  ')}\n)${partition}`]
  const organisation = r.standard === 'organisation' ? ['org_id'] : []
  const uniques = [...(r.key ? [r.key] : []), ...(r.unique ?? [])]
  for (const fields of uniques) {
    const columns = [...organisation, ...fields.map(field => (isEncrypted(r, field) ? hashColumn(field) : columnOf(field)))]
    const name = uniqueName(r, fields)
    const isHash = fields.some(field => isEncrypted(r, field))
    statements.push(
      isHash
        ? `create unique index ${name} on ${r.table} (${columns.join(', ')})`
        : `alter table ${r.table} add constraint ${name} unique (${columns.join(', ')})`,
    )
  }
  for (const index of r.index ?? []) {
    const [fields, where, isUnique] = 'on' in index ? [index.on, ` where ${index.where}`, index.unique === true] : [index, '', false]
    const columns = fields.map(f => (f.startsWith('-') ? `${columnOf(f.slice(1))} desc` : columnOf(f)))
    const name = isUnique ? uniqueName(r, fields) : shortName(r.table, fields, 'idx')
    statements.push(`create ${isUnique ? 'unique ' : ''}index ${name} on ${r.table} (${columns.join(', ')})${where}`)
  }
  statements.push(...validityDdl(r))
  // who links to a record is asked by every filter, and before the record goes
  for (const [name, field] of Object.entries(r.fields))
    if (field.kind === 'links' || field.options.ledBy === 'all')
      statements.push(`create index ${shortName(r.table, [name], 'idx')} on ${r.table} using gin (${columnOf(name)})`)
  // how often a part of a long array stands there is not counted: the index always leads, reading all arrays takes seconds
  for (const [name, field] of Object.entries(r.fields))
    if (field.options.ledBy === 'all') statements.push(`alter table ${r.table} alter column ${columnOf(name)} set statistics 0`)
  const searched = [
    ['search', searchOf(r)],
    ['sought', r.privateSearch ?? []],
  ] as const
  for (const [name, fields] of searched.filter(([, of]) => of.length > 0))
    statements.push(`create index ${r.table}_${name}_idx on ${r.table} using gin (search_grams(${fields.map(columnOf).join(', ')}))`)
  statements.push(...ledgerDdl(r, typeOf))
  statements.push(...closedDdl(r))
  return statements
}

/** Foreign keys; facts counted in millions carry none (the merge and the proof check instead), inner tables by shop neither. */
export function foreignKeyDdl(r: Resource, resources: ReadonlyMap<string, Resource>): string[] {
  if (r.kind === 'shop' || r.isView === true) return []
  const statements: string[] = []
  if (r.standard === 'organisation' && resources.has('organisation'))
    statements.push(`alter table ${r.table} add constraint ${r.table}_org_id_fkey foreign key (org_id) references organisation (id)`)
  for (const [name, field] of Object.entries(r.fields)) {
    const target = field.to === undefined ? undefined : resources.get(field.to)
    if (!target || field.kind === 'links' || field.options.noForeignKey || target.kind === 'shop') continue
    if (r.kind === 'reference' && target.kind === 'local') continue
    statements.push(
      `alter table ${r.table} add constraint ${shortName(r.table, [name], 'fkey')} foreign key (${columnOf(name)}) references ` +
        `${target.table} (${field.by ?? 'id'})`,
    )
  }
  return statements
}

const isEncrypted = (r: Resource, name: string): boolean => ownValue(r.fields, name)?.options.encrypted === true
/** The keyed hash of an encrypted text: what is unique and what is filtered. */
export const hashColumn = (name: string): string => `split_part(${columnOf(name)}, '.', ${hashPart})`
/** Of what is unique besides the primary key: what a refusal of the database names. */
export const uniqueName = (r: Resource, fields: readonly string[]): string => shortName(r.table, fields, 'key')

/** PostgreSQL cuts identifiers at 63 characters. */
function shortName(table: string, fields: readonly string[], suffix: string): string {
  const name = `${table}_${fields.map(f => columnOf(f.replace(/^-/, ''))).join('_')}_${suffix}`
  if (name.length <= 63) return name
  return `${table}_${fields
    .map(f =>
      columnOf(f.replace(/^-/, ''))
        .split('_')
        .map(w => w[0])
        .join(''),
    )
    .join('_')}_${suffix}`.slice(0, 63)
}

/** Everything, in an order in which it can be run. */
export function schemaDdl(resources: ReadonlyMap<string, Resource>): string[] {
  const all = [...resources.values()]
  return [...all.flatMap(tableDdl), ...all.flatMap(r => foreignKeyDdl(r, resources))]
}

/** Tables on which the runtime role has less than all rights, each with what it may do, in the order of the letters. */
export const narrowTables = (resources: ReadonlyMap<string, Resource>): ReadonlyMap<string, 'insert,select' | 'select'> =>
  new Map(
    [...resources.values()]
      .filter(r => r.readOnly || r.appendOnly)
      .map(r => [r.table, r.readOnly ? ('select' as const) : ('insert,select' as const)]),
  )
