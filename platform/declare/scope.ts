/**
 * Scope: who sees which rows of a table. A scope is data: a conjunction of `column in <what the caller was granted>` and, behind it,
 * branches of which one is enough (`anyOf`). One declaration compiles to the door's predicate, to a row policy (the oracle of the tests),
 * to the check of a written row and to the page that says why somebody sees a record.
 */
import { columnOf } from './column-name.ts'

export type Grant = 'organisation' | 'organisations' | 'shops' | 'employees' | 'self' | 'account' | 'audience' | ObjectGrant
/** single objects other than shops that are given to employees one by one */
export type ObjectGrant = 'warehouses' | 'channels' | 'shippingOrders'
/** as grants are stored */
export const objectGrantCodes = { warehouses: 2, channels: 3, shippingOrders: 4 } as const satisfies Record<ObjectGrant, number>
/** `orEmpty`: a row whose column is empty counts as inside. */
export interface Part {
  readonly column: string
  readonly grant: Grant
  readonly orEmpty?: true
}
export interface Scope {
  readonly name: string
  /** Empty list: everybody. null: sealed, no person reaches it, only the server acting for itself */
  readonly all: readonly Part[] | null
  /** beside `all`, one of these must hold; absent: `all` is enough */
  readonly any?: readonly Branch[]
}
/** One way to see a row. Columns are those of the table that carries the scope, where nothing else is said. */
export type Branch = PartsBranch | MemberBranch | ThroughBranch | WhenBranch
/** Every part holds: none, every row of the organisation. null: sealed, a way that is open to nobody. */
export interface PartsBranch {
  readonly kind: 'parts'
  readonly all: readonly Part[] | null
}
/** A row of `table` names the record and an employee of the caller's data scope. */
export interface MemberBranch {
  readonly kind: 'member'
  readonly table: string
  /** fields of `table`: the record's id, and the employee */
  readonly record: string
  readonly person: string
  /** members of what this field of the row refers to; absent: of the row itself */
  readonly of?: string
  /** only members of these roles: a choice field of `table` and its codes */
  readonly only?: { readonly field: string; readonly codes: readonly number[] }
  /** a field of `table` that holds the name of the record's table: rows of other tables are there too */
  readonly subject?: string
}
/** What one sees of the record that `field` refers to. */
export interface ThroughBranch {
  readonly kind: 'through'
  readonly field: string
}
/** The row's choice field holds one of these codes; with `any`, one of those branches holds too. */
export interface WhenBranch {
  readonly kind: 'when'
  readonly field: string
  readonly codes: readonly number[]
  readonly any?: readonly Branch[]
}

export const everybody: Scope = { name: 'everybody', all: [] }
/** Read and written by the server alone (sessions, queues, staging): never through a person's door. */
export const serverOnly: Scope = { name: 'serverOnly', all: null }
export const ownOrganisation: Scope = { name: 'ownOrganisation', all: [{ column: 'org_id', grant: 'organisation' }] }
/** Rows of the shops the caller was granted; a shop belongs to one organisation, so no organisation column is needed. */
export const grantedShops: Scope = { name: 'grantedShops', all: [{ column: 'shop_id', grant: 'shops' }] }
export const grantedShopsById: Scope = {
  name: 'grantedShopsById',
  all: [
    { column: 'org_id', grant: 'organisation' },
    { column: 'id', grant: 'shops' },
  ],
}
/** Records of the organisation about one shop; those that name none yet are the organisation's. */
export const grantedShopsOrNone: Scope = {
  name: 'grantedShopsOrNone',
  all: [
    { column: 'org_id', grant: 'organisation' },
    { column: 'shop_id', grant: 'shops', orEmpty: true },
  ],
}
/** The same, and those of an owner that only its keeper and those above him see are theirs. */
export const grantedShopsAndKeepersOrNone: Scope = {
  name: 'grantedShopsAndKeepersOrNone',
  all: [...(grantedShopsOrNone.all ?? []), { column: 'keeper_id', grant: 'employees', orEmpty: true }],
}
/** Rows whose owner, the employee in this field, is of the caller's data scope. */
export const ownedBy = (field: string): Scope => ({
  name: `ownedBy(${field})`,
  all: [
    { column: 'org_id', grant: 'organisation' },
    { column: columnOf(field), grant: 'employees' },
  ],
})
/** The caller's own rows, whatever his data scope: this field names him. */
export const self = (field: string): Scope => ({
  name: `self(${field})`,
  all: [
    { column: 'org_id', grant: 'organisation' },
    { column: columnOf(field), grant: 'self' },
  ],
})
/** The same of a view, whose tables keep to the organisation. */
export const selfInView = (field: string): Scope => ({ name: `selfInView(${field})`, all: [{ column: columnOf(field), grant: 'self' }] })
/** The organisations the caller belongs to. */
export const ownOrganisations: Scope = { name: 'ownOrganisations', all: [{ column: 'id', grant: 'organisations' }] }
/** Records of the caller's own account inside the organisation he is in. */
export const ownedByAccount: Scope = {
  name: 'ownedByAccount',
  all: [
    { column: 'org_id', grant: 'organisation' },
    { column: 'account_id', grant: 'account' },
  ],
}
/** Records of the caller's own account, whatever organisation he is in. */
export const ownAccount: Scope = { name: 'ownAccount', all: [{ column: 'account_id', grant: 'account' }] }
/**
 * Records given to people by name: the column lists whom, as marks (`a12` an account, `e5` an employee, `d3` a department,
 * `D3` a department with those below it, `r7` a role,
 * `o` everybody of the organisation). Whoever owns the record stands in it too.
 */
