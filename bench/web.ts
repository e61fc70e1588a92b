/** What a browser must load first, and how long it takes until it can be used: the built pages, served by the product, in Chromium. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { freePort } from '#platform/server/base/free-port.ts'
import { secretKey } from '../test/setup/secret-key.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { firstLoadSizes } from '../scripts/bundle-size.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { median, ms, type Figure } from './figures.ts'
import { dialogTimes } from './scheme-dialog.ts'
import type { Place } from './place.ts'

const part = 'web'
const root = join(import.meta.dirname, '..')
const loads = 5
const startMsMax = 60_000
const dialogMsAim = 100
export const pageMsMax = 60_000
export const browserArgs: readonly string[] = ['--no-sandbox', '--disable-gpu']
const say = (line: string): void => console.log(line)

export async function webPart(place: Place): Promise<Figure[]> {
  buildWeb(say)
  const figures: Figure[] = firstLoadSizes(join(root, 'dist/web')).map(({ name, kilobytes, kilobytesMax }) => ({
    part,
    what: `first-load JavaScript, brotli: ${name === '登录页' ? 'login' : 'home after login'}`,
    value: `${kilobytes} KB`,
    aim: `< ${kilobytesMax} KB`,
    met: kilobytes < kilobytesMax,
  }))
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
    const page = await context.newPage()
    const login = await loadTimes(page, '/user/login', () => page.locator('input[autocomplete="username"]').waitFor())
    await signIn(page)
    const small = await loadTimes(page, '/reference/currencyRate', () => rowShown(page))
    const large = await loadTimes(page, '/finance/amazon/transactions', () => rowShown(page))
    const dialog = await dialogTimes(page, '/reference/currencyRate', () => rowShown(page))
    figures.push(
      {
        part,
        what: 'scheme dialog over 80 fields from the click: first opening / next ones',
        value: `${ms(dialog.first)} / ${ms(dialog.next)}`,
        aim: `< ${ms(dialogMsAim)}`,
        met: dialog.first < dialogMsAim && dialog.next < dialogMsAim,
      },
      ...both('login form', login),
      ...both('list of monthly rates with its rows', small),
      ...both('list of transactions, all shops and the last 90 days, with total and sums', large),
    )
  } finally {
    await browser.close()
    await server.stop()
  }
  return figures
}

interface Times {
  readonly cold: number
  readonly warm: number
}
const both = (what: string, { cold, warm }: Times): Figure[] => [
  { part, what: `from address to usable ${what}, empty cache / filled cache`, value: `${ms(cold)} / ${ms(warm)}` },
]

export const rowShown = (page: Page): Promise<void> => page.locator('.zg-grid-row').first().waitFor()

export async function signIn(page: Page, username = 'admin'): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(username)
  await page.locator('input[autocomplete="current-password"]').fill('demo1234')
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(url => !url.pathname.includes('/user/login'))
}

/** Median of some loads, each as a new document. */
async function loadTimes(page: Page, path: string, isUsable: () => Promise<void>): Promise<Times> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const measure = async (isCold: boolean): Promise<number> => {
    const took: number[] = []
    for (let i = 0; i < loads; i += 1) {
      await page.goto('about:blank')
      if (isCold) await cdp.send('Network.clearBrowserCache')
      const began = performance.now()
      await page.goto(path, { waitUntil: 'commit' })
      await isUsable()
      took.push(performance.now() - began)
    }
    return median(took)
  }
  const times = { cold: await measure(true), warm: await measure(false) }
  await cdp.detach()
  return times
}

export async function serve(place: Place): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: place.ownerUrl,
    DATA_DIR: place.address.dataDir,
    NODE_ENV: '',
    SECRET_KEY: secretKey,
  }
  const child = spawn(process.execPath, [join(root, 'server.ts')], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
  for (const end = Date.now() + startMsMax; !(await isReady()); await new Promise(next => setTimeout(next, 100))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('the product did not start')
  }
  return { url, stop: async () => (child.kill('SIGTERM'), ended) }
}
