/**
 * The table of lists in Chromium: 1,000 rows of 40 columns mounted and scrolled, a list from a cold browser, the scheme dialog with 80
 * fields.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { FieldDefinition, ListDefinition } from '#platform/declare/wire.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import type { GridBench } from './grid-page/bench.ts'
import { median, ms, quantile, type Figure } from './figures.ts'
import type { Place } from './place.ts'
import { browserArgs, pageMsMax, rowShown, serve, signIn } from './web.ts'

const part = 'grid'
const root = join(import.meta.dirname, '..')
const [rowCount, columnCount] = [1_000, 40]
const fieldCount = 80
const scrollSteps = 160
const rounds = 5
const slowFrameMs = 50
const mountMsMax = 100
const coldMsMax = 1_000
const dialogMsMax = 100
const say = (line: string): void => console.log(line)

export async function gridPart(place: Place): Promise<Figure[]> {
  buildWeb(say)
  const executablePath = ensureChromium(say)
  const launch = (): Promise<Browser> => chromium.launch({ executablePath, args: [...browserArgs], headless: true })
  const figures = await mounted(launch)
  const server = await serve(place)
  try {
    figures.push(await coldList(launch, server.url), await schemeDialog(launch, server.url))
  } finally {
    await server.stop()
  }
  return figures
}

async function mounted(launch: () => Promise<Browser>): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-grid-'))
  const browser = await launch()
  try {
    buildPage(folder)
    const measured: Awaited<ReturnType<GridBench['mount']>>[] = []
    const frames: number[] = []
    const ownMs: number[] = []
    const plainFrames: number[] = []
    for (let i = 0; i < rounds; i += 1) {
      const plain = await opened(browser, folder)
      await plain.evaluate(`bench.plain(${rowCount}, ${columnCount})`)
      plainFrames.push(...(await plain.evaluate<number[]>(`bench.scroll(${scrollSteps})`)))
      await plain.close()
      const page = await opened(browser, folder)
      measured.push(await page.evaluate<(typeof measured)[number]>(`bench.mount(${rowCount}, ${columnCount})`))
      const worked = await threadClock(page)
      const before = await worked()
      const took = await page.evaluate<number[]>(`bench.scroll(${scrollSteps})`)
      ownMs.push(((await worked()) - before) / took.length)
      frames.push(...took)
      await page.close()
    }
    const mountMs = median(measured.map(one => one.mountMs))
    const slow = slowOf(frames)
    const what = `${rowCount.toLocaleString('en')} rows of ${columnCount} columns`
    return [
      {
        part,
        what: `${what}: mounted (until painted; cells drawn)`,
        value: `${ms(mountMs)} (${ms(median(measured.map(one => one.paintMs)))}; ${measured[0]?.cells})`,
        aim: `< ${mountMsMax} ms`,
        met: mountMs < mountMsMax,
      },
      {
        part,
        what: `${what}: the page's own time for a frame of scrolling`,
        value: ms(median(ownMs)),
        aim: '< 16.7 ms',
        met: median(ownMs) < 16.7,
      },
      {
        part,
        what: `${what}: frames above ${slowFrameMs} ms while scrolling, of ${frames.length} (p95, longest)`,
        value: told(frames),
        against: `${told(plainFrames)} of a plain table`,
        aim: '0',
        met: slow === 0,
      },
    ]
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const slowOf = (frames: readonly number[]): number => frames.filter(one => one > slowFrameMs).length
const told = (frames: readonly number[]): string => `${slowOf(frames)} (${ms(quantile(frames, 0.95))}, ${ms(Math.max(...frames))})`

async function opened(browser: Browser, folder: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await servePage(page, folder)
  await page.locator('body[data-ready]').waitFor({ timeout: pageMsMax })
  return page
}

/** Clock of the time the page's thread has worked, whatever else the machine does. */
async function threadClock(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return 1000 * (metrics.find(one => one.name === 'TaskDuration')?.value ?? Number.NaN)
  }
}