export const sharedWithMe: Scope = {
  name: 'sharedWithMe',
  all: [
    { column: 'org_id', grant: 'organisation' },
    { column: 'audience', grant: 'audience' },
  ],
}
/** Rows that name an object given to employees one by one, e.g. stock of a warehouse. */
export const granted = (column: string, grant: ObjectGrant): Scope => ({
  name: `granted(${column}, ${grant})`,
  all: [
    { column: 'org_id', grant: 'organisation' },
    { column, grant },
  ],
})
/** The objects themselves: warehouses, logistics channels. */
export const grantedById = (grant: ObjectGrant): Scope => granted('id', grant)

// ---- scopes of several ways; all of them inside the caller's organisation
const inOrganisation: readonly Part[] = [{ column: 'org_id', grant: 'organisation' }]
const listOf = (codes: number | readonly number[]): readonly number[] => (typeof codes === 'number' ? [codes] : codes)

/** The ways of a scope: its branches, or its parts as one. The organisation stands in front of all of them. */
function branchesOf({ name, all, any }: Scope): readonly Branch[] {
  const parts = all?.filter(part => part.grant !== 'organisation') ?? null
  if (any === undefined) return [{ kind: 'parts', all: parts }]
  if (parts === null || parts.length > 0) throw new Error(`${name}: branches stand beside the organisation alone`)
  return any
}
/** Rows seen in one of these ways. A way that sees every row makes the whole see every row; a sealed one adds nothing. */
export const anyOf = (first: Scope, ...more: readonly Scope[]): Scope => ({
  name: `anyOf(${[first, ...more].map(scope => scope.name).join(', ')})`,
  all: inOrganisation,
  any: [first, ...more].flatMap(branchesOf),
})

/**
 * Records of which somebody of the caller's data scope is a member: `table` has a row for each record, employee and role, and the scope
 * `through(record)`. `record`: the field that refers to the record; `person`: to the employee (absent: employeeId); `roles`: codes of
 * `roleField` (absent: role). `of`: members of what this field refers to see the row.
 */
export function member(
  table: string,
  words: {
    readonly record: string
    readonly person?: string
    readonly of?: string
    readonly roles?: readonly number[]
    readonly roleField?: string
  },
): Scope {
  const { record, person = 'employeeId', of, roles, roleField = 'role' } = words
  const only = roles === undefined ? {} : { only: { field: roleField, codes: roles } }
  const said = [table, ...(person === 'employeeId' ? [] : [person]), ...(of === undefined ? [] : [`of ${of}`]), ...(roles ?? [])].join(' ')
  return {
    name: `member(${said})`,
    all: inOrganisation,
    any: [{ kind: 'member', table, record, person, ...(of === undefined ? {} : { of }), ...only }],
  }
}
/**
 * Records on which somebody of the caller's data scope has or had a task: rows of `table` name the table (`subject`), the record
 * (`recordId`) and the employee (`employeeId`).
 */
export const taskedIn = (table: string): Scope => ({
  name: table === approvalTasks ? 'tasked' : `tasked(${table})`,
  all: inOrganisation,
  any: [{ kind: 'member', table, record: 'recordId', person: 'employeeId', subject: 'subject' }],
})
/** the table of approval tasks, of all records that are approved */
const approvalTasks = 'approval_task'
/** Records on which somebody of the caller's data scope has or had an approval task. */
export const tasked: Scope = taskedIn(approvalTasks)
/** Rows of which one sees the record that `field` refers to: lines, comments, files. Two such steps at most, no circle. */
export const through = (field: string): Scope => ({ name: `through(${field})`, all: inOrganisation, any: [{ kind: 'through', field }] })
/** Rows in one of these states: for everybody of the organisation, or for whom `scope` says. */
export const when = (field: string, codes: number | readonly number[], scope?: Scope): Scope => ({
  name: `when(${[field, ...listOf(codes), ...(scope ? [scope.name] : [])].join(' ')})`,
  all: inOrganisation,
  any: [{ kind: 'when', field, codes: listOf(codes), ...(scope ? { any: branchesOf(scope) } : {}) }],
})

/** Columns of the row itself that say who sees it. */
export function scopeColumns(scope: Scope): string[] {
  const ofBranch = (branch: Branch): string[] => {
    if (branch.kind === 'parts') return (branch.all ?? []).map(part => part.column)
    if (branch.kind === 'through') return [columnOf(branch.field)]
    if (branch.kind === 'member' && branch.of !== undefined) return [columnOf(branch.of)]
    if (branch.kind === 'when') return [columnOf(branch.field), ...(branch.any ?? []).flatMap(ofBranch)]
    return []
  }
  return [...new Set([...(scope.all ?? []).map(part => part.column), ...(scope.any ?? []).flatMap(ofBranch)])]
}
/** Whether nothing in the row itself says who sees it: members are written after their record, so whoever adds it would not see it. */
export const isSeenByMembersAlone = ({ any }: Scope): boolean =>
  any !== undefined && any.every(branch => branch.kind === 'member' && branch.of === undefined)
