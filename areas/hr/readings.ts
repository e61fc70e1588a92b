/** Each encrypted value that leaves the server leaves an entry that its person can read. */
import { hrFile } from './file-tables.ts'
import { hrReading, readWays, readWhats } from './own-tables.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, RouteMap } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
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

const revealFile = reveal(hrFile)
/** One value at a time, with its reason; the person reads later who looked. */
export const fileReveal: RouteMap = {
  'POST /hrFile/reveal': {
    ...revealFile,
    handler: async (context, ask) => {
      const answer = await revealFile.handler(context, ask)
      const { field, id, reason } = ask.input
      if (isWhat(field)) {
        const row = await context.db.selectFrom('hr_file').select('employee_id').where('id', '=', asText(id)).executeTakeFirstOrThrow()
        const why = typeof reason === 'string' ? reason.trim().slice(0, 200) : null
        await noteReadings(context, 'reveal', why, [{ employeeId: asText(row.employee_id), what: field }])
      }
      return answer
    },
  },
}
