/** The pages of the product as the organisation has arranged them, and those that nobody has opened for long. */
import { sql } from 'kysely'
import { menuIdOf } from '#platform/declare/page.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { modulesOf } from '#areas/admin/index.ts'
import type { UnusedPage } from '../answers.ts'
import { storedUntil, usageRows, wholeOrganisation } from './summary.ts'

const unusedDays = 90

interface TitledPage {
  readonly menuId: string
  readonly title: string
  readonly path: string
  readonly moduleId: string
  readonly moduleTitle: string
  readonly subjectTitle: string
}

/** All pages that are reached by a menu, whoever may open them. The back office is the administrators'. */
export async function pagesWithTitles(context: Context): Promise<readonly TitledPage[]> {
  const at = context.language === 'en' ? 1 : 0
  return (await modulesOf(context)).flatMap(module =>
    module.backOffice === true && !context.caller.systemAdmin
      ? []
      : module.groups.flatMap(group =>
          group.pages
            .filter(page => page.hidden !== true)
            .map(page => ({
              menuId: menuIdOf(module, page),
              title: page.title[at],
              path: page.path,
              moduleId: module.id,
              moduleTitle: module.title[at],
              subjectTitle: group.title[at],
            })),
        ),
  )
}

/** POST /systemUsageRecord/unused: pages that nobody of the organisation has opened for 90 days, with the day they were last opened. */
export async function unusedPages(context: Context): Promise<{ list: UnusedPage[]; since: string; pages: number }> {
  const { orgId } = context.caller
  const db = context.house.unscoped('which pages of the organisation were opened when: days alone')
  const today = todayOf(context)
  const since = addDays(today, 1 - unusedDays)
  const until = await storedUntil(db, orgId)
  const rows = usageRows('DAY', 'MENU', { orgId, from: '2000-01-01', to: today, node: wholeOrganisation }, until)
  const opened = await sql<{ key: string; day: string }>`select key, max(period)::text as day from ${rows} r group by 1`.execute(db)
  const days = new Map(opened.rows.map(row => [row.key, row.day]))
  const pages = await pagesWithTitles(context)
  const list = pages
    .map(({ menuId, title, path, moduleTitle }): UnusedPage => ({ menuId, title, path, moduleTitle, lastDay: days.get(menuId) ?? null }))
    .filter(page => page.lastDay === null || page.lastDay < since)
  return { list, since, pages: pages.length }
}
