/**
 * Data that are late: found each hour, told to their owner, after one more period to his head, after two to IT, each once; closed by
 * themselves when the data come. What is told and what is kept are written in one transaction.
 */
import { givenAccounts, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { menuIdOf } from '#platform/declare/page.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { daysBetween } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { notify } from '#platform/server/notices.ts'
import { create, setDerived } from '#platform/server/records.ts'
import { modulesOf } from '#areas/admin/index.ts'
import { healthPermission } from '../health/permission.ts'
import { headsOf } from './heads.ts'
import { shopStates, type Level, type ShopState } from './states.ts'
import { lateStates, monitorLate } from './tables.ts'

const r = monitorLate
const namedMax = 10

export const lateNotice = notice('monitoring.late', ['数据逾期', 'Late data'], {
  title: ['{n} 项数据没有按时更新', '{n} data sets were not brought in time'],
  text: ['{what}', '{what}'],
  to: [givenAccounts],
})

interface Found {
  readonly menuId: string
  readonly page: Title
  readonly state: ShopState
}

/** All monitored pages of the organisation that say what feeds them. */
async function statesOf(system: Context): Promise<Found[]> {
  const pages = (await modulesOf(system)).flatMap(module =>
    module.groups.flatMap(group =>
      group.pages.flatMap(page =>
        page.isMonitoring === true && page.freshness !== undefined
          ? [{ menuId: menuIdOf(module, page), page: page.title, freshness: page.freshness }]
          : [],
      ),
    ),
  )
  const found: Found[] = []
  for (const { menuId, page, freshness } of pages)
    for (const state of await shopStates(system, menuId, freshness)) found.push({ menuId, page, state })
  return found
}

const keyOf = (menuId: string, shopId: string | null): string => `${menuId} ${shopId ?? ''}`

export async function escalate(system: Context, tx: Tx): Promise<Wording | undefined> {
  const today = todayOf(system)
  const found = await statesOf(system)
  const open = await system.db
    .selectFrom('monitor_late')
    .select(['id', 'menu_id', 'shop_id', 'level'])
    .where('state', '=', lateStates.open[0])
    .execute()
  const known = new Map(open.map(row => [keyOf(row.menu_id, row.shop_id), row]))
  // a page that never had data is not used yet, which is nothing to tell
  const late = found.filter(one => one.state.level > 0 && one.state.completeUntil !== null)
  const stillLate = new Set(late.map(one => keyOf(one.menuId, one.state.shopId)))
  const over = open.filter(row => !stillLate.has(keyOf(row.menu_id, row.shop_id)))
  await setDerived(
    system,
    r,
    over.map(({ id }) => ({ id, state: lateStates.closed[0], closedOn: today })),
  )
  const raised: { readonly found: Found; readonly from: Level }[] = []
  for (const one of late) {
    const row = known.get(keyOf(one.menuId, one.state.shopId))
    if (row === undefined) {
      await create(system, r, {
        menuId: one.menuId,
        pageTitle: one.page[0],
        openedOn: today,
        shopId: one.state.shopId,
        ...keptOf(one, today),
      })
      raised.push({ found: one, from: 0 })
    } else if (row.level < one.state.level) raised.push({ found: one, from: row.level as Level })
  }
  await setDerived(
    system,
    r,
    late.flatMap(one => {
      const row = known.get(keyOf(one.menuId, one.state.shopId))
      // what was told once stays told
      return row === undefined ? [] : [{ id: row.id, ...keptOf(one, today), level: Math.max(row.level, one.state.level) }]
    }),
  )
  const told = await tellRaised(system, tx, raised)
  return raised.length + over.length === 0 ? undefined : sentence`新逾期 ${raised.length} 项，已更新 ${over.length} 项，提醒 ${told} 人`
}

const keptOf = ({ state }: Found, today: string) => ({
  level: state.level,
  ownerId: state.ownerId,
  completeUntil: state.completeUntil,
  dueOn: state.dueOn ?? today,
  daysLate: state.dueOn === null ? 0 : Math.max(0, daysBetween(state.dueOn, today)),
})

/** One message a person, however much is late; answers how many were told. */
async function tellRaised(system: Context, tx: Tx, raised: readonly { readonly found: Found; readonly from: Level }[]): Promise<number> {
  if (raised.length === 0) return 0
  const { rights } = system.house
  const { orgId } = system.caller
  const heads = await headsOf(
    system,
    raised.flatMap(({ found }) => found.state.ownerId ?? []),
  )
  const employees = [...raised.flatMap(({ found }) => found.state.ownerId ?? []), ...[...heads.values()].map(({ id }) => id)]
  const accounts = await rights.accountsOfEmployees(orgId, [...new Set(employees)], tx)
  const it = await rights.holdersOf(orgId, healthPermission, operations.edit, tx)
  const byAccount = new Map<string, Found[]>()
  const add = (account: string, found: Found): void => {
    const list = byAccount.get(account) ?? []
    if (!list.includes(found)) byAccount.set(account, [...list, found])
  }
  for (const { found, from } of raised) {
    const { ownerId, level } = found.state
    const owner = ownerId === null ? [] : (accounts.get(ownerId) ?? [])
    const head = heads.get(ownerId ?? '')
    const reached = (at: number): boolean => from < at && level >= at
    if (reached(1)) for (const account of owner) add(account, found)
    if (reached(2) && head !== undefined) for (const account of accounts.get(head.id) ?? []) add(account, found)
    // nobody answers for it: IT hears of it at once
    if (reached(3) || (owner.length === 0 && from === 0)) for (const account of it) add(account, found)
  }
  for (const [account, list] of byAccount)
    await notify(system, tx, lateNotice, { accounts: [account], values: { n: String(list.length), what: namesOf(list) } })
  return byAccount.size
}

function namesOf(list: readonly Found[]): Title {
  const named = list.slice(0, namedMax)
  const more = list.length - named.length
  const zh = named.map(
    ({ page, state }) => `${page[0]}${state.shop === null ? '' : ` ${state.shop}`}（${state.completeUntil ?? '没有数据'}）`,
  )
  const en = named.map(
    ({ page, state }) => `${page[1]}${state.shop === null ? '' : ` ${state.shop}`} (${state.completeUntil ?? 'no data'})`,
  )
  return [
    `数据完整至：${zh.join('、')}${more > 0 ? ` 等 ${list.length} 项` : ''}`,
    `Complete until: ${en.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ]
}
