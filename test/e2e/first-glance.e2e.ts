/** Home answers first: at two sizes each role sees its first figure or what waits without scrolling, and no figure is cut. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useJourneys } from '../setup/journeys.ts'

const { signedIn } = useJourneys()
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
