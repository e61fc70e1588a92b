import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFailed } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import { timesSlower } from './slow.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const shotFolder = join(import.meta.dirname, '../../test-results')
/** A click that waits longer than this on one element has missed it, on whatever machine. */
const actionMsMax = 30_000 * timesSlower

/** A Chromium for the tests of one file, in Chinese and in Shanghai. */
export interface TestBrowser {
  /** A page in a context of its own: no cookie of another test. A failing test leaves a screenshot in test-results. */
  page(options?: { baseUrl?: string; width?: number; height?: number }): Promise<Page>
}

/** Opens the browser before the file's tests and closes it after them. */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined
  beforeAll(async () => {
    const executablePath = findChromium()
    if (!executablePath) throw new Error('no Chromium: npm test installs one')
    browser = await chromium.launch({ executablePath, args: flags, headless: true })
  })
  afterAll(async () => browser?.close())
  return {
    async page({ baseUrl, width = 1440, height = 900 } = {}) {
      if (!browser) throw new Error('useBrowser() must be called at the top of the file')
      const context = await browser.newContext({
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        viewport: { width, height },
        acceptDownloads: true,
        // nothing is clicked in flight; the journey that is about motion asks for it
        reducedMotion: 'reduce',
        ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
      })
      context.setDefaultTimeout(actionMsMax)
      shootOnFailure(context)
      if (timesSlower > 1) context.on('page', page => void slowDown(page))
      return context.newPage()
    },
  }
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
}

function shootOnFailure(context: BrowserContext): void {
  onTestFailed(async ({ task }) => {
    mkdirSync(shotFolder, { recursive: true })
    for (const [index, page] of context.pages().entries()) {
      const name = task.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
      await page.screenshot({ path: join(shotFolder, `${name}-${index}.png`), fullPage: true })
    }
  })
}
