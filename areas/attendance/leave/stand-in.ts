/** Who is away by an approved leave is stood in for by whom he hands his work to, in the approvals of those days. */
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { approvalStandIn } from '#areas/workflow/index.ts'
import { refuse, type Context, type Follower } from '#platform/server/area.ts'
import { create, removeRecords } from '#platform/server/records.ts'
import { requestStates } from '../words.ts'

type Row = NonNullable<Parameters<Follower>[2][number]['after']>
interface StandIn {
  readonly employeeId: string
  readonly standInId: string
  readonly fromOn: string
  readonly toOn: string
  readonly reason: string
}

function standInOf({ caller }: Context, row: Row | null): StandIn | null {
  const other = row?.['handOverId'] ?? null
  if (row === null || other === null || other === '' || row['state'] !== requestStates.approved[0]) return null
  const day = (value: unknown, less: number): string => dayInZone(instantMs(asText(value)) - less, caller.zone)
  return {
    employeeId: asText(row['employeeId']),
    standInId: asText(other),
    fromOn: day(row['fromAt'], 0),
    toOn: day(row['toAt'], 1),
    reason: asText(row['no']),
  }
}
const isSame = (a: StandIn | null, b: StandIn | null): boolean => JSON.stringify(a) === JSON.stringify(b)

export function refuseOwnStandIn(row: Row): void {
  if ((row['handOverId'] ?? null) !== null && row['handOverId'] === row['employeeId'])
    throw refuse.invalid([{ field: 'handOverId', message: sentence`不能交接给请假的人自己` }])
}

/** An entry of the person himself for the same days stays, and ours is left out. */
export async function keepStandIns(server: Context, changes: Parameters<Follower>[2]): Promise<void> {
  for (const { before, after } of changes) {
    const [was, is] = [standInOf(server, before), standInOf(server, after)]
    if (isSame(was, is)) continue
    const known = (row: StandIn) => server.db.selectFrom('approval_stand_in').select('id').where('employee_id', '=', row.employeeId)
    if (was !== null) {
      const made = await known(was).where('reason', '=', was.reason).execute()
      const ids = made.map(row => asText(row.id))
      if (ids.length > 0) await removeRecords(server, approvalStandIn, ids, { undoable: false })
    }
    if (is === null) continue
    const other = await known(is).where('from_on', '<=', is.toOn).where('to_on', '>=', is.fromOn).limit(1).executeTakeFirst()
    if (other === undefined) await create(server, approvalStandIn, { ...is })
  }
}
