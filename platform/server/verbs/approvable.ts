/** A call that waits for an approval once a flow is published for its resource: `approvable(months, 'reopen', act(…))`. */
import { asText } from '#platform/format/text.ts'
import type { Resource } from '#platform/declare/resource.ts'
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
      const wanted = { do: 'action', action: matter, input: ask.input } as const
      const approval = await flows.hold(inside, tx, {
        resource,
        matter,
        recordId,
        wanted,
        trial: async (own, on) => {
          await route.handler(own, ask)
          return rowOf(own, anyTable(on), resource, recordId)
        },
      })
      return approval === null ? route.handler(inside, ask) : { id: recordId, approval }
    })
  },
})
