/** Each encrypted value that leaves the server to another leaves an entry that its person can read. */
import { sql } from 'kysely'
import { personnelAction } from './action-tables.ts'
import { hrFile } from './file-tables.ts'
import { hrFileChange, hrReading, readWays, readWhats } from './own-tables.ts'
import { asText } from '#platform/format/text.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context, Route, RouteMap } from '#platform/server/area.ts'
import { anyTable, inServersName } from '#platform/server/database.ts'
import { createEach, reveal } from '#platform/server/records.ts'

export type What = keyof typeof readWhats
export const isWhat = (field: unknown): field is What => typeof field === 'string' && Object.hasOwn(readWhats, field)

interface Reading {
  readonly employeeId: string
  readonly what: What
}
/** In a transaction of the caller's, or one of its own. */
export const noteReadings = (
  context: Context,
  way: keyof typeof readWays,
  reason: string | null,
  readings: readonly Reading[],
): Promise<void> =>
  context.write(async (tx, inside) => {
    const server = await inServersName(inside, tx, 'who looked at numbers of people')
    const readAt = context.now().toISOString()
    const readerId = context.caller.employeeId
    await createEach(
      server,
      hrReading,
      readings.map(({ employeeId, what }) => ({ employeeId, readAt, readerId, what: readWhats[what][0], way: readWays[way][0], reason })),
    )
  })

/** One value at a time, with its reason; the person reads later who looked. */
function noted(r: Resource): Route {
  const shown = reveal(r)
  return {
    ...shown,
    handler: async (context, ask) => {
      const answer = await shown.handler(context, ask)
      const { field, id, reason } = ask.input
      if (isWhat(field)) {
        const row = await anyTable(context.db)
          .selectFrom(r.table)
          .select(sql<string | null>`employee_id::text`.as('whose'))
          .where('id', '=', asText(id))
          .executeTakeFirstOrThrow()
        const why = typeof reason === 'string' ? reason.trim().slice(0, 200) : null
        // who is yet to join is nobody who could read it
        if (row.whose !== null) await noteReadings(context, 'reveal', why, [{ employeeId: row.whose, what: field }])
      }
      return answer
    },
  }
}
export const notedReveals: RouteMap = {
  'POST /hrFile/reveal': noted(hrFile),
  'POST /hrFileChange/reveal': noted(hrFileChange),
  'POST /personnelAction/reveal': noted(personnelAction),
}
