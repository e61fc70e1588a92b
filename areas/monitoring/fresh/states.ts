/**
 * How fresh the data of a page are, shop by shop: until which day files contain them without a gap, or when its tables were changed last;
 * who answers for them; and whether they are late. Read through the caller's door: who sees one shop is told of that shop.
 */
import { sql } from 'kysely'
import type { Freshness } from '#platform/declare/page.ts'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dayInZone, todayOf } from '#platform/format/zones.ts'
import type { Context, Feed } from '#platform/server/area.ts'
import { taskStates } from '#platform/server/database.ts'
import { daysOfFiles, feedsOf } from '#platform/server/reports.ts'

/** whoever brought data within this time answers for them */
const ownerDays = 90
const dayMs = 86_400_000
const openShop = 1

export type Level = 0 | 1 | 2 | 3

export interface ShopState {
  readonly shopId: string | null
  readonly shop: string | null
  readonly completeUntil: string | null
  readonly updatedAt: string | null
  readonly updatedBy: string | null
  readonly ownerId: string | null
  readonly ownerName: string | null
  /** by hand, not by who brought data */
  readonly isOwnerSet: boolean
  readonly everyDays: number
  readonly isPeriodSet: boolean
  readonly isOff: boolean
  /** what brings them without people */
  readonly feed: Feed | null
  readonly dueOn: string | null
  /** 0 in time; 1 its owner, 2 his head, 3 IT is to know */
  readonly level: Level
}

/** Pure. `day`: until when the data are there; null: there were none, which is late from the first day. */
export function levelOf(day: string | null, everyDays: number, today: string): { dueOn: string | null; level: Level } {
  if (day === null) return { dueOn: null, level: 1 }
  const dueOn = addDays(day, everyDays)
  const late = daysBetween(dueOn, today)
  return { dueOn, level: late <= 0 ? 0 : late <= everyDays ? 1 : late <= 2 * everyDays ? 2 : 3 }
}

interface Update {
  readonly shopId: string | null
  readonly at: string
  readonly by: string | null
  readonly accountId: string | null
}

/** The newest import that went through of each shop; files of no shop under null. */
async function importsOf(context: Context, families: readonly string[]): Promise<Update[]> {
  if (families.length === 0) return []
  return context.db
    .selectFrom('import_run')
    .distinctOn('shop_id')
    .select(['shop_id as shopId', 'created_by_name as by', 'created_by as accountId'])
    .select(sql<string>`finished_at`.as('at'))
    .where('family', 'in', families)
    .where('state', '=', taskStates.done[0])
    .where('finished_at', 'is not', null)
    .orderBy('shop_id')
    .orderBy('finished_at', 'desc')
    .execute()
}

async function changesOf(context: Context, tables: readonly string[]): Promise<Update[]> {
  if (tables.length === 0) return []
  const row = await context.db
    .selectFrom('audit_entry')
    .select(['at', 'account_name as by', 'account_id as accountId'])
    .where('subject', 'in', tables)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? [] : [{ shopId: null, ...row }]
}

interface Setting {
  readonly shopId: string | null
  readonly ownerId: string | null
  readonly everyDays: number | null
  readonly isOff: boolean
}

const newer = (a: Update, b: Update): Update => (instantMs(a.at) >= instantMs(b.at) ? a : b)

export async function shopStates(
  context: Context,
  menuId: string,
  { families = [], tables = [], everyDays }: Freshness,
): Promise<ShopState[]> {
  const [days, feeds, imports, changes, settings] = await Promise.all([
    daysOfFiles(context, families),
    feedsOf(context, families),
    importsOf(context, families),
    changesOf(context, tables),
    context.db
      .selectFrom('monitor_setting')
      .select(['shop_id as shopId', 'owner_id as ownerId', 'every_days as everyDays', 'is_off as isOff'])
      .where('menu_id', '=', menuId)
      .execute(),
  ])
  const shopIds = [...days.keys()]
  const shops = shopIds.length === 0 ? [] : await openShops(context, shopIds)
  const known = new Set(shops.map(({ id }) => id))
  // files of a shop tell their days; what else a page shows is as new as its last change
  const others = [...imports.filter(one => one.shopId === null || !days.has(one.shopId)), ...changes]
  const places: readonly { id: string | null; name: string | null; last: Update | null; day: string | null }[] = [
    ...shops.map(shop => ({
      ...shop,
      last: imports.find(one => one.shopId === shop.id) ?? null,
      day: days.get(shop.id) ?? null,
    })),
    ...(known.size > 0 && others.length === 0 ? [] : [pageItself(others, context.caller.zone)]),
  ]
  const people = await employeesOf(
    context,
    places.flatMap(({ last }) => last?.accountId ?? []),
    settings,
  )
  const today = todayOf(context)
  return places.map(place => stateOf(place, { settings, people, feeds, everyDays, today, now: context.now() }))
}

