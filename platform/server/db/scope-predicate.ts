/**
 * A declared scope as the door's predicate, with bound parameters. Scopes with branches have two forms: in place, row by row
 *
 *   `org_id = $1 and (owner_id = any($2) or exists (select from member where record_id = t.id and employee_id = any($2)))`
 *
 * or as the set of what is seen (`id = any(array(select … union select …))`). Which one is quick depends on what the statement reads and
 * on how much the caller sees (docs/decisions/rights.md): see `Reads` and `isWide`.
 */
import type { GrantedReach } from '../contract/context.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { sql, type RawBuilder } from 'kysely'
import { columnOf, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Branch, MemberBranch, Part, ThroughBranch, WhenBranch } from '#platform/declare/scope.ts'

/** What the caller was granted. */
export interface Granted extends GrantedReach {
  readonly organisation: string
  readonly organisations: readonly string[]
  readonly account: string
  /** the caller himself; absent or null: he is no employee */
  readonly employee?: string | null
  /** permission -> a reach of its own for the tables of that permission */
  readonly wider?: ReadonlyMap<string, GrantedReach>
  /** single rows, by table, that are open beside the scope: an approver's records (contract/context.ts) */
  readonly opened?: ReadonlyMap<string, readonly string[]>
  /** marks under which records are shared with the caller */
  readonly audience: readonly string[]
  /** how many employees the organisation has; absent: not known */
  readonly staff?: number
  /** keeps what belongs to no organisation, and reads it by its own words */
  readonly installation?: boolean
  /** the server acting for itself: sealed tables are open to it */
  readonly server: boolean
}

export class SealedTable extends Error {}

type Resources = ReadonlyMap<string, Resource>
type Condition = RawBuilder<boolean>
/** What a caller sees: every row, none, or those that meet a condition. */
type Seen = 'all' | 'none' | Condition
/**
 * What a statement reads. `rows`: those it names, writes or locks: in place always, as a set is made before a written row is there and
 * before a lock is had. `page`: the first of an order; `whole`: all of them, to count, add up or export.
 */
export type Reads = 'rows' | 'page' | 'whole'

/**
 * From which part of the organisation's employees on, and from how many, rows are tried in place. A page: as soon as seen rows stand close
 * enough in any order; one person alone may have few among millions, whatever his part. All rows: where nearly all are seen.
 */
const wideFrom = { page: { share: 0.1, count: 20 }, whole: { share: 0.5, count: 1 } } as const

/** null: every row. Throws SealedTable where no person may come. */
export function predicateOf(r: Resource, granted: Granted, alias: string, resources: Resources, reads: Reads): Condition | null {
  if (r.scope.all === null) {
    if (granted.server) return null
    throw new SealedTable(`${r.table} is sealed: only the server itself reads and writes it`)
  }
  return new ScopeOf(r, granted, resources, reads).predicate(alias)
}

/** A column of a row that may be of any table. */
const column = (alias: string, name: string): RawBuilder<unknown> => sql.ref(`${alias}.${name}`)
const allOf = (conditions: readonly Condition[]): Seen =>
  conditions.length === 0 ? 'all' : sql<boolean>`${sql.join([...conditions], sql` and `)}`
const bothOf = (one: Seen, other: Seen): Seen =>
  one === 'none' || other === 'none' ? 'none' : one === 'all' ? other : other === 'all' ? one : sql<boolean>`${one} and ${other}`
/** One that is everything makes the whole everything; one that is nothing adds nothing. */
function eitherOf(ways: readonly Seen[]): Seen {
  if (ways.includes('all')) return 'all'
  const some = ways.filter((way): way is Condition => way !== 'none' && way !== 'all')
  return some.length === 0 ? 'none' : sql<boolean>`(${sql.join(some, sql` or `)})`
}
const asCondition = (seen: Seen): Condition => (seen === 'all' ? sql<boolean>`true` : seen === 'none' ? sql<boolean>`false` : seen)

/** One table's scope, as one caller has it. `depth` keeps names of tables apart that stand inside each other. */
class ScopeOf {
  readonly #r: Resource
  readonly #granted: Granted
  readonly #resources: Resources
  readonly #reach: GrantedReach
  readonly #reads: Reads
  readonly #depth: number

  constructor(r: Resource, granted: Granted, resources: Resources, reads: Reads, depth = 0) {
    this.#r = r
    this.#granted = granted
    this.#resources = resources
    this.#reach = granted.wider?.get(permissionOf(r)) ?? granted
    this.#reads = reads
    this.#depth = depth
  }

