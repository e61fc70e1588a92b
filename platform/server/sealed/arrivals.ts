/** What sealed authors did comes to others when its time is there (db/sealed-later.ts). */
import { instantMs } from '#platform/format/instants.ts'
import type { Arrival } from '../contract/area.ts'
import type { House } from '../contract/house.ts'
import { byDay, delayMsMax, unsealedText } from '../db/sealed-author.ts'
import { insertEntries, type Entry } from '../trail/write-audit.ts'

const portion = 500

/** Entries of the trail. */
export const trailArrives: Arrival = (context, payload, take) =>
  context.write(async tx => {
    if (await take(tx)) await insertEntries(tx, payload['entries'] as readonly Entry[], true)
  })

/** Each in a transaction of its own, which also takes it away: all of it and once. Those that fail are tried again each minute. */
export async function arrive(house: House, until: Date = house.now()): Promise<void> {
  const due = await house
    .unscoped('what sealed authors left for later: keys alone')
    .selectFrom('sealed_later')
    .select(['key', 'org_id'])
    .where('due_at', '<=', until.toISOString())
    .orderBy('due_at')
    .limit(portion)
    .execute()
  const failed: unknown[] = []
  for (const { key, org_id: orgId } of due) await one(house, orgId, key).catch((error: unknown) => void failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${due.length} sealed acts could not arrive`)
}

/** Without waiting: what was written long ago, as the demo company's. */
export const arriveAll = (house: House): Promise<void> => arrive(house, new Date(house.now().getTime() + delayMsMax))

async function one(house: House, orgId: string, key: string): Promise<void> {
  const kept = await house
    .unscoped('what a sealed author left for later: opened by the server alone')
    .selectFrom('sealed_later')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst()
  if (kept === undefined) return
  const payload = JSON.parse(unsealedText(house, `later ${key}`, kept.payload)) as Record<string, unknown>
  const arrival = house.registry.arrivals.get(kept.task)
  if (arrival === undefined) throw new Error(`${kept.task}: nothing arrives by this name`)
  const day = new Date(instantMs(payload['day'] as string))
  const system = await house.asSystem(orgId, 'what a sealed author did arrives')
  await arrival(byDay({ ...system, now: () => day }, 'arriving'), payload, async tx => {
    const taken = await tx.withoutPlugins().deleteFrom('sealed_later').where('key', '=', key).executeTakeFirst()
    return taken.numDeletedRows > 0n
  })
}
