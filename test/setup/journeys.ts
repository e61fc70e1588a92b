/** What every file of journeys begins with: the product with the demo company's people, a browser, and people who sign in. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { useBrowser } from './browser.ts'
import { startWithPeople, type RunningProduct } from './product.ts'

interface ScreenSize {
  readonly width?: number
  readonly height?: number
}

export interface Journeys {
  /** The running product; there once the tests have begun. */
  product(): RunningProduct
  /** A window of somebody who has not signed in. */
  visit(size?: ScreenSize): Promise<Page>
  /** A window of somebody of the demo company, at home. */
  signedIn(name: string, size?: ScreenSize): Promise<Page>
}

const demoPassword = 'demo1234'

/** Fills in the sign-in form on the screen and sends it. What follows depends on the person. */
export async function submitSignIn(page: Page, name: string, password = demoPassword): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(name)
  const typed = page.locator('input[autocomplete=current-password]')
  await typed.fill(password)
  await typed.press('Enter')
}

/** Signs in and waits for the home page with its tab. */
export async function signIn(page: Page, name: string, password = demoPassword): Promise<void> {
  await page.goto('/user/login')
  await submitSignIn(page, name, password)
  await page.waitForURL(url => url.pathname === '/home/workbenches')
  await page.locator('.zg-tab-title').first().waitFor()
}

/** Call it at the top of the file. `size` is that of its windows. */
export function useJourneys(size: ScreenSize = { width: 1280, height: 800 }): Journeys {
  const browser = useBrowser()
  let running: RunningProduct | undefined
  beforeAll(async () => {
    running = await startWithPeople()
  })
  afterAll(async () => running?.remove())
  const product = (): RunningProduct => {
    if (running === undefined) throw new Error('the product runs from the first test on')
    return running
  }
  const visit = (own: ScreenSize = {}): Promise<Page> => browser.page({ baseUrl: product().url, ...size, ...own })
  return {
    product,
    visit,
    async signedIn(name, own) {
      const page = await visit(own)
      await signIn(page, name)
      return page
    },
  }
}
