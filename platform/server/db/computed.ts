/** Fields that are worked out when they are read (`computed` of declare/fields.ts). */
import { AliasNode, IdentifierNode, RawNode, SelectionNode } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { ownWords } from './own-words.ts'
import { refusalOfRaw } from './raw-sql.ts'

const found = new WeakMap<Resource, readonly SelectionNode[]>()

/** What the door selects beside the columns of the table. */
export function computedSelections(r: Resource): readonly SelectionNode[] {
  const known = found.get(r)
  if (known !== undefined) return known
  const made = Object.entries(r.fields).flatMap(([name, { options }]) =>
    options.sql === undefined
      ? []
      : [SelectionNode.create(AliasNode.create(RawNode.createWithSql(`(${options.sql})`), IdentifierNode.create(columnOf(name))))],
  )
  found.set(r, made)
  return made
}

/** Fields of the resource that this one is worked out from. */
export const neededBy = (r: Resource, { options }: Field): string[] => [
  ...(options.pure?.of ?? []),
  ...(options.expiry === undefined ? [] : [options.expiry]),
  ...Object.keys(r.fields).filter(name => options.sql !== undefined && new RegExp(`\\b${columnOf(name)}\\b`).test(options.sql)),
]

/** What the database says of the present. Its day is not that of the organisation, and an answer that changes by itself has no index. */
const present = new RegExp(
  [
    String.raw`\b(?:current_(?:date|time|timestamp)|localtime(?:stamp)?)\b`,
    String.raw`\b(?:now|(?:transaction|statement|clock)_timestamp|timeofday)\s*\(`,
    String.raw`\bage\s*\([^,()]*\)`,
    String.raw`'\s*(?:now|today|tomorrow|yesterday)\s*'`,
  ].join('|'),
  'i',
)

const writable = ({ options }: Field): boolean =>
  options.set !== undefined || options.atCreation !== undefined || options.default !== undefined || options.inline === true

export function computedFaults(r: Resource, resources: ReadonlyMap<string, Resource>): string[] {
  return Object.entries(r.fields).flatMap(([name, field]) => {
    const { sql, pure, expiry, ...options } = field.options
    if (sql === undefined && pure === undefined && expiry === undefined) return []
    const at = `${r.table}.fields: ${name}: computed`
    const faults: string[] = []
    const [now] = present.exec(sql ?? '') ?? []
    if (now !== undefined) faults.push(`${at}.sql names ${now}: the day is that of the organisation, which only the program knows (expiry)`)
    if (expiry !== undefined && (ownValue(r.fields, expiry)?.kind !== 'date' || ownValue(r.fields, expiry)?.options.hidden === true))
      faults.push(`${r.table}.fields: ${name}: expiry of ${expiry}, which is no day that is shown`)
    if (sql !== undefined && refusalOfRaw(sql, { asSource: false, inOn: false }) !== null)
      faults.push(`${at} by SQL that is not over columns of the row`)
    if (pure !== undefined && (options.filter !== undefined || options.sort === true || options.total === true))
      faults.push(`${at} by the program, it is shown only: no filter, order or total`)
    for (const of of pure?.of ?? []) {
      const from = ownValue(r.fields, of)
      if (from === undefined || from.options.sensitive || from.options.hidden)
        faults.push(`${at} from ${of}, which is no field that is shown`)
    }
    if (writable(field) || [...(r.primary ?? []), ...(r.key ?? [])].includes(name)) faults.push(`${at}, so that nobody can set it`)
    if (r.isView === true || ownWords(resources).has(r.table))
      faults.push(`${at}: views and records with own words of organisations have none`)
    return faults
  })
}
