/**
 * The browser that prints: one for the process, started when the first page is asked for and ended when none has been for a while. A page
 * has no scripts and no network: whatever it names is answered by `fetched` or not at all.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse } from '../calls/refusal.ts'
import { chromiumPlaces } from './find-chromium.ts'
import { Turns } from '../session/turns.ts'

const wait = { waiting: 20, waitingOfOne: 3 }
/** Long documents go one after the other: those of others do not wait for them. */
const turns = { short: new Turns({ atOnce: 2, ...wait }), long: new Turns({ atOnce: 1, ...wait }) }
const longFrom = 60_000
const [idleMs, startMsMax] = [60_000, 60_000]
/** of a whole printing: waiting for its turn, the start of the browser, the page and its PDF */
const printSecondsMax = 20
/** pictures that are drawn small still stand in it whole */
const pdfBytesMax = 30 * 1024 ** 2
/** by then a page is closed; else the browser is */
const closeMsMax = 3_000
/** of a name that nobody can register: every request of a page ends here */
export const origin = 'http://print.invalid'

export interface Fetched {
  readonly body: Buffer
  readonly contentType: string
}
export interface Printing {
  /** whose turn it is */
  readonly who: string
  /** the client is gone: nobody waits for the page */
  readonly gone: AbortSignal
  readonly html: string
  readonly landscape: boolean
  /** millimetres of a sticker, each a page; absent: A4 */
  readonly paper?: readonly [width: number, height: number]
  /** smaller, down to half the size, so that all stands on one page */
  readonly onePage: boolean
  /** what stands at a path of the page; null: nothing */
  readonly fetched: (path: string) => Promise<Fetched | null>
}

/** What the package gives; it is optional, so its types are not asked for. */
interface PackagedChromium {
  executablePath(): Promise<string>
}
const require = createRequire(import.meta.url)
const packageOf = (name: string): string | null => {
  try {
    return require.resolve(name)
  } catch {
    // the package is optional
    return null
  }
}

