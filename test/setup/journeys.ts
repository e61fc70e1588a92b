/** What every file of journeys begins with: the product with the demo company's people, a browser, and people who sign in. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { useBrowser } from './browser.ts'
import { demoPassword } from './calls.ts'
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
  /** A window of somebody of the demo company who has signed in before: nothing is open yet, and the sign-in page was not drawn for it. */
  signedIn(name: string, size?: ScreenSize): Promise<Page>
  /** The same with the home page open. */
  atHome(name: string, size?: ScreenSize): Promise<Page>
}

/** Fills in the sign-in form on the screen and sends it. What follows depends on the person. */
export async function submitSignIn(page: Page, name: string, password = demoPassword): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(name)
  const typed = page.locator('input[autocomplete=current-password]')
  await typed.fill(password)
  await typed.press('Enter')
}

async function home(page: Page): Promise<void> {
  await page.waitForURL(url => url.pathname === '/home/workbenches')
  await page.locator('.zg-tab-title').first().waitFor()
}

/** Signs in and waits for the home page with its tab. */
export async function signIn(page: Page, name: string, password = demoPassword): Promise<void> {
  await page.goto('/user/login')
  await submitSignIn(page, name, password)
  await home(page)
}

/**
 * Signs the browser of an empty window in by the call alone: it remembers what the sign-in page would have left there, the cookie of
 * pictures too.
 */
async function rememberSignIn(page: Page, url: string, name: string): Promise<void> {
  const context = page.context()
  const answer = await context.request.post(`${url}/api-2024/auth/user/login`, { data: { username: name, password: demoPassword } })
  const { code, data } = (await answer.json()) as { code: number; data: { access_token: string } }
  if (code !== 0) throw new Error(`${name} could not sign in: ${code}`)
  const localStorage = [
    { name: 'token', value: data.access_token },
    { name: 'loginState', value: '0' },
  ]
  await context.setStorageState({ ...(await context.storageState()), origins: [{ origin: url, localStorage }] })
}

/**
 * Call it at the top of the file. `size` is that of its windows; `prepare` brings what all its tests find there; `environment` is added to
 * the settings of the product.
 * A second try begins with a product of its own: what the first one left behind would meet it everywhere, in languages, tabs, rights and
 * rows. So no test may live on what another has made.
 */
export function useJourneys(
  size: ScreenSize = { width: 1280, height: 800 },
  prepare?: (product: RunningProduct) => Promise<void>,
  environment: Record<string, string> = {},
): Journeys {
  const browser = useBrowser()
  let running: RunningProduct | undefined
  const begin = async (): Promise<void> => {
    running = await startWithPeople(environment)
    await prepare?.(running)
  }
  const end = async (): Promise<void> => {
    await running?.remove()
    running = undefined
  }
  beforeAll(begin)
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return
    await end()
    await begin()
  })
  afterAll(end)
  const product = (): RunningProduct => {
    if (running === undefined) throw new Error('the product runs from the first test on')
    return running
  }
  const visit = (own: ScreenSize = {}): Promise<Page> => browser.page({ baseUrl: product().url, ...size, ...own })
  const signedIn = async (name: string, own: ScreenSize = {}): Promise<Page> => {
    const page = await visit(own)
    await rememberSignIn(page, product().url, name)
    return page
  }
  return {
    product,
    visit,
    signedIn,
    async atHome(name, own) {
      const page = await signedIn(name, own)
      await page.goto('/')
      await home(page)
      return page
    },
  }
}
