/** For tests: who sees a row, asked of rows in memory one by one. Slow, and written from the meaning of the words, not from the SQL. */
import { columnOf, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Branch, Part, Scope } from '#platform/declare/scope.ts'
import { asText } from '#platform/format/text.ts'
import type { Granted } from '#platform/server/db/scope-predicate.ts'
import type { GrantedReach } from '#platform/server/contract/context.ts'

export type Row = Readonly<Record<string, unknown>>
export interface World {
  readonly resources: ReadonlyMap<string, Resource>
  readonly rows: Readonly<Record<string, readonly Row[]>>
}

const has = (among: readonly string[] | 'all' | undefined, value: unknown): boolean =>
  among === 'all' || (value !== null && (among ?? []).includes(asText(value)))

function meets({ grant, column, orEmpty }: Part, row: Row, granted: Granted, reach: GrantedReach): boolean {
  const value = row[column] ?? null
  if (value === null && orEmpty) return true
  switch (grant) {
    case 'organisation':
      return value === granted.organisation
    case 'organisations':
      return has(granted.organisations, value)
    case 'account':
      return granted.server || value === granted.account
    case 'self':
      return granted.server || (value !== null && value === (granted.employee ?? null))
    case 'audience':
      return granted.server || (Array.isArray(value) && value.some(mark => granted.audience.includes(asText(mark))))
    case 'shops':
      return has(reach.shops, value)
    case 'employees':
      return has(reach.employees, value)
    default:
      return has(reach.objects?.[grant], value)
  }
}

/** Whether nothing about a row matters: the caller reaches everybody, or the words name nobody. */
function seesAll(r: Resource, granted: Granted, { resources }: World): boolean {
  const reach = granted.wider?.get(permissionOf(r)) ?? granted
  const byParts = (all: Scope['all']): boolean =>
    all === null
      ? granted.server
      : all.every(({ grant }) => {
          if (grant === 'organisation') return true
          if (grant === 'account' || grant === 'audience' || grant === 'self') return granted.server
          if (grant === 'employees') return reach.employees === 'all'
          return grant !== 'shops' && grant !== 'organisations' && reach.objects?.[grant] === 'all'
        })
  const byBranch = (branch: Branch): boolean => {
    if (branch.kind === 'parts') return byParts(branch.all)
    if (branch.kind === 'member') return reach.employees === 'all'
    return (
      branch.kind === 'through' && seesAll(resources.get(r.fields[branch.field]?.to ?? '') as Resource, granted, { resources, rows: {} })
    )
  }
  return byParts(r.scope.all) && (r.scope.any === undefined || r.scope.any.some(byBranch))
}

export function sees(r: Resource, row: Row, granted: Granted, world: World): boolean {
  const reach = granted.wider?.get(permissionOf(r)) ?? granted
  const byParts = (all: Scope['all']): boolean => (all === null ? granted.server : all.every(part => meets(part, row, granted, reach)))
  const byBranch = (branch: Branch): boolean => {
    if (branch.kind === 'parts') return byParts(branch.all)
    if (branch.kind === 'when')
      return branch.codes.includes(row[columnOf(branch.field)] as number) && (branch.any ?? everyRow).some(byBranch)
    if (branch.kind === 'through') {
      const parent = world.resources.get(r.fields[branch.field]?.to ?? '') as Resource
      const found = world.rows[parent.table]?.find(one => one['id'] === row[columnOf(branch.field)])
      return seesAll(parent, granted, world) || (found !== undefined && sees(parent, found, granted, world))
    }
    const { table, record, person, of = 'id', only, subject } = branch
    const members = (world.rows[table] ?? []).filter(
      m =>
        m[columnOf(record)] === row[columnOf(of)] &&
        (subject === undefined || m[columnOf(subject)] === r.table) &&
        m['org_id'] === granted.organisation,
    )
    const inRole = members.filter(m => only === undefined || only.codes.includes(m[columnOf(only.field)] as number))
    return reach.employees === 'all' || inRole.some(m => has(reach.employees, m[columnOf(person)]))
  }
  return byParts(r.scope.all) && (r.scope.any === undefined || r.scope.any.some(byBranch))
}
const everyRow: readonly Branch[] = [{ kind: 'parts', all: [] }]
