/** A call that waits for an approval once a flow is published for its resource: `approvable(months, 'reopen', act(…))`. */
import { asText } from '#platform/format/text.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { anyTable } from '../db/any-table.ts'
import type { Route } from '../contract/route.ts'
import { rowOf } from '../lists/read-rows.ts'

type Input = Readonly<Record<string, unknown>>

interface Words {
  /** the record that the input is about; absent: its `id` */
  readonly recordOf?: (input: Input) => string
  /** whether what is asked for needs an approval at all */
  readonly when?: (input: Input) => boolean
}

/** What an action is about, and what it does. */
interface Action {
  readonly resource: Resource
  readonly matter: string
  readonly recordId: string
  /** what its route is called with when it is approved */
  readonly input: Input
  readonly run: (own: Context) => Promise<unknown>
}

/** Begins the approval of an action inside an open transaction and answers its number; null: none is needed, it may be done at once. */
export async function holdAction(inside: Context, tx: Tx, { resource, matter, recordId, input, run }: Action): Promise<string | null> {
  const { flows } = inside.house.registry
  if (flows === null || resource.approval === undefined || inside.approved !== undefined) return null
  return flows.hold(inside, tx, {
    resource,
    matter,
    recordId,
    wanted: { do: 'action', action: matter, input },
    trial: async (own, on) => {
      await run(own)
      return rowOf(own, anyTable(on), resource, recordId)
    },
  })
}

/** The same route. When it is approved it is called again, for whoever asked, with the input that was kept. */
export const approvable = (resource: Resource, matter: string, route: Route, words: Words = {}): Route => ({
  ...route,
  resource,
  matter,
  handler: async (context, ask) => {
    const { flows } = context.house.registry
    const { recordOf = input => asText((input['id'] ?? '') as string), when = () => true } = words
    const isAsked = flows !== null && resource.approval !== undefined && context.approved === undefined && when(ask.input)
    if (!isAsked || !(await flows.isPublished(context, resource))) return route.handler(context, ask)
    return context.write(async (tx, inside) => {
      const recordId = recordOf(ask.input)
      const run = (own: Context): Promise<unknown> => Promise.resolve(route.handler(own, ask))
      const approval = await holdAction(inside, tx, { resource, matter, recordId, input: ask.input, run })
      return approval === null ? route.handler(inside, ask) : { id: recordId, approval }
    })
  },
})
