/** What people do to connections, plans and windows. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { changeEach, oneRecord, setDerived } from '#platform/server/records.ts'
import { answerOf, StrangeAnswer } from './core/answer.ts'
import { anew } from './core/by-hand.ts'
import { callOf } from './core/call.ts'
import { clockSays } from './core/clock.ts'
import { connectionOf, type Connection } from './core/connection.ts'
import { noteRound } from './core/ended.ts'
import type { Site } from './core/platform.ts'
import { platforms } from './core/platforms.ts'
import { makeWindows, orderSteps, preparePlans } from './core/run.ts'
import { noteSetUp, orderRoles } from './set-up.ts'
import { connectionStates, marketplaceApp, planStates, shopConnection, syncPlan, syncWindow, windowStates } from './tables.ts'

type Input = Readonly<Record<string, unknown>>
const idsOf = ({ id, ids }: Input): string[] => [...(Array.isArray(ids) ? ids : []), ...(id === undefined ? [] : [id])].map(asText)

function sitesIn({ platform }: Connection, body: Buffer): readonly Site[] {
  try {
    return platform.test.sites(answerOf<object>({ body }))
  } catch (error) {
    if (error instanceof StrangeAnswer || error instanceof TypeError) throw refuse.rule(sentence`平台返回的数据不完整`)
    throw error
  }
}

/** Asks the marketplace who it is: its sites are noted, and each that is one shop alone becomes that shop. */
export async function test(context: Context, input: Input): Promise<null> {
  const { id } = await oneRecord(context, shopConnection, idsOf(input)[0])
  const system = await context.house.asSystem(context.caller.orgId, 'a test of a connection')
  const connection = await connectionOf(system, id)
  if (connection === null) throw refuse.unknown(shopConnection.title)
  const { platform } = connection
  const { verdict, body } = await callOf(system, connection, platform.test.call, platform.test.values)
  if (verdict.is === 'limited') throw refuse.rule(sentence`平台限制了测试的次数，请稍后再试`)
  if (verdict.is !== 'done') {
    const why = verdict.is === 'refresh' || verdict.is === 'gone' ? sentence`平台没有认出这份授权` : verdict.why
    const state = verdict.is === 'again' ? connection.state : connectionStates.again[0]
    await system.write((_, inside) => setDerived(inside, shopConnection, [{ id, state, why: toStored(why) }]))
    throw refuse.rule(why)
  }
  const sites = sitesIn(connection, body)
  const roles = platform.test.roles?.(answerOf<object>({ body }))
  const testedAt = context.now().toISOString()
  await context.write(async (tx, inside) => {
    const listed = await tx
      .selectFrom('shop as h')
      .innerJoin('marketplace as m', 'm.code', 'h.marketplace_code')
      .select(['h.id', 'm.code', 'm.amazon_id'])
      .where('h.status', '=', 1)
      .execute()
    const shops = listed.flatMap(one => {
      const site = platform.siteOf(one.code, one.amazon_id ?? '')
      return sites.some(({ id: known }) => known === site) ? [{ id: one.id, site }] : []
    })
    const taken = await tx.selectFrom('connection_shop').select('shop_id').execute()
    // a site that another consent has as well is a person's to tell
    const others = await tx.selectFrom('shop_connection').select('sites').where('id', '<>', id).execute()
    const shared = new Set(sites.filter(site => others.some(one => one.sites?.includes(site.name) === true)).map(site => site.id))
    const free = shops.filter(one => !shared.has(one.site) && !taken.some(({ shop_id: shop }) => shop === one.id))
    const alone = free.filter(one => free.filter(other => other.site === one.site).length === 1)
    if (alone.length > 0)
      await tx
        .insertInto('connection_shop')
        .values(alone.map(one => ({ org_id: inside.caller.orgId, connection_id: id, shop_id: one.id, marketplace_id: one.site })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
    const why = clockSays(connection.clock.skewSeconds)
    const found = { state: connectionStates.open[0], why, testedAt, sites: sites.map(one => one.name) }
    await changeEach(inside, shopConnection, [id], found, { verb: 'test' })
  })
  await preparePlans(system, id)
  await system.write(async (tx, inside) => {
    const siteIds = sites.map(one => one.id)
    const needed = [...new Set(Object.values(platform.sources).map(one => one.role))]
    const told = roles === undefined ? {} : { granted: roles, lacking: needed.filter(role => !roles.includes(role)) }
    await setDerived(inside, shopConnection, [{ id, siteIds, ...told }])
    const app = await tx
      .selectFrom('marketplace_app')
      .select('genuine_at as at')
      .where('id', '=', connection.appId)
      .executeTakeFirstOrThrow()
    if (!connection.isEmulated && app.at === null) await setDerived(inside, marketplaceApp, [{ id: connection.appId, genuineAt: testedAt }])
    await noteSetUp(inside, tx, id)
    if (roles === undefined) await orderRoles(inside, tx, { connectionId: id, orgId: connection.orgId })
  })
  return null
}

/** What is due now. Pressed again, it says that nothing is. */
export const syncNow = (context: Context, input: Input): Promise<null> =>
  context.write(async (tx, inside) => {
    const { id } = await oneRecord(inside, shopConnection, idsOf(input)[0])
    const made = await makeWindows(await inside.house.asSystem(inside.caller.orgId, 'a connection is asked to fetch', tx), id)
    const { n } = await tx
      .selectFrom('sync_window')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('connection_id', '=', id)
      .where('state', '<', windowStates.done[0])
      .executeTakeFirstOrThrow()
    if (made === 0 && n === '0') throw refuse.rule(sentence`数据已是最新，没有要取的区间`)
    return null
  })

export const setState = (context: Context, input: Input, state: keyof typeof connectionStates, verb: string): Promise<unknown> =>
  changeEach(context, shopConnection, idsOf(input), { state: connectionStates[state][0], why: null }, { verb })

/** Imports use the rights of whoever takes it over from now on. */
export const takeOver = (context: Context, input: Input): Promise<unknown> =>
  changeEach(
    context,
    shopConnection,
    idsOf(input),
    { ownerId: context.caller.employeeId, runsAs: context.caller.accountId },
    { verb: 'takeOver' },
  )

/** The bars of the connections whose plans or windows changed say it at once. */
const noted = (context: Context, of: typeof syncPlan | typeof syncWindow, input: Input, values: Input, verb: string): Promise<unknown> =>
  context.write(async (tx, inside) => {
    const ids = idsOf(input)
    const done = await changeEach(inside, of, ids, values, { verb })
    const rows = await tx
      .selectFrom(of.table)
      .select('connection_id')
      .distinct()
      .where('id', 'in', ['0', ...ids])
      .execute()
    const connectionIds = rows.map(one => one.connection_id)
    const began = await tx
      .selectFrom('shop_connection')
      .select('id')
      .where('id', 'in', ['0', ...connectionIds])
      .where('round_at', 'is not', null)
      .execute()
    const server = await inServersName(inside, tx, 'how much of a round is over')
    for (const id of connectionIds) await noteSetUp(server, server.through(tx), id)
    // who chooses plans before anybody has pressed for the first time fetches nothing
    for (const { id } of began) {
      await noteRound(server, server.through(tx), id)
      // what is asked for again begins now, not at the next planning
      await orderSteps(inside, tx, { connectionId: id, orgId: inside.caller.orgId })
    }
    return done
  })

export const setPlan = (context: Context, input: Input, state: keyof typeof planStates, verb: string): Promise<unknown> =>
  noted(context, syncPlan, input, { state: planStates[state][0], why: null, failed: 0 }, verb)

/** These days are asked for anew. */
export const again = (context: Context, input: Input): Promise<unknown> =>
  noted(context, syncWindow, input, { ...anew, state: windowStates.waiting[0], nextAt: context.now().toISOString() }, 'again')
export const skip = (context: Context, input: Input): Promise<unknown> =>
  noted(context, syncWindow, input, { state: windowStates.skipped[0], nextAt: null, endedAt: context.now().toISOString() }, 'skip')

/** The site of the shop, by which the marketplace is asked. */
export async function siteOf(context: Context, { shopId, connectionId }: Input): Promise<string> {
  const idOf = (value: unknown): string => (/^\d{1,18}$/.test(asText(value)) ? asText(value) : '0')
  const shop = await context.db
    .selectFrom('shop as h')
    .innerJoin('marketplace as m', 'm.code', 'h.marketplace_code')
    .select(['m.code', 'm.amazon_id', 'm.platform'])
    .where('h.id', '=', idOf(shopId))
    .executeTakeFirst()
  const app = await context.db
    .selectFrom('shop_connection as c')
    .innerJoin('marketplace_app as a', 'a.id', 'c.app_id')
    .select('a.platform')
    .where('c.id', '=', idOf(connectionId))
    .executeTakeFirst()
  if (shop !== undefined && app !== undefined && shop.platform !== app.platform)
    throw refuse.invalid([{ field: 'shopId', message: sentence`店铺不属于这份授权的平台` }])
  const site = shop === undefined ? '' : (platforms.get(app?.platform ?? shop.platform)?.siteOf(shop.code, shop.amazon_id ?? '') ?? '')
  if (site === '') throw refuse.invalid([{ field: 'shopId', message: sentence`这个店铺的站点没有平台编号，不能连接` }])
  return site
}