function buildPage(folder: string): void {
  const page = join(root, 'bench/grid-page')
  const args = ['build', page, '--config', join(page, 'vite.config.ts'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const done = spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], { cwd: root, stdio: 'inherit' })
  if (done.status !== 0) throw new Error('the page of the grid was not built')
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Files of the folder at an address of their own: modules are not loaded from file:. */
async function servePage(page: Page, folder: string): Promise<void> {
  await page.route('http://grid.test/**', route => {
    const { pathname } = new URL(route.request().url())
    const name = pathname === '/' ? '/index.html' : pathname
    return route.fulfill({ body: readFileSync(join(folder, name)), contentType: types[extname(name)] ?? 'application/octet-stream' })
  })
  await page.goto('http://grid.test/')
}

const contextOptions = (url: string) => ({
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  viewport: { width: 1440, height: 900 },
  baseURL: url,
})

/** A page of a signed-in administrator. */
async function signedIn(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext(contextOptions(url))
  context.setDefaultTimeout(pageMsMax)
  const page = await context.newPage()
  await page.goto('/user/login')
  await page.locator('input[autocomplete="username"]').waitFor()
  await signIn(page)
  return page
}

/** A browser that has just started, with nothing in its cache: from the address until rows can be used. */
async function coldList(launch: () => Promise<Browser>, url: string): Promise<Figure> {
  const first = await launch()
  const storageState = await (await signedIn(first, url)).context().storageState()
  await first.close()
  const took: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    const browser = await launch()
    const page = await (await browser.newContext({ ...contextOptions(url), storageState })).newPage()
    const began = performance.now()
    await page.goto('/reference/currencyRate', { waitUntil: 'commit' })
    await rowShown(page)
    took.push(performance.now() - began)
    await browser.close()
  }
  const value = median(took)
  return {
    part,
    what: 'from address to a usable list, browser just started, nothing cached',
    value: ms(value),
    aim: `< ${ms(coldMsMax)}`,
    met: value < coldMsMax,
  }
}

/** From the click on 筛选方案 to the first frame that shows the dialog, on a list of 80 fields. */
async function schemeDialog(launch: () => Promise<Browser>, url: string): Promise<Figure> {
  const browser = await launch()
  try {
    const page = await signedIn(browser, url)
    await page.route('**/listField/getByType', async route => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: ListDefinition }
      await route.fulfill({ response: answer, json: { ...body, data: widened(body.data) } })
    })
    const took: number[] = []
    for (let i = 0; i < rounds; i += 1) {
      await page.goto('/reference/product')
      await rowShown(page)
      const button = page.getByRole('button', { name: '筛选方案' })
      // the pointer comes by before it clicks: the dialog's program is fetched meanwhile
      await button.hover()
      await page.waitForLoadState('networkidle')
      took.push(await page.evaluate<number>(openedMs))
    }
    const value = median(took)
    return {
      part,
      what: `scheme dialog with ${fieldCount} fields, from the click to the first frame`,
      value: ms(value),
      aim: `< ${ms(dialogMsMax)}`,
      met: value < dialogMsMax,
    }
  } finally {
    await browser.close()
  }
}

/** In the page: clicks, and waits for the frame after the dialog stands with its tabs. */
const openedMs = `new Promise(done => {
  const button = [...document.querySelectorAll('button')].find(one => one.textContent.includes('筛选方案'))
  const began = performance.now()
  const look = () => document.querySelector('.zg-scheme .ant-tabs-tab') === null
    ? requestAnimationFrame(look)
    : requestAnimationFrame(() => done(performance.now() - began))
  button.click()
  requestAnimationFrame(look)
})`

/** The list's own fields again and again under other names, until there are as many as asked. */
function widened(definition: ListDefinition): ListDefinition {
  const { result } = definition
  const more = Array.from({ length: Math.max(0, fieldCount - result.length) }, (_, at): FieldDefinition => {
    const like = result[at % result.length]
    if (like === undefined) throw new Error('a list without fields')
    return { ...like, id: `${like.id}${at}`, field: `${like.field}${at}`, title: `${like.title}${at}`, isShow: false }
  })
  const all = [...result, ...more]
  return { ...definition, result: all, filterList: all.filter(one => one.isFilter), sortList: all.filter(one => one.isSort) }
}
