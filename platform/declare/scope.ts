/**
 * Scope: who sees which rows of a table. A scope is data, a conjunction of `column in <what the caller was granted>`, so that one declaration
 * compiles to the door's predicate, to a row policy (the oracle of the tests) and to the check of a written row.
 */
export type Grant = 'organisation' | 'organisations' | 'shops' | 'employees' | 'account' | 'audience' | ObjectGrant
/** single objects other than shops that are given to employees one by one */
export type ObjectGrant = 'warehouses' | 'channels' | 'shippingOrders'
/** as grants are stored */
export const objectGrantCodes = { warehouses: 2, channels: 3, shippingOrders: 4 } as const satisfies Record<ObjectGrant, number>
export interface Scope {
  readonly name: string
  /** `orEmpty`: a row whose column is empty counts as inside. Empty list: everybody. null: sealed, no person reaches it, only the server acting for itself */
  readonly all: readonly { readonly column: string; readonly grant: Grant; readonly orEmpty?: true }[] | null
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
/** Rows whose owner is an employee of the caller's data scope. */
export const ownedBy = (column: string): Scope => ({
  name: `ownedBy(${column})`,
  all: [
    { column: 'org_id', grant: 'organisation' },
    { column, grant: 'employees' },
  ],
})
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
 * Records given to people by name: the column lists whom, as marks (`a12` an account, `e5` an employee, `d3` a department, `r7` a role,
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
