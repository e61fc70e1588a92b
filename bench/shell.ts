/** How the shell feels on a slow desk: Chromium slowed down four times, the product on this machine. */
import { chromium, type CDPSession, type Page } from 'playwright-core'
import { buildWeb } from '../scripts/build-web.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { median, ms, type Figure } from './figures.ts'
import type { Place } from './place.ts'
import { browserArgs, pageMsMax, serve, signIn } from './web.ts'

const part = 'shell'
const slowDown = 4
const rounds = 5
const aimsMs = { login: 1_500, home: 2_500, kept: 50, paint: 300 } as const
const say = (line: string): void => console.log(line)

export async function shellPart(place: Place): Promise<Figure[]> {
  buildWeb(say)
  const server = await serve(place)
  const browser = await chromium.launch({ executablePath: ensureChromium(say), args: [...browserArgs], headless: true })
  try {
    const context = await browser.newContext({
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      viewport: { width: 1440, height: 900 },
      baseURL: server.url,
    })
    context.setDefaultTimeout(pageMsMax)
    return await measureShell(await context.newPage())
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** All figures of the shell, on a page that is not signed in yet. */
export async function measureShell(page: Page): Promise<Figure[]> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const login = await coldLoad(page, cdp, '/user/login', () => page.locator('input[autocomplete="username"]').waitFor())
  await signIn(page)
  const home = await coldLoad(page, cdp, '/home/workbenches', () => page.locator('.zg-content h1').first().waitFor())
  const paint = await newPages(page)
  const kept = await keptTabs(page)
  const figure = (what: string, value: number, aimMs: number): Figure => ({
    part,
    what,
    value: ms(value),
    aim: `< ${ms(aimMs)}`,
    met: value < aimMs,
  })
  return [
    figure('sign-in page usable, empty cache, 4x slower CPU', login, aimsMs.login),
    figure('home usable, empty cache, 4x slower CPU', home, aimsMs.home),
    figure('to a kept tab: click to its frame, 4x slower CPU', kept, aimsMs.kept),
    figure('new list page: from its last answer to its rows on screen, 4x slower CPU', paint, aimsMs.paint),
  ]
}

async function coldLoad(page: Page, cdp: CDPSession, path: string, isUsable: () => Promise<void>): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    await page.goto('about:blank')
    await cdp.send('Network.clearBrowserCache')
    const began = performance.now()
    await page.goto(path, { waitUntil: 'commit' })
    await isUsable()
    took.push(performance.now() - began)
  }
  return median(took)
}

/** lists of small tables: what is measured is the browser, not the database */
const lists = ['/reference/country', '/reference/currency', '/reference/currencyRate', '/reference/product', '/reference/shop'] as const

/** In the page: goes to an address as the menu does, and answers how long after the answer with its rows they are on screen. */
const openAndPaint = (path: string): string => `(async () => {
  performance.clearResourceTimings()
  const link = [...document.querySelectorAll('.zg-module-pages a')].find(a => a.getAttribute('href') === ${JSON.stringify(path)})
  if (!link) throw new Error('no link to ${path}')
  link.click()
  const rows = () => document.querySelector('[data-page=${JSON.stringify(path)}] .zg-grid-row')
  while (rows() === null) await new Promise(requestAnimationFrame)
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
  const painted = performance.now()
  const answered = performance.getEntriesByType('resource').filter(one => /\\/api-2024\\/.*list/i.test(one.name) && one.responseEnd <= painted)
  return painted - Math.max(...answered.map(one => one.responseEnd))
})()`

async function newPages(page: Page): Promise<number> {
  const took: number[] = []
  // the first page brings the program's part of all lists; the others only their data
  for (const path of lists) {
    await page.locator('.zg-tab-title').first().click()
    await page.locator('.zg-module-pages a').first().waitFor({ state: 'attached' })
    took.push(await page.evaluate<number>(openAndPaint(path)))
  }
  return median(took.slice(1))
}

/**
 * In the page: from the click on a tab to the first frame that shows its page. The frame is waited for before the click, so that what the
 * program itself does after that frame is not counted; a page behind another has a box but is not visible.
 */
const switchTo = (path: string): string => `new Promise(done => {
  const tab = document.querySelector('[data-tab=${JSON.stringify(path)}]')
  const page = document.querySelector('[data-page=${JSON.stringify(path)}]')
  let began = 0
  const look = () => {
    if (page.checkVisibility()) setTimeout(() => done(performance.now() - began))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  began = performance.now()
  tab.click()
})`

/** In the page: until nothing waits for its thread. */
const calm = 'new Promise(done => requestIdleCallback(() => setTimeout(done)))'

async function keptTabs(page: Page): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < rounds; i += 1)
    for (const path of lists) {
      // people read a page before they go to the next: what the last change left over is not counted into this one
      await page.evaluate(calm)
      took.push(await page.evaluate<number>(switchTo(path)))
    }
  return median(took)
}
