/** Operations a role may be granted on a permission: 1-9 are the suite's own, 10 is ours, an area's begin at 100. */
export const operations = {
  add: 1,
  view: 2,
  edit: 3,
  remove: 4,
  import: 5,
  export: 6,
  audit: 7,
  enable: 8,
  disable: 9,
  /** ours: see sensitive values whole */
  reveal: 10,
} as const
export type OperationId = number

/** What a route demands of its caller. `signedIn` and `anyone` are written out where they are meant. */
export type Demand =
  | {
      readonly kind: 'operation'
      readonly permission: string
      readonly operation: OperationId
      /** the same operation on one of these does as well */
      readonly or?: readonly string[]
    }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'anyone' }
  | { readonly kind: 'systemAdmin' }
  | { readonly kind: 'installation' }

export const needs = (permission: string, operation: OperationId): Demand => ({ kind: 'operation', permission, operation })
/** The operation on any one of them: a call that takes records of several kinds and asks for the right on each kind itself. */
export const needsAny = ([permission = '', ...or]: readonly string[], operation: OperationId): Demand => ({
  kind: 'operation',
  permission,
  operation,
  or,
})
/** All permissions of which one is enough; none where the call asks for no operation. */
export const permissionsOf = (demand: Demand): readonly string[] =>
  demand.kind === 'operation' ? [demand.permission, ...(demand.or ?? [])] : []
export const signedIn: Demand = { kind: 'signedIn' }
export const anyone: Demand = { kind: 'anyone' }
export const systemAdmin: Demand = { kind: 'systemAdmin' }
/** Administrators of the installation: what belongs to no organisation is changed by them alone. */
export const installation: Demand = { kind: 'installation' }
