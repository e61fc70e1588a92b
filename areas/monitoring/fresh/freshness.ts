/** Pages under monitoring: what the badge, the card and the page of data freshness show of them. */
import type { Freshness } from '#platform/declare/page.ts'
import { inChinese, type Part } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { leavesOf, menusOf, modulesOf, type MenuNode } from '#areas/admin/index.ts'
import type { MonitorInfo } from '../answers.ts'
import { headsOf } from './heads.ts'
import { shopStates, type ShopState } from './states.ts'

const principalsMax = 3
/** pages read beside each other: each asks several questions */
const atOnce = 4

interface MonitoredPage {
  readonly menu: MenuNode
  readonly freshness: Freshness | null
}

/** The pages under monitoring that the person may open. */
export async function monitored(context: Context): Promise<readonly MonitoredPage[]> {
  const modules = await modulesOf(context)
  const declared = new Map(
    modules.flatMap(module => module.groups).flatMap(group => group.pages.map(page => [page.path, page.freshness] as const)),
  )
  return leavesOf(menusOf(modules, context.caller, context.language))
    .filter(menu => menu.isMonitoring)
    .map(menu => ({ menu, freshness: declared.get(menu.path) ?? null }))
}

const periodText = (days: number, language: Context['language']): string =>
  language === 'en' ? (days === 1 ? 'every day' : `every ${days} days`) : days === 1 ? '每天' : `每 ${days} 天`

/** Pure. What is not declared is never late. */
export function infoOf(
  menu: Pick<MenuNode, 'menuId' | 'path' | 'meta'>,
  states: readonly ShopState[],
  language: Context['language'],
  escalatedTo: (state: ShopState) => string | null,
  said: (fault: Part) => string = inChinese,
): MonitorInfo {
  const updates = states
    .flatMap(({ updatedAt: at, updatedBy: by }) => (at === null ? [] : [{ at, by }]))
    .toSorted((a, b) => instantMs(b.at) - instantMs(a.at))
  const last = updates[0] ?? null
  const watched = states.filter(one => !one.isOff)
  const principals = [
    ...new Set(watched.toSorted((a, b) => Number(b.isOwnerSet) - Number(a.isOwnerSet)).flatMap(one => one.ownerName ?? [])),
  ]
  return {
    menuId: menu.menuId,
    title: menu.meta.title,
    path: menu.path,
    dataPrincipalName: principals.length === 0 ? null : principals.slice(0, principalsMax).join(','),
    isWarning: watched.some(one => one.level > 0) ? 0 : 1,
    updatePeriod: watched.length === 0 ? null : periodText(Math.min(...watched.map(one => one.everyDays)), language),
    lastUpdateTime: last?.at ?? null,
    lastUpdateUserName: last?.by ?? null,
    shops: states.map(state => ({
      shopId: state.shopId,
      shop: state.shop,
      completeUntil: state.completeUntil,
      isWarning: state.level > 0 ? 0 : 1,
      isOff: state.isOff,
      fetched: state.feed === null ? null : { nextAt: state.feed.nextAt, fault: state.feed.fault === null ? null : said(state.feed.fault) },
      ownerId: state.ownerId,
      owner: state.ownerName,
      isOwnerSet: state.isOwnerSet,
      everyDays: state.everyDays,
      isPeriodSet: state.isPeriodSet,
      dueAt: state.dueOn,
      escalatedTo: escalatedTo(state),
    })),
  }
}

async function withInfo(context: Context, { menu, freshness }: MonitoredPage): Promise<MonitorInfo> {
  const states = freshness === null ? [] : await shopStates(context, menu.menuId, freshness)
  const heads = await headsOf(
    context,
    states.flatMap(one => (one.level > 1 ? (one.ownerId ?? []) : [])),
  )
  const it = context.language === 'en' ? 'IT' : '信息技术'
  return infoOf(
    menu,
    states,
    context.language,
    one => (one.level < 2 ? null : one.level === 2 ? (heads.get(one.ownerId ?? '')?.name ?? null) : it),
    fault => context.house.registry.inWords(fault, context.language),
  )
}

/** GET /menuSetting/monitorInfo. */
export async function monitorInfo(context: Context, menuId: string): Promise<MonitorInfo> {
  const found = (await monitored(context)).find(one => one.menu.menuId === menuId)
  if (found === undefined) throw refuse.unknown(['菜单', 'Menu'])
  return withInfo(context, found)
}

/** POST /menuSetting/monitorList: one's monitored pages, the late ones first. */
export async function monitorList(
  context: Context,
  ask: { readonly menuId?: string; readonly pageNum?: number; readonly pageSize?: number },
) {
  const pages = (await monitored(context)).filter(one => ask.menuId === undefined || one.menu.menuId === ask.menuId)
  const all: MonitorInfo[] = []
  for (let at = 0; at < pages.length; at += atOnce)
    all.push(...(await Promise.all(pages.slice(at, at + atOnce).map(page => withInfo(context, page)))))
  const { pageNum = 1, pageSize = 10 } = ask
  const list = all.toSorted((a, b) => a.isWarning - b.isWarning).slice((pageNum - 1) * pageSize, pageNum * pageSize)
  return { list, total: all.length, pageNum, pageSize }
}
