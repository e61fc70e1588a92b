import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFailed } from 'vitest'
import { findChromium } from '#platform/server/printing/find-chromium.ts'
import { addAdverseConditions } from './adverse-conditions.ts'
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
const actionMsMax = 60_000 * timesSlower

/** What a person was told in passing (screen.ts: told): a message goes after three seconds, whoever was looking. */
const noteMessages = `
  window.zgTold = []
  new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element && (node.matches('[class*=-notice]') || node.querySelector('[class*=-notice]') !== null)) window.zgTold.push(node.textContent)
  }).observe(document, { subtree: true, childList: true })`

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
      endOnFailure(context)
      await context.addInitScript(noteMessages)
      await addAdverseConditions(context)
      return context.newPage()
    },
  }
}

/** A picture of each window; none of a failed try goes on beside the next. */
function endOnFailure(context: BrowserContext): void {
  onTestFailed(async ({ task }) => {
    mkdirSync(shotFolder, { recursive: true })
    for (const [index, page] of context.pages().entries()) {
      const name = task.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
      await page.screenshot({ path: join(shotFolder, `${name}-${index}.png`), fullPage: true })
    }
    await context.close()
  })
}
