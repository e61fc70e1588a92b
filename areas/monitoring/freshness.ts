/**
 * How fresh a page's data are: from the newest import, or the newest change, of what its declaration says it shows; nobody sets it by hand.
 * Read through the caller's door: who sees one shop is told of that shop's imports.
 */
import { instantMs } from '#platform/format/instants.ts'
import type { Freshness } from '#platform/declare/page.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import { taskStates } from '#platform/server/db/house-tables.ts'
import type { MonitorInfo } from './answers.ts'
import { leavesOf, menusOf, modulesOf, type MenuNode } from '#areas/admin/index.ts'

const dayMs = 86_400_000
/** whoever brought data within this time answers for them */
const principalDays = 90
const principalsMax = 3
const pageSizeMax = 100

interface Update {
  readonly at: string
  readonly by: string | null
}

/** Newest first: imports of the families that went through, changes of the tables. */
async function updatesOf(context: Context, { families = [], tables = [] }: Freshness): Promise<Update[]> {
  const imports =
    families.length === 0
      ? []
      : await context.db
          .selectFrom('import_run')
          .select(['finished_at as at', 'created_by_name as by'])
          .where('family', 'in', families)
          .where('state', '=', taskStates.done[0])
          .where('finished_at', 'is not', null)
          .orderBy('finished_at', 'desc')
          .limit(pageSizeMax)
          .execute()
  const changes =
    tables.length === 0
      ? []
      : await context.db
          .selectFrom('audit_entry')
          .select(['at', 'account_name as by'])
          .where('subject', 'in', tables)
          .orderBy('at', 'desc')
          .limit(pageSizeMax)
          .execute()
  const known = [...imports, ...changes].flatMap(({ at, by }) => (at === null ? [] : [{ at, by }]))
  return known.toSorted((a, b) => instantMs(b.at) - instantMs(a.at))
}

/** Pure. What is not declared is never late. */
export function infoOf(
  menu: Pick<MenuNode, 'menuId' | 'path' | 'meta'>,
  freshness: Freshness | null,
  updates: readonly Update[],
  now: Date,
  language: Context['language'],
): MonitorInfo {
  const last = updates[0] ?? null
  const isLate = freshness !== null && (last === null || now.getTime() - instantMs(last.at) > freshness.everyDays * dayMs)
  const recent = updates.filter(one => now.getTime() - instantMs(one.at) <= principalDays * dayMs)
  const principals = [...new Set(recent.flatMap(one => one.by ?? []))].slice(0, principalsMax)
  return {
    menuId: menu.menuId,
    title: menu.meta.title,
    path: menu.path,
    dataPrincipalName: principals.length === 0 ? null : principals.join(','),
    isWarning: isLate ? 0 : 1,
    updatePeriod: freshness === null ? null : periodText(freshness.everyDays, language),
    lastUpdateTime: last?.at ?? null,
    lastUpdateUserName: last?.by ?? null,
  }
}

const periodText = (days: number, language: Context['language']): string =>
  language === 'en' ? (days === 1 ? 'every day' : `every ${days} days`) : days === 1 ? '每天' : `每 ${days} 天`

/** The pages under monitoring that the person may open, with what each is declared to show. */
async function monitored(context: Context): Promise<readonly { menu: MenuNode; freshness: Freshness | null }[]> {
  const modules = await modulesOf(context)
  const declared = new Map(
    modules.flatMap(module => module.groups).flatMap(group => group.pages.map(page => [page.path, page.freshness] as const)),
  )
  return leavesOf(menusOf(modules, context.caller, context.language))
    .filter(menu => menu.isMonitoring)
    .map(menu => ({ menu, freshness: declared.get(menu.path) ?? null }))
}

async function withInfo(context: Context, { menu, freshness }: { menu: MenuNode; freshness: Freshness | null }): Promise<MonitorInfo> {
  const updates = freshness === null ? [] : await updatesOf(context, freshness)
  return infoOf(menu, freshness, updates, context.now(), context.language)
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
  for (const page of pages) all.push(await withInfo(context, page))
  const { pageNum = 1, pageSize = 10 } = ask
  const list = all.toSorted((a, b) => a.isWarning - b.isWarning).slice((pageNum - 1) * pageSize, pageNum * pageSize)
  return { list, total: all.length, pageNum, pageSize }
}
