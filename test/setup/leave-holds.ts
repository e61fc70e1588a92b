/** Each day of a leave is held or spent once, and nothing else is: the ledger of leave beside the days of the requests. */
import { entryKinds } from '#platform/declare/ledger-kinds.ts'
import { leaveLedger } from '#areas/attendance/leave/tables.ts'
import { anyTable } from '#platform/server/database.ts'
import type { DemoHouse } from './demo-house.ts'

const held = 1
/** Holds whose entries say something else than the day that they are of; none is as it should be. */
export async function holdFaults({ db }: DemoHouse): Promise<readonly string[]> {
  const entries = await anyTable(db).selectFrom(leaveLedger.entry.table).select(['hold', 'kind']).where('hold', 'is not', null).execute()
  const days = await db.selectFrom('leave_day').select(['hold', 'state']).where('hold', 'is not', null).execute()
  const stateOf = new Map(days.map(row => [String(row.hold), row.state]))
  const count = (hold: string, kind: number): number => entries.filter(row => row['hold'] === hold && row['kind'] === kind).length
  const holds = new Set([...entries.map(row => String(row['hold'])), ...stateOf.keys()])
  const faults = [...holds].flatMap(hold => {
    const spent = count(hold, entryKinds.spend) - count(hold, entryKinds.correct)
    // what is spent is released in the same posting
    const open = count(hold, entryKinds.reserve) - count(hold, entryKinds.release)
    const state = stateOf.get(hold)
    const wanted = state === undefined ? '0 0' : state === held ? '1 0' : '0 1'
    return `${open} ${spent}` === wanted ? [] : [`${hold}: ${open} ${spent}, not ${wanted}`]
  })
  return days.length === stateOf.size ? faults : [...faults, 'two days have one hold']
}