async function launched(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  // the process stops in its own order: the browser takes no signals
  const words = { headless: true, timeout: startMsMax, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  // an installed one goes before: it has the fonts of its machine. One that does not start is passed over
  for (const executablePath of chromiumPlaces()) {
    // the next place is tried
    const one = await chromium.launch({ ...words, executablePath, args: sandboxArgs() }).catch(() => null)
    if (one !== null) return one
  }
  const packaged = packageOf('@sparticuz/chromium')
  if (packaged === null) throw refuse.rule(sentence`服务器上没有可以生成 PDF 的浏览器，请管理员安装 Chromium 或设置环境变量 CHROMIUM`)
  const { default: own } = (await import(pathToFileURL(packaged).href)) as { default: PackagedChromium }
  return chromium.launch({ ...words, executablePath: await own.executablePath(), args: packagedArgs })
}
/** root has no sandbox of Chromium; a page has neither scripts nor network in any case */
const sandboxArgs = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

/** Not the package's own arguments, which run all in one process; it brings no helper for a sandbox. */
const packagedArgs = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none']

let browser: Promise<Browser> | null = null
let idle: NodeJS.Timeout | undefined
let running = 0

async function kept(): Promise<Browser> {
  // one that did not start is tried again; whoever waited for it was told
  const known = await browser?.catch(() => null)
  if (known?.isConnected() === true) return known
  browser = launched()
  return browser
}

/** Ends the browser; the next page starts another. */
export async function closePrinter(): Promise<void> {
  clearTimeout(idle)
  const open = browser
  browser = null
  // one that did not start needs no closing
  await (await open?.catch(() => null))?.close()
}

export async function printed(page: Printing): Promise<Buffer> {
  const late = AbortSignal.timeout(printSecondsMax * 1_000)
  const ended = AbortSignal.any([late, page.gone])
  try {
    const done = await (page.html.length < longFrom ? turns.short : turns.long).take(page.who, ended)
    if (done === null) throw refuse.unavailable(sentence`正在生成的 PDF 太多，请稍后再试`, 5)
    running += 1
    clearTimeout(idle)
    try {
      const pdf = await beforeEnd(ended, async () => printedBy(await kept(), page, ended))
      if (pdf.length > pdfBytesMax) throw refuse.rule(sentence`PDF 超过 ${pdfBytesMax / 1024 ** 2} MB，请减少图片，或分成几份打印`)
      return pdf
    } finally {
      running -= 1
      done()
      if (running === 0) {
        idle = setTimeout(() => void closePrinter(), idleMs)
        idle.unref()
      }
    }
  } catch (error) {
    if (late.aborted) throw refuse.rule(sentence`${printSecondsMax} 秒内没有生成 PDF，请减少内容，或稍后再试`)
    throw error
  }
}

/** The work, or the reason of the signal where that comes first. */
async function beforeEnd<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([work(), promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** A page that does not close takes its browser with it: what others print then is refused, and the next page finds a new one. */
async function freed(chromium: Browser, context: BrowserContext): Promise<void> {
  const isClosed = await Promise.race([context.close().then(() => true), pause(closeMsMax, false, { ref: false })])
  if (!isClosed) await chromium.close()
}

async function printedBy(chromium: Browser, printing: Printing, ended: AbortSignal): Promise<Buffer> {
  const context = await chromium.newContext({ javaScriptEnabled: false, serviceWorkers: 'block', acceptDownloads: false })
  try {
    return await beforeEnd(ended, () => pdfOf(context, printing))
  } catch (error) {
    if (ended.aborted || chromium.isConnected()) throw error
    throw refuse.unavailable(sentence`生成 PDF 的浏览器中断了，请再试一次`, 5)
  } finally {
    await freed(chromium, context)
  }
}

async function pdfOf(context: BrowserContext, { html, landscape, onePage, paper, fetched }: Printing): Promise<Buffer> {
  // the time of the whole printing is the limit of all its parts
  context.setDefaultTimeout(0)
  const failed = Promise.withResolvers<never>()
  await context.route('**/*', route => answered(route, html, fetched).catch(failed.reject))
  return Promise.race([failed.promise, paper === undefined ? pdfOfPage(context, landscape, onePage) : pdfOfStickers(context, paper)])
}

async function answered(route: Route, html: string, fetched: Printing['fetched']): Promise<void> {
  const url = new URL(route.request().url())
  if (url.origin !== origin) return route.abort()
  if (url.pathname === '/') return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
  const answer = (await fontAt(url.pathname)) ?? (await fetched(`${url.pathname}${url.search}`))
  return answer === null ? route.abort() : route.fulfill({ body: answer.body, contentType: answer.contentType })
}

async function pdfOfPage(context: BrowserContext, landscape: boolean, onePage: boolean): Promise<Buffer> {
  const page = await context.newPage()
  await page.goto(`${origin}/`, { waitUntil: 'load', timeout: 0 })
  return await page.pdf({
    format: 'A4',
    landscape,
    scale: onePage ? await scaleOf(page, landscape) : 1,
    printBackground: true,
    margin: { top: '14mm', bottom: '16mm', left: '12mm', right: '12mm' },
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate:
      '<div style="width:100%;font-size:8px;text-align:center;color:#666">' +
      '<span class="pageNumber"></span> / <span class="totalPages"></span></div>',
  })
}

async function pdfOfStickers(context: BrowserContext, [width, height]: readonly [number, number]): Promise<Buffer> {
  const page = await context.newPage()
  await page.goto(`${origin}/`, { waitUntil: 'load', timeout: 0 })
  return page.pdf({ width: `${width}mm`, height: `${height}mm`, printBackground: true })
}

/** px of A4 within its margins, the shorter side first */
const a4 = [703, 1009] as const
const scales = [1, 0.9, 0.8, 0.7, 0.6, 0.5] as const
/** The largest scale by which the page is no higher than the paper. */
async function scaleOf(page: Page, landscape: boolean): Promise<number> {
  const [width, height] = landscape ? [a4[1], a4[0]] : a4
  for (const scale of scales) {
    await page.setViewportSize({ width: Math.floor(width / scale), height: Math.floor(height / scale) })
    const box = await page.locator('body').boundingBox()
    if (box !== null && box.height <= (height / scale) * 0.98) return scale
  }
  return scales.at(-1) ?? 1
}

export const fontStyles = ['/font/400.css', '/font/700.css'] as const
const fontPath = /^\/font\/((?:400|700)\.css|files\/[\w-]+\.woff2?)$/

/** A file of the packaged font; null where the path is none, or the package is not there. */
async function fontAt(path: string): Promise<Fetched | null> {
  const [, name] = fontPath.exec(path) ?? []
  const packaged = name === undefined ? null : packageOf('@fontsource/noto-sans-sc/package.json')
  if (name === undefined || packaged === null) return null
  // the page asks for a file that the font lacks: answered as missing
  const body = await readFile(join(dirname(packaged), name)).catch(() => null)
  return body && { body, contentType: name.endsWith('.css') ? 'text/css' : 'font/woff2' }
}
