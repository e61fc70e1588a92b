/**
 * For tests of fetching: steps and imports, with the clock moved to what is next, until nothing is under way. `by` says yes to files that
 * wait for one.
 */
import { runSteps } from '#areas/connections/core/run.ts'
import type { ImportHouse } from './amazon-imports.ts'
import type { Person } from './demo-house.ts'

type Drained = Pick<ImportHouse, 'house' | 'clock' | 'orgId' | 'sql'> & { run(id: string): Promise<unknown> }
export async function drainSync(h: Drained, connectionId: string, by: Person | null = null, isEnough = async () => false): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    if (await isEnough()) return
    await runSteps(h.house, { connectionId, orgId: h.orgId })
    for (const { id } of await h.sql('select id::text as id from import_run where state = 0')) await h.run(String(id))
    for (const { id } of by === null ? [] : await h.sql('select id::text as id from import_run where state = 7')) {
      await by?.post('/fileImportHistory/accept', { id: String(id), reason: '已核对' })
      await h.run(String(id))
    }
    const [next] = await h.sql(`select min(w.next_at) as at from sync_window w join sync_plan p on p.id = w.plan_id
      join shop_connection c on c.id = w.connection_id where w.state < 5 and p.state = 1 and c.state = 1`)
    if (next?.['at'] == null) return
    const at = new Date(next['at'] as never)
    if (at > h.clock.now) h.clock.now = at
  }
  throw new Error('fetching does not end')
}
