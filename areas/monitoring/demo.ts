/** Use of the demo company: half a year of working days, each person on pages that he may open; and who heads the departments. */
import { dayInZone } from '#platform/format/zones.ts'
import { addDays, monthOf, weekday } from '#platform/format/dates.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { isSealedPage } from '#platform/server/rights.ts'
import { leavesOf, menusOf, modulesOf, seededRandom } from '#areas/admin/index.ts'

const days = 180
const users = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'] as const
/** of the pages that he may open a person uses a part, some of them each day */
const usedShare = 0.35
const portion = 2_000

const heads = [
  ['总经办', 'boss'],
  ['职能部', 'finance'],
  ['供应链部', 'buyer'],
  ['销售部', 'sales'],
] as const

export async function makeUse({ now, as }: DemoPeople): Promise<void> {
  const people = await Promise.all(users.map(name => as(name)))
  const [admin] = people
  if (admin === undefined) return
  for (const [name, user] of heads) {
    const head = people[users.indexOf(user)]
    await admin.write(tx =>
      tx
        .updateTable('department')
        .set({ manager_id: head?.caller.employeeId ?? null })
        .where('name', '=', name)
        .execute(),
    )
  }
  const rows = await Promise.all(people.map((person, at) => useOf(person, now, at)))
  const system = await admin.house.asSystem(admin.caller.orgId, 'use of the demo company')
  await system.write(async within => {
    const tx = within.withoutPlugins()
    const clicks = rows.flatMap(one => one.clicks)
    for (let at = 0; at < clicks.length; at += portion)
      await tx
        .insertInto('menu_click')
        .values(clicks.slice(at, at + portion))
        .onConflict(c => c.doNothing())
        .execute()
    await tx
      .insertInto('usage_record')
      .values(rows.flatMap(one => one.sessions))
      .onConflict(c => c.doNothing())
      .execute()
    await tx
      .insertInto('menu_log')
      .values(rows.flatMap(one => one.months))
      .onConflict(c => c.doNothing())
      .execute()
  })
}

async function useOf(person: Context, now: Date, at: number) {
  const { caller } = person
  const random = seededRandom(4400 + at)
  const one = (share: number): boolean => random.below(1_000) < share * 1_000
  const pages = leavesOf(menusOf(await modulesOf(person), caller, 'zh')).filter(
    ({ meta }) => one(usedShare) && !isSealedPage(person.house.registry, { permission: meta.permission ?? '' }),
  )
  const [employee] =
    caller.employeeId === null ? [] : await person.db.selectFrom('employee').select('dept_id').where('id', '=', caller.employeeId).execute()
  const own = { org_id: caller.orgId, account_id: caller.accountId, last_at: now.toISOString() }
  const today = dayInZone(now.getTime(), caller.zone)
  const worked = Array.from({ length: days }, (_, back) => addDays(today, -back)).filter(day => weekday(day) <= 5 || one(0.1))
  const clicks = worked.flatMap(day =>
    pages
      .filter((_, page) => one(page < 4 ? 0.7 : 0.08))
      .map(page => ({
        ...own,
        click_date: day,
        dept_id: employee?.dept_id ?? null,
        module_id: page.moduleId,
        menu_id: page.menuId,
        times: 1 + random.below(6),
      })),
  )
  const sessions = [...new Set(clicks.map(click => click.click_date))].map(day => ({
    ...own,
    used_on: day,
    dept_id: employee?.dept_id ?? null,
    times: 1 + random.below(3),
  }))
  const months = [...Map.groupBy(clicks, click => `${monthOf(click.click_date)} ${click.menu_id}`)].map(([key, of]) => {
    const [month = '', menuId = ''] = key.split(' ')
    return {
      ...own,
      menu_id: menuId,
      log_year: Number(month.slice(0, 4)),
      month: Number(month.slice(5)),
      times: of.reduce((sum, click) => sum + click.times, 0),
    }
  })
  return { clicks, sessions, months }
}
