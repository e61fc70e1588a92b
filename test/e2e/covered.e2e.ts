/**
 * No control is covered while notices are shown, the menu of 财务 needs no scrolling, and what stands around the pages of a subject is
 * accessible.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Module } from '#platform/web/page/menu-node.ts'
import { routesOf } from '#platform/web/page/routes.ts'
import { seriousViolations } from '../setup/axe.ts'
import { goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { openWithin } from '../setup/screen.ts'
import { timesSlower } from '../setup/slow.ts'

const pagesAsked = 60
const lookMs = 150
const wide = { width: 1280, height: 800 }
const phone = { width: 375, height: 812 }

const { product, signedIn, atHome } = useJourneys(wide)

/** Pages spread over all that a person may open. */
async function pagesOf(name: string): Promise<string[]> {
  const calls = await goodCallsOf(product(), name)
  const { modules } = (await calls('GET', '/system/userprofile')) as { modules: Module[] }
  const paths = [...new Set(routesOf(modules).map(route => route.path))].filter(path => !path.includes(':'))
  return paths.filter((_, at) => at % Math.floor(paths.length / pagesAsked) === 0).slice(0, pagesAsked)
}

/** What is told in passing stays for the whole walk. */
const lasting = `{
  const later = window.setTimeout
  window.setTimeout = (run, ms, ...given) => later(run, ms >= 6000 && ms <= 12000 ? 3_600_000 : ms, ...given)
}`

/** Two refusals told in passing: with one tab open there is none beside it to close. */
async function beRefusedTwice(page: Page): Promise<void> {
  for (const side of ['左侧', '右侧']) {
    await page.locator('.zg-tab').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: new RegExp(side) }).click()
  }
  await page.locator('.zg-passing-notice', { hasText: '+1' }).waitFor()
}

/** The names of controls in sight whose centre belongs to something else, or what is still on its way. */
const look = `(() => {
  const onItsWay = '.zg-loading, .ant-spin-spinning, .ant-skeleton, .zg-grid-loading'
  // what can be done with a row is drawn at hover and takes no click before
  const isShown = one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const awaited = [...document.querySelectorAll(onItsWay)].find(isShown)
  if (awaited !== undefined) return { looked: 0, covered: ['awaited: ' + awaited.outerHTML.slice(0, 120)], notices: 0 }
  // what is wider than the element that takes the keys
  const whole = '.ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-segmented-item, .ant-upload, label'
  const controls = 'button, a[href], input, textarea, [role=button], [role=tab], [role=menuitem], [role=combobox], .ant-segmented-item'
  const scrollers = one => {
    const found = []
    for (let box = one.parentElement; box !== null; box = box.parentElement)
      if (getComputedStyle(box).overflow !== 'visible') found.push(box)
    return found
  }
  const holds = ({ left, top, right, bottom }, x, y) => x >= left && x <= right && y >= top && y <= bottom
  // a column that stands still while the others pass beneath it: these are reached by scrolling
  const kept = '.zg-grid-kept, .zg-grid-kept-right, .zg-grid-foot'
  const passes = (one, met) => met.closest(kept) !== null && one.closest('.zg-grid')?.contains(met)
  let looked = 0
  const covered = []
  for (const found of document.querySelectorAll(controls)) {
    const one = found.closest(whole) ?? found
    if (!isShown(one)) continue
    const { left, top, width, height } = one.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const inSight = holds({ left: 0, top: 0, right: innerWidth - 1, bottom: innerHeight - 1 }, x, y)
    if (width === 0 || height === 0 || !inSight) continue
    if (scrollers(one).some(box => !holds(box.getBoundingClientRect(), x, y))) continue
    looked += 1
    const met = document.elementFromPoint(x, y)
    if (met === null || one.contains(met) || met.contains(one) || passes(one, met)) continue
    covered.push((one.ariaLabel ?? one.outerHTML).slice(0, 80) + ' under ' + met.outerHTML.slice(0, 120))
  }
  return { looked, covered, notices: document.querySelectorAll('.zg-passing-notice, .zg-unread-bar').length }
})()`
interface Looked {
  readonly looked: number
  readonly covered: readonly string[]
  readonly notices: number
}

