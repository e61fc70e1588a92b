/** What the four steps of a connection say of it: roles of its consent, sites without a shop, and what its first fetching takes. */
import { addDays } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { Context, House, Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { followerOf, setDerived } from '#platform/server/records.ts'
import { callOf } from './core/call.ts'
import { connectionOf, type Connection } from './core/connection.ts'
import { firstMinutes } from './core/cost.ts'
import type { AskedDays, Source } from './core/platform.ts'
import { platformOf, sourceOf } from './core/platforms.ts'
import type { Values } from './core/request.ts'
import { preparePlans } from './core/run.ts'
import { daysOf } from './core/step-words.ts'
import { connectionShop, connectionStates, planStates, shopConnection } from './tables.ts'

export const rolesJob = 'sync.roles'
interface Asked {
  readonly connectionId: string
  readonly orgId: string
}
export const orderRoles = ({ house }: Pick<Context, 'house'>, tx: Tx, asked: Asked, at?: Date): Promise<void> =>
  house.jobs.add(tx, rolesJob, { ...asked }, { key: `roles ${asked.connectionId}`, ...(at === undefined ? {} : { runAt: at }) })

/** Written anew when a test, a shop or a plan changed it. */
export async function noteSetUp(server: Context, tx: Tx, id: string): Promise<void> {
  const { platform, sites, site_ids, granted } = await tx
    .selectFrom('shop_connection as c')
    .innerJoin('marketplace_app as a', 'a.id', 'c.app_id')
    .select(['a.platform', 'c.sites', 'c.site_ids', 'c.granted'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  const shops = await tx.selectFrom('connection_shop').select('marketplace_id as site').where('connection_id', '=', id).execute()
  const all = await tx.selectFrom('sync_plan').select(['report', 'state', 'first_calls']).where('connection_id', '=', id).execute()
  const plans = all.filter(one => one.state === planStates.on[0])
  const used = new Set(plans.map(one => sourceOf(one.report)?.role))
  const first = plans.map(one => ({ report: one.report, calls: one.first_calls }))
  const values = {
    shops: shops.length,
    freeSites: site_ids === null ? null : (sites ?? []).filter((_, at) => !shops.some(one => one.site === site_ids[at])),
    // before there are plans nobody knows which are used
    spare: granted === null || all.length === 0 ? null : granted.filter(role => !used.has(role)),
    firstCalls: first.reduce((sum, one) => sum + one.calls, 0),
    firstMinutes: firstMinutes(platformOf(platform), first),
  }
  await setDerived(server, shopConnection, [{ id, ...values }])
}

/** A shop more, or less: its plans are made, and what they take is told. */
export const followShops = followerOf(connectionShop, async (context, tx, changes) => {
  const server = await inServersName(context, tx, 'plans of the shops of a connection')
  for (const id of new Set(changes.flatMap(({ before, after }) => (after ?? before)?.connectionId ?? []))) {
    const found = await tx.selectFrom('shop_connection').select('state').where('id', '=', id).executeTakeFirst()
    // gone with its shops, or not tested yet
    if (found === undefined || found.state === connectionStates.draft[0]) continue
    await preparePlans(server, id)
    await noteSetUp(server, server.through(tx), id)
  }
})

/** A reading call that needs the role of this source. */
function probeOf(source: Source, days: AskedDays): readonly [call: string, values: Values] {
  if (source.by === 'report') return ['getReports', { reportTypes: [source.type], pageSize: 10 }]
  return source.by === 'call' ? [source.call, source.ask(days, 1)] : [source.list, source.listing(days, 1)]
}

/** Asks once for each role that is needed. The marketplace's limit: all is asked again behind it. */
export async function findRoles(house: House, asked: Asked): Promise<void> {
  const context = await house.asSystem(asked.orgId, 'roles of a consent')
  const connection = await connectionOf(context, asked.connectionId)
  if (connection === null || connection.state !== connectionStates.open[0]) return
  const days = await yesterdayOf(context, connection)
  const [granted, lacking]: [string[], string[]] = [[], []]
  const byRole = Map.groupBy(Object.values(connection.platform.sources), one => one.role)
  for (const [role, [source]] of byRole) {
    if (source === undefined) continue
    const { verdict } = await callOf(context, connection, ...probeOf(source, days), { role })
    if (verdict.is === 'limited') {
      const at = new Date(context.now().getTime() + verdict.afterMs)
      return context.write((tx, inside) => orderRoles(inside, tx, asked, at))
    }
    if (verdict.is === 'done') granted.push(role)
    if (verdict.is === 'role') lacking.push(role)
  }
  await context.write(async (tx, inside) => {
    await setDerived(inside, shopConnection, [{ id: connection.id, granted, lacking }])
    await noteSetUp(inside, tx, connection.id)
  })
}

async function yesterdayOf(context: Context, { id }: Connection): Promise<AskedDays> {
  const shop = await context.db
    .selectFrom('connection_shop as s')
    .innerJoin('shop as h', 'h.id', 's.shop_id')
    .innerJoin('marketplace as m', 'm.code', 'h.marketplace_code')
    .select(['s.marketplace_id as marketplaceId', 'm.zone'])
    .where('s.connection_id', '=', id)
    .orderBy('s.id')
    .executeTakeFirst()
  const { zone, marketplaceId } = shop ?? { zone: 'UTC', marketplaceId: '' }
  const day = addDays(dayInZone(context.now().getTime(), zone), -1)
  return daysOf({ from_on: day, to_on: day, zone, marketplaceId })
}