  predicate(alias: string): Condition | null {
    const inside = this.#inside(alias)
    const isSet = typeof inside === 'object' && this.#r.scope.any !== undefined && this.#r.standard !== 'none' && !this.isWide()
    const seen = bothOf(this.#organisation(alias), isSet ? this.#inSet(this.#r.scope.any, alias) : inside)
    return seen === 'all' ? null : sql<boolean>`(${asCondition(seen)})`
  }

  /** What the organisation lets through. */
  #organisation(alias: string): Seen {
    return allOf(this.#parts(this.#ofOrganisation(true), alias))
  }
  /** What is seen of the organisation's rows, row by row. Branches stand beside the organisation alone. */
  #inside(alias: string): Seen {
    const { any } = this.#r.scope
    const parts = allOf(this.#parts(this.#ofOrganisation(false), alias))
    const inScope = any === undefined ? parts : bothOf(parts, eitherOf(any.map(branch => this.#branch(branch, alias))))
    const opened = this.#granted.opened?.get(this.#r.table)
    return opened === undefined ? inScope : eitherOf([inScope, sql<boolean>`${column(alias, 'id')} = any(${opened})`])
  }
  #ofOrganisation(is: boolean): readonly Part[] {
    return (this.#r.scope.all ?? []).filter(part => (part.grant === 'organisation') === is)
  }

  // ---- row by row
  #branch(branch: Branch, alias: string): Seen {
    switch (branch.kind) {
      case 'parts':
        if (branch.all === null) return this.#granted.server ? 'all' : 'none'
        return allOf(this.#parts(branch.all, alias))
      case 'member':
        return this.#member(branch, alias)
      case 'when':
        return bothOf(this.#inState(branch, alias), eitherOf((branch.any ?? [everyRow]).map(inner => this.#branch(inner, alias))))
      case 'through':
        return this.#through(branch, alias)
    }
  }

  #member(branch: MemberBranch, alias: string): Seen {
    const { employees } = this.#reach
    if (employees === 'all') return 'all'
    if (employees.length === 0) return 'none'
    const m = this.#named('m')
    const asked = sql<boolean>`${column(m, columnOf(branch.record))} = ${column(alias, columnOf(branch.of ?? 'id'))}`
    return sql<boolean>`exists (select from ${sql.table(branch.table)} as ${sql.ref(m)} where ${asked}
      and ${this.#isMember(branch, m, employees, true)}${this.#probe})`
  }
  /**
   * `ofRow`: members of one record are looked up. `is true` keeps PostgreSQL from an index by employee then: it would go through it once
   * for each employee, a hundred thousand times over (200,000 records, 1,800 employees: minutes instead of a second).
   */
  #isMember({ person, only, subject }: MemberBranch, m: string, employees: readonly string[], ofRow: boolean): Condition {
    const isOne = sql<boolean>`${column(m, columnOf(person))} = any(${employees})`
    return asCondition(
      allOf([
        sql<boolean>`${column(m, 'org_id')} = ${this.#granted.organisation}`,
        ...(subject === undefined ? [] : [sql<boolean>`${column(m, columnOf(subject))} = ${this.#r.table}`]),
        ofRow ? sql<boolean>`(${isOne}) is true` : isOne,
        ...(only === undefined ? [] : [sql<boolean>`${column(m, columnOf(only.field))} = any(${only.codes})`]),
      ]),
    )
  }
  /**
   * Looked up for each row of a page. PostgreSQL would read all members first: it plans for every row, whatever the limit. Else it chooses
   * by the rows it expects.
   */
  get #probe(): RawBuilder<unknown> {
    return this.#reads === 'page' ? sql` offset 0` : sql``
  }
  #inState({ field, codes }: WhenBranch, alias: string): Condition {
    return sql<boolean>`${column(alias, columnOf(field))} = any(${codes})`
  }
  #through(branch: ThroughBranch, alias: string): Seen {
    const parent = this.#parent(branch)
    const p = this.#named('p')
    const seen = parent.#sealedOr(() => parent.#inside(p))
    if (typeof seen === 'string') return seen
    const whole = bothOf(parent.#organisation(p), seen)
    // a written table of the coordinator is joined with what lies on every machine by a set alone
    if (this.#reads === 'rows' && this.#r.kind === 'local' && parent.#r.kind === 'reference')
      return sql<boolean>`${column(alias, columnOf(branch.field))} in (${parent.#select(whole, p)})`
    const asked = sql<boolean>`${column(p, 'id')} = ${column(alias, columnOf(branch.field))}`
    return sql<boolean>`exists (select from ${sql.table(parent.#r.table)} as ${sql.ref(p)}
      where ${asked} and ${asCondition(whole)}${this.#probe})`
  }
  #sealedOr(seen: () => Seen): Seen {
    return this.#r.scope.all !== null ? seen() : this.#granted.server ? 'all' : 'none'
  }
  #parent({ field }: ThroughBranch): ScopeOf {
    const parent = this.#resources.get(ownValue(this.#r.fields, field)?.to ?? '')
    if (parent === undefined) throw new Error(`${this.#r.table}: through ${field}, which refers to no table`)
    return new ScopeOf(parent, this.#granted, this.#resources, this.#reads, this.#depth + 1)
  }
  /** A name that no query of ours gives to a table. */
  #named(letter: string): string {
    return `scope_${letter}${this.#depth}`
  }