function pageItself(updates: readonly Update[], zone: string) {
  const last = updates.length === 0 ? null : updates.reduce(newer)
  return { id: null, name: null, last, day: last === null ? null : dayInZone(instantMs(last.at), zone) }
}

const openShops = (context: Context, ids: readonly string[]) =>
  context.db.selectFrom('shop').select(['id', 'name']).where('id', 'in', ids).where('status', '=', openShop).orderBy('name').execute()

interface People {
  readonly byAccount: ReadonlyMap<string, { readonly id: string; readonly name: string }>
  readonly names: ReadonlyMap<string, string>
}

async function employeesOf(context: Context, accounts: readonly string[], settings: readonly Setting[]): Promise<People> {
  const byHand = settings.flatMap(({ ownerId }) => ownerId ?? [])
  const members =
    accounts.length === 0
      ? []
      : await context.db
          .selectFrom('account_organisation as m')
          .innerJoin('employee as e', 'e.id', 'm.employee_id')
          .select(['m.account_id as accountId', 'e.id', 'e.name'])
          .where('m.account_id', 'in', [...new Set(accounts)])
          .execute()
  const chosen =
    byHand.length === 0
      ? []
      : await context.db
          .selectFrom('employee')
          .select(['id', 'name'])
          .where('id', 'in', [...new Set(byHand)])
          .execute()
  return {
    byAccount: new Map(members.map(({ accountId, id, name }) => [accountId, { id, name }])),
    names: new Map(chosen.map(({ id, name }) => [id, name])),
  }
}

function stateOf(
  place: { readonly id: string | null; readonly name: string | null; readonly last: Update | null; readonly day: string | null },
  of: { settings: readonly Setting[]; people: People; feeds: readonly Feed[]; everyDays: number; today: string; now: Date },
): ShopState {
  const { id, name, last, day } = place
  const settings = [of.settings.find(one => one.shopId === id), of.settings.find(one => one.shopId === null)].filter(
    one => one !== undefined,
  )
  const isOff = settings[0]?.isOff === true
  const ownerSet = settings.find(one => one.ownerId !== null)?.ownerId ?? null
  const periodSet = settings.find(one => one.everyDays !== null)?.everyDays ?? null
  const isRecent = last !== null && of.now.getTime() - instantMs(last.at) <= ownerDays * dayMs
  const derived = isRecent ? of.people.byAccount.get(last.accountId ?? '') : undefined
  const everyDays = periodSet ?? of.everyDays
  const ofShop = of.feeds.filter(one => one.shopId === id)
  const { dueOn, level } = levelOf(day, everyDays, of.today)
  return {
    shopId: id,
    shop: name,
    completeUntil: day,
    updatedAt: last?.at ?? null,
    updatedBy: last?.by ?? null,
    ownerId: ownerSet ?? derived?.id ?? null,
    ownerName: ownerSet === null ? (derived?.name ?? (isRecent ? last.by : null)) : (of.people.names.get(ownerSet) ?? null),
    isOwnerSet: ownerSet !== null,
    everyDays,
    isPeriodSet: periodSet !== null,
    isOff,
    // one that stands still is what one has to know
    feed: id === null ? null : (ofShop.find(one => one.fault !== null) ?? ofShop[0] ?? null),
    dueOn,
    level: isOff ? 0 : level,
  }
}