/** A page that does not come to rest in this time says what is wrong with it. */
const restMsMax = 10_000 * timesSlower

/** How many controls were looked at; what is wrong is said of all pages at once. */
async function walk(page: Page, paths: readonly string[]): Promise<{ looked: number; wrong: unknown[] }> {
  let looked = 0
  const wrong: unknown[] = []
  for (const path of paths) {
    await openWithin(page, path)
    const end = Date.now() + restMsMax
    let seen: Looked
    do {
      await page.waitForTimeout(lookMs)
      seen = await page.evaluate<Looked>(look)
    } while (Date.now() < end && (seen.covered.length > 0 || seen.notices !== 2))
    looked += seen.looked
    if (seen.covered.length > 0 || seen.notices !== 2) wrong.push([path, seen])
  }
  return { looked, wrong }
}

/** The boss may do what the administrator may, and has been told so: a message that he has not read. */
async function withMoreRoles(): Promise<void> {
  const admin = await goodCallsOf(product(), 'admin')
  const { list } = await admin('POST', '/userManage/list', { pageSize: 100 })
  const employeeId = (list as { id: string; name: string }[]).find(one => one.name === '沈云帆')?.id
  const all = (await admin('GET', '/roleManagement/roles')) as { roleId: string }[]
  await admin('POST', '/userManage/empAddRole', { employeeId, roleIds: all.map(one => one.roleId) })
}

test('no centre of a control is covered on 60 pages while two notices are shown, in a wide window and on a phone', async () => {
  await withMoreRoles()
  const paths = await pagesOf('boss')
  expect(paths.length).toBe(pagesAsked)
  const looked = await Promise.all(
    [wide, phone].map(async size => {
      const page = await signedIn('boss', size)
      await page.addInitScript(lasting)
      await page.goto('/')
      await page.locator('.zg-unread-bar').waitFor()
      await beRefusedTwice(page)
      const found = await walk(page, paths)
      await page.context().close()
      return found
    }),
  )
  expect(looked.flatMap(one => one.wrong)).toEqual([])
  expect(looked[0]?.looked).toBeGreaterThan(1500)
  expect(looked[1]?.looked).toBeGreaterThan(600)
})

test('the menu of 财务 needs no scrolling at 800 px', async () => {
  const p = await atHome('admin')
  await p.getByRole('navigation', { name: '模块' }).getByText('财务', { exact: true }).click()
  await p.getByRole('menuitem', { name: '平台结算' }).waitFor()
  const side = p.locator('.zg-side-menu')
  expect(await side.getByRole('menuitem').count()).toBeGreaterThanOrEqual(16)
  expect(await side.evaluate(one => [one.scrollHeight - one.clientHeight, one.getBoundingClientRect().bottom <= 800])).toEqual([0, true])
  await p.context().close()
})

test('tab strip, switch and gear of a subject have no serious violation, in a wide window and on a phone', async () => {
  for (const size of [wide, phone]) {
    const p = await signedIn('admin', size)
    await p.goto('/finance/amazon/transactions')
    await p.getByRole('heading', { level: 1 }).waitFor()
    await p.locator('.zg-subject-strip').getByText('亚马逊', { exact: true }).first().waitFor()
    expect([size.width, ...(await seriousViolations(p))]).toEqual([size.width])
    await p.goto('/finance/amazon/imports')
    await p.getByRole('button', { name: '设置', exact: true }).click()
    await p.locator('.zg-subject-set-up:visible').first().waitFor()
    expect([size.width, ...(await seriousViolations(p))]).toEqual([size.width])
    await p.context().close()
  }
})
