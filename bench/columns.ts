/**
 * Columns by hand in Chromium, over a list of 50 rows: sorting by a head, pinning by its menu, drawing a column elsewhere. Counts frames
 * that take longer than 50 ms, from the click until the page is calm: `node bench/columns.ts <address of a running product> [page]`.
 */
import { chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../scripts/chromium.ts'
import { ms, quantile } from './figures.ts'
import { browserArgs, pageMsMax, rowShown, signIn } from './web.ts'

const rounds = 6
const frameMsMax = 50
const dragSteps = 40
const calmMs = 600
const say = (line: string): void => console.log(line)

/** In the page: times of frames, and what the browser says of the long ones (ms of script, of style and layout, names of functions). */
const watch = `(() => {
  const frames = [], long = []
  let last = performance.now(), running = true
  const next = now => { frames.push(now - last); last = now; if (running) requestAnimationFrame(next) }
  requestAnimationFrame(now => { last = now; requestAnimationFrame(next) })
  const observer = new PerformanceObserver(list => {
    for (const one of list.getEntries()) long.push({
      ms: Math.round(one.duration),
      blocked: Math.round(one.blockingDuration),
      layout: one.styleAndLayoutStart === 0 ? 0 : Math.round(one.startTime + one.duration - one.styleAndLayoutStart),
      scripts: one.scripts.map(s =>
        Math.round(s.duration) + ' ms ' + s.invoker.slice(-40) + ' forced ' + Math.round(s.forcedStyleAndLayoutDuration)),
    })
  })
  observer.observe({ type: 'long-animation-frame' })
  window.watched = () => { running = false; observer.disconnect(); return { frames, long } }
})()`

interface Watched {
  readonly frames: readonly number[]
  readonly long: readonly { readonly ms: number; readonly blocked: number; readonly layout: number; readonly scripts: readonly string[] }[]
}

async function watched(page: Page, act: () => Promise<void>): Promise<Watched> {
  await page.waitForTimeout(calmMs)
  await page.evaluate(watch)
  await act()
  await page.waitForTimeout(calmMs)
  return page.evaluate<Watched>('watched()')
}

const headOf = (page: Page, at: number) => page.locator('.zg-grid-head [role="columnheader"]:has(.zg-grid-menu)').nth(at)

/** The first click loads what the act needs; it is not counted. */
async function acts(page: Page): Promise<Readonly<Record<string, () => Promise<void>>>> {
  const sort = () =>
    page
      .locator('.zg-grid-head .zg-grid-sort')
      .nth(1)
      .click({ position: { x: 6, y: 6 } })
  const pin = async (): Promise<void> => {
    await headOf(page, 2).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /固定在左侧|取消固定/ }).click()
  }
  const drag = async (): Promise<void> => {
    const [from, to] = [await headOf(page, 2).boundingBox(), await headOf(page, 4).boundingBox()]
    if (from === null || to === null) throw new Error('the heads are not on screen')
    const [y, x0, x1] = [from.y + from.height / 2, from.x + from.width / 3, to.x + to.width * 0.8]
    await page.mouse.move(x0, y)
    await page.mouse.down()
    for (let step = 1; step <= dragSteps; step += 1) await page.mouse.move(x0 + ((x1 - x0) * step) / dragSteps, y)
    await page.mouse.up()
  }
  return { sorting: sort, pinning: pin, dragging: drag }
}

const [url, path = '/finance/amazon/transactions'] = process.argv.slice(2)
if (url === undefined) throw new Error('the address of a running product is missing')
const browser = await chromium.launch({ executablePath: ensureChromium(say), args: [...browserArgs], headless: true })
try {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    baseURL: url,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(pageMsMax)
  await page.goto('/user/login')
  await signIn(page)
  await page.goto(`${path}?size=50`)
  await rowShown(page)
  for (const [name, act] of Object.entries(await acts(page))) {
    await watched(page, act)
    const all: Watched[] = []
    for (let round = 0; round < rounds; round += 1) all.push(await watched(page, act))
    const frames = all.flatMap(one => one.frames)
    const slow = frames.filter(one => one > frameMsMax)
    const longest = `p95 ${ms(quantile(frames, 0.95))}, longest ${ms(Math.max(...frames))}`
    say(`${name}: ${slow.length} of ${frames.length} frames above ${frameMsMax} ms in ${rounds} rounds; ${longest}`)
    if (process.env['LONG'] !== undefined) for (const one of all.flatMap(each => each.long)) say(`  ${JSON.stringify(one)}`)
  }
} finally {
  await browser.close()
}
