/** A list of the home page: narrowed for good, open to whom it names, small by nature and answered whole. */
import { Object as O, type TSchema } from 'typebox'
import type { Demand } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Condition, Row } from '#platform/declare/wire.ts'
import { call } from '../calls/verbs.ts'
import type { Route } from '../contract/route.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { allOf } from '../lists/list.ts'

interface HomeList {
  readonly demand: Demand
  readonly summary: string
  /** conditions of every answer */
  readonly where: readonly Condition[]
  /** what a reader may narrow it by, and the conditions of it */
  readonly asks?: { readonly input: TSchema; readonly where: (input: Readonly<Record<string, unknown>>) => readonly Condition[] }
  /** what is answered instead of the rows, in the order of the list */
  readonly answer?: (rows: readonly Row[]) => unknown
}

/** Refused (1002) where the list has outgrown what is answered whole. */
export const homeList = (resource: Resource, { demand, summary, where, asks, answer = rows => rows }: HomeList): Route =>
  call({ demand, summary, input: asks?.input ?? O({}), write: false }, async (context, { input }) =>
    answer(await allOf(context, visibleResource(context.caller, resource), [...where, ...(asks?.where(input) ?? [])])),
  )
