/** What is wrong with a declared scope, each fault named: the program does not start with one. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { scopeColumns, type Branch, type MemberBranch } from '#platform/declare/scope.ts'

type Resources = ReadonlyMap<string, Resource>

/** `through` leads from a line to its record, and from a comment on a line to the record: further nobody follows who sees what. */
const stepsMax = 2

export function scopeFaults(r: Resource, resources: Resources): string[] {
  if (!r.scope) return [`${r.table}.access: no scope`]
  const columns = new Set(columnsOf(r))
  const missing = scopeColumns(r.scope).filter(column => !columns.has(column))
  return [
    ...missing.map(column => `${r.table}.access: scope column ${column} does not exist`),
    ...(r.scope.any !== undefined && r.kind === 'shop'
      ? [`${r.table}.access: a shop table is seen by its shops, not in several ways`]
      : []),
    ...(r.scope.any ?? []).flatMap(branch => branchFaults(r, branch, resources).map(fault => `${r.table}.access: ${fault}`)),
    ...stepFaults(r, resources, []),
  ]
}

function branchFaults(r: Resource, branch: Branch, resources: Resources): string[] {
  switch (branch.kind) {
    case 'parts':
      return []
    case 'member':
      return memberFaults(r, branch, resources)
    case 'when':
      return [
        ...codeFaults(`seen by its ${branch.field}`, ownValue(r.fields, branch.field), branch.codes),
        ...(branch.any ?? []).flatMap(inner => branchFaults(r, inner, resources)),
      ]
    case 'through': {
      const field = ownValue(r.fields, branch.field)
      const parent = resources.get(field?.to ?? '')
      if (!isId(field) || parent === undefined || parent.kind === 'shop' || parent.standard === 'none')
        return [`through ${branch.field}, which refers to no record by its id`]
      return parent.scope?.all === null ? [`through ${branch.field}: ${parent.table} is sealed, nobody sees anything this way`] : []
    }
  }
}

function memberFaults(r: Resource, { table, record, person, of: field, only, subject }: MemberBranch, resources: Resources): string[] {
  const of = resources.get(table)
  if (of === undefined) return [`members in the unknown table ${table}`]
  const at = `members in ${table}`
  const target = field === undefined ? r.table : (ownValue(r.fields, field)?.to ?? '')
  const refers = (name: string, to: string): boolean =>
    ownValue(of.fields, name)?.kind === 'bigInteger' || (isId(ownValue(of.fields, name)) && ownValue(of.fields, name)?.to === to)
  return [
    ...(field === undefined && r.standard === 'none' ? [`${at}: the record needs an id`] : []),
    ...(field === undefined || isId(ownValue(r.fields, field)) ? [] : [`${at}: ${field} refers to no record by its id`]),
    ...(of.kind !== 'shop' && columnsOf(of).includes('org_id') ? [] : [`${at}: its rows belong to no organisation`]),
    ...(refers(record, target) ? [] : [`${at}: ${record} does not refer to ${target} by its id`]),
    ...(refers(person, 'employee') ? [] : [`${at}: ${person} does not refer to employee by its id`]),
    ...(subject === undefined || ownValue(of.fields, subject)?.kind === 'text' ? [] : [`${at}: ${subject} does not name tables`]),
    ...(only === undefined ? [] : codeFaults(`${at} by ${only.field}`, ownValue(of.fields, only.field), only.codes)),
    // each row of the record is tried by the one, what somebody sees is found by the other
    ...[...(subject === undefined ? [[record]] : [[subject, record]]), [person]]
      .filter(fields => !isLed(of, fields))
      .map(fields => `${at}: no index begins with ${fields.join(', ')}`),
  ]
}

/** Whether some index begins with these fields in some order, behind the organisation at most. */
function isLed(r: Resource, fields: readonly string[]): boolean {
  const indexes = [r.primary ?? [], r.key ?? [], ...(r.unique ?? []), ...(r.index ?? []).map(one => ('on' in one ? [] : one))]
  return indexes.some(index => {
    const ownValue = index.map(name => name.replace(/^-/, '')).filter(name => name !== 'orgId')
    return fields.every(field => ownValue.slice(0, fields.length).includes(field))
  })
}

function codeFaults(what: string, field: Field | undefined, codes: readonly number[]): string[] {
  if (field?.kind !== 'choice' || field.choices === undefined) return [`${what}, which is no choice`]
  const known = new Set(Object.values(field.choices).map(([code]) => code))
  const unknown = codes.filter(code => !known.has(code))
  return [...(codes.length === 0 ? [`${what}: no code`] : []), ...unknown.map(code => `${what}: it has no code ${code}`)]
}

const throughsOf = (branch: Branch): string[] =>
  branch.kind === 'through' ? [branch.field] : branch.kind === 'when' ? (branch.any ?? []).flatMap(throughsOf) : []

/** A circle would ask for ever, and a long way is a query over as many tables for each row. */
function stepFaults(r: Resource, resources: Resources, path: readonly string[]): string[] {
  const way = [...path, r.table]
  if (path.includes(r.table)) return [`the scope runs in a circle: ${way.join(' -> ')}`]
  if (path.length > stepsMax) return [`the scope takes more than ${stepsMax} steps: ${way.join(' -> ')}`]
  const parents = (r.scope?.any ?? []).flatMap(throughsOf).map(field => resources.get(ownValue(r.fields, field)?.to ?? ''))
  return parents.flatMap(parent => (parent === undefined ? [] : stepFaults(parent, resources, way)))
}

const isId = (field: Field | undefined): boolean => field?.kind === 'reference' && (field.by ?? 'id') === 'id'

const columnsOf = (r: Resource): string[] =>
  [...Object.keys(r.fields), ...(r.standard === 'none' ? [] : ['id']), ...(r.standard === 'organisation' ? ['orgId'] : [])].map(columnOf)
