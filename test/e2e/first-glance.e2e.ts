/** Home answers first: at two sizes each role sees its first figure or what waits without scrolling, and no figure is cut. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { useJourneys } from '../setup/journeys.ts'
import { openWithin } from '../setup/screen.ts'

const { signedIn, product } = useJourneys()
const wide = { width: 1280, height: 800 }
const phone = { width: 375, height: 667 }

interface Glance {
  /** bottom of the first figure and of the first line of what waits, in the window; null: the role has none, or nothing waits */
  readonly figure: number | null
  readonly queue: number | null
  readonly cut: readonly string[]
  readonly height: number
  readonly wider: boolean
}
const glance = (p: Page): Promise<Glance> =>
  p.evaluate(`(() => {
    const bottom = one => one === null ? null : one.getBoundingClientRect().bottom
    const cut = [...document.querySelectorAll('.zg-figures b')].filter(one => one.scrollWidth > one.closest('li').clientWidth)
    return {
      figure: bottom(document.querySelector('.zg-figures li')),
      queue: bottom(document.querySelector('.zg-queue-head')),
      cut: cut.map(one => one.textContent),
      height: innerHeight,
      wider: document.documentElement.scrollWidth > innerWidth,
    }
  })()`)

test.each(['boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'])('%s sees what counts at once', async who => {
  const p = await signedIn(who)
  for (const size of [wide, phone]) {
    await p.setViewportSize(size)
    await p.goto('/home/workbenches')
    await p.locator('.zg-home-card .zg-figures b, .zg-home-card .zg-queue-head, [data-queue] .zg-card-notice').first().waitFor()
    await expect.poll(() => p.locator('.zg-home-card[data-strip] [aria-busy], [data-queue] .ant-skeleton').count()).toBe(0)
    const { figure, queue, cut, height, wider } = await glance(p)
    const said = `${who} at ${size.width}: ${figure} ${queue}`
    expect(cut, said).toEqual([])
    expect(wider, said).toBe(false)
    expect(figure ?? 0, said).toBeLessThan(height)
    expect(queue ?? 0, said).toBeLessThan(height)
  }
  await p.context().close()
})

const english = async (who: string): Promise<Page> => {
  const p = await signedIn(who, wide)
  await p.context().addCookies([{ name: 'zg_language', value: 'en-US', url: product().url }])
  return p
}
/** Figures as long as those of a company of some size. */
const long: Readonly<Record<string, string>> = { money: '-12345678.9000', percent: '0.456789', integer: '123456' }

test('in English nothing of a report’s strip is cut at 1280, however long its figures', async () => {
  const registry = registryOf(withHouseAreas(areas))
  const pages = registry.modules.flatMap(module => module.groups.flatMap(group => group.pages))
  const p = await english('admin')
  await p.goto('/home/workbenches')
  await p.locator('.zg-home-card').first().waitFor()
  for (const { report } of registry.reports.values()) {
    const page = pages.find(one => one.component === `report/${report.name}`)
    const count = report.keyFigures?.length ?? 0
    if (page === undefined || count === 0) continue
    const valueOf = (name: string): string => long[ownValue(report.measures, name)?.kind ?? ''] ?? '12345.67'
    await p.route(`**/api-2024${report.paths.rows}`, async route => {
      const { measures = [], compare } = route.request().postDataJSON() as { measures?: string[]; compare?: string }
      const values = Object.fromEntries(measures.map(name => [name, valueOf(name)]))
      const was = Object.fromEntries(measures.map(name => [name, valueOf(name).replace('1', '2')]))
      const compared = { startDate: '2026-01-01', endDate: '2026-01-31', until: '2026-02-28', isEmpty: false, leftOut: [], monthly: [] }
      const held = compare === undefined ? {} : { was }
      const data = {
        list: [],
        total: 0,
        pageNum: 1,
        pageSize: 10,
        totals: [{ currency: 'CNY', values, ...held }],
        computing: [],
        missingRates: [],
        unmapped: 0,
        ...(compare === undefined ? {} : { compared }),
      }
      await route.fulfill({ json: { code: 0, msg: '', data } })
    })
    await openWithin(p, page.path)
    const places = p.locator('.zg-pane:not([data-hidden]) .zg-strip:not(.zg-month) > li')
    await expect.poll(() => places.count(), { message: page.path }).toBe(count)
    await expect.poll(() => places.locator('.zg-strip-value').count(), { message: page.path }).toBe(count)
    const cut = await places.evaluateAll(
      (all, width) =>
        all
          .filter(one => {
            const box = one.getBoundingClientRect()
            const within = one.parentElement?.parentElement?.getBoundingClientRect()
            const value = one.querySelector('.zg-strip-value')
            return box.right > width || box.right > (within?.right ?? 0) + 1 || (value?.scrollWidth ?? 0) > one.clientWidth
          })
          .map(one => one.textContent),
      wide.width,
    )
    expect(cut, page.path).toEqual([])
  }
  await p.context().close()
})

test('in English what a figure of home is held against and what is reached of it stand side by side at 1280', async () => {
  const p = await english('boss')
  const compared = { startDate: '2026-10-01', endDate: '2026-10-23', until: '2026-11-23' }
  const figure = {
    name: 'profit',
    title: 'Profit',
    kind: 'money',
    value: '923032.1900',
    was: '423032.1900',
    better: 'up',
    url: null,
    target: '183000',
  }
  const list = Array.from({ length: 6 }, (_, at) => ({ ...figure, title: `Profit ${at}`, ...(at === 0 ? {} : { target: null }) }))
  const data = {
    period: { name: 'month', from: '2026-11-01', to: '2026-11-30' },
    compared,
    elapsed: '0.97',
    list,
    opens: null,
    computing: [],
  }
  await p.route('**/homeCard/read?key=boss.figures*', route => route.fulfill({ json: { code: 0, msg: '', data } }))
  await p.goto('/home/workbenches')
  await p.locator('.zg-home-card[data-strip] .zg-figures small').nth(5).waitFor()
  const cut = await p
    .locator('.zg-home-card[data-strip] .zg-figures small')
    .evaluateAll(all =>
      all
        .filter(one => one.scrollWidth > one.clientWidth || [...one.children].some(part => part.scrollWidth > part.clientWidth))
        .map(one => one.textContent),
    )
  expect(cut).toEqual([])
  await p.context().close()
})
