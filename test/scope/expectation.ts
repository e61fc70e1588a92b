/** What a person without rights gets from one call that is written by hand. */
export interface Foreign {
  readonly input: (ids: ForeignIds) => Readonly<Record<string, unknown>>
  readonly code: number
}
export type Expectation = 'own' | 'organisation' | 'scoped' | Foreign

/** Ids of rows of the other organisation. */
export interface ForeignIds {
  readonly employee: string
  readonly role: string
  readonly shop: string
  readonly department: string
  readonly file: string
  readonly importRun: string
  readonly task: string
  readonly settlement: string
  readonly kind: string
  readonly profile: string
  readonly warehouse: string
  readonly audit: string
}
export const names = (input: Foreign['input'], code: number): Foreign => ({ input, code })
/** of no letter */
export const mark = '1'.repeat(18)