  // ---- as a set
  /** One step through another record asks for that record's set; everything else for the ids of the rows. */
  #inSet(any: readonly Branch[], alias: string): Condition {
    const [only, more] = any
    if (only?.kind === 'through' && more === undefined)
      return sql<boolean>`${column(alias, columnOf(only.field))} = any(array(${this.#parent(only).#ids()}))`
    return sql<boolean>`${column(alias, 'id')} = any(array(${this.#union(any)}))`
  }
  /** Ids of the rows that are seen, as a query. */
  #ids(): RawBuilder<unknown> {
    const { any } = this.#r.scope
    if (any !== undefined && !this.isWide() && this.#ofOrganisation(false).length === 0) return this.#union(any)
    const x = this.#named('x')
    return this.#select(bothOf(this.#organisation(x), this.#inside(x)), x)
  }
  #select(where: Seen, x: string): RawBuilder<unknown> {
    return sql`select ${column(x, 'id')} from ${sql.table(this.#r.table)} as ${sql.ref(x)} where ${asCondition(where)}`
  }
  #union(any: readonly Branch[]): RawBuilder<unknown> {
    const sets = any.flatMap(branch => this.#setOf(branch) ?? [])
    return sets.length === 0 ? this.#select('none', this.#named('x')) : sql`${sql.join(sets, sql` union `)}`
  }
  /** null: nothing is seen this way. */
  #setOf(branch: Branch): RawBuilder<unknown> | null {
    const x = this.#named('x')
    const ofRows = (where: Seen): RawBuilder<unknown> | null =>
      where === 'none' ? null : this.#select(bothOf(this.#organisation(x), where), x)
    if (branch.kind === 'member') {
      const { employees } = this.#reach
      if (employees === 'all') return ofRows('all')
      if (employees.length === 0) return null
      const m = this.#named('m')
      // of what many records name alike: each once, so that the planner does not expect more of it than there is
      const once = branch.of === undefined ? sql`` : sql`distinct `
      const found = sql`select ${once}${column(m, columnOf(branch.record))} from ${sql.table(branch.table)} as ${sql.ref(m)}
        where ${this.#isMember(branch, m, employees, false)}`
      return branch.of === undefined ? found : ofRows(sql<boolean>`${column(x, columnOf(branch.of))} = any(array(${found}))`)
    }
    if (branch.kind === 'through' && this.#branch(branch, x) !== 'none')
      return ofRows(sql<boolean>`${column(x, columnOf(branch.field))} = any(array(${this.#parent(branch).#ids()}))`)
    if (branch.kind === 'when' && branch.any !== undefined && typeof eitherOf(branch.any.map(inner => this.#branch(inner, x))) === 'object')
      return ofRows(sql<boolean>`${this.#inState(branch, x)} and ${this.#inSet(branch.any, x)}`)
    return ofRows(this.#branch(branch, x))
  }

  /**
   * Whether rows are tried in place: the caller reaches enough of the employees by whom rows are told apart, or some state opens rows to
   * everybody.
   */
  isWide(): boolean {
    if (this.#reads === 'rows' || this.#granted.opened !== undefined) return true
    const { share, count } = wideFrom[this.#reads]
    const { employees } = this.#reach
    const { staff } = this.#granted
    const reachesMost = employees === 'all' || (staff !== undefined && employees.length >= Math.max(count, staff * share))
    const isWideWay = (branch: Branch): boolean => {
      if (branch.kind === 'through') return this.#parent(branch).isWide()
      if (branch.kind === 'member') return reachesMost
      if (branch.kind === 'when') return branch.any === undefined || branch.any.some(isWideWay)
      return branch.all !== null && branch.all.every(part => part.grant === 'employees' && reachesMost)
    }
    const { all, any } = this.#r.scope
    return (any ?? [{ kind: 'parts', all: all?.filter(part => part.grant !== 'organisation') ?? null } as const]).some(isWideWay)
  }

  #parts(parts: readonly Part[], alias: string): Condition[] {
    return parts.flatMap(part =>
      this.#part(part, alias).map(p => (part.orEmpty ? sql<boolean>`(${column(alias, part.column)} is null or ${p})` : p)),
    )
  }
  #part(part: Part, alias: string): Condition[] {
    const granted = this.#granted
    const reach = this.#reach
    const value = column(alias, part.column)
    switch (part.grant) {
      case 'organisation':
        return [sql<boolean>`${value} = ${granted.organisation}`]
      case 'self':
        return granted.server ? [] : [granted.employee == null ? sql<boolean>`false` : sql<boolean>`${value} = ${granted.employee}`]
      case 'account':
        return granted.server ? [] : [sql<boolean>`${value} = ${granted.account}`]
      case 'audience':
        return granted.server ? [] : [sql<boolean>`${value} && ${granted.audience}::text[]`]
      case 'organisations':
        return [sql<boolean>`${value} = any(${granted.organisations})`]
      case 'shops':
        return [sql<boolean>`${value} = any(${reach.shops})`]
      case 'employees':
        return reach.employees === 'all' ? [] : [sql<boolean>`${value} = any(${reach.employees})`]
      case 'warehouses':
      case 'channels':
      case 'shippingOrders': {
        const ids = reach.objects?.[part.grant] ?? []
        return ids === 'all' ? [] : [sql<boolean>`${value} = any(${ids})`]
      }
    }
  }
}
const everyRow: Branch = { kind: 'parts', all: [] }
