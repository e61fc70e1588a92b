/** The page that a person begins with: its program, and the answers it is drawn with. */
import type { QueryClient } from '@tanstack/react-query'
import { findPage } from './pages.ts'
import { resolvePage, routesOf } from './routes.ts'
import { withOwnPages } from './own-pages.ts'
import type { UserProfile } from './profile.ts'

/** A slow line does not keep the frame back: it then stands around a page that is still coming. */
const waitMsMax = 300

interface Address {
  readonly pathname: string
  readonly search: string
}

function pageAt({ modules }: UserProfile, { pathname, search }: Address) {
  const route = resolvePage(withOwnPages(routesOf(modules)), pathname, search)?.route
  const page = findPage(route?.menu.component ?? '')
  return route === undefined || page === null ? null : { ...page, query: route.query }
}

/** Waits for its program, so that the frame appears with its page instead of a moment before it. */
export async function firstPage(profile: UserProfile, address: Address): Promise<void> {
  const page = pageAt(profile, address)
  if (page !== null) await inTime(page.Page.ahead())
}

/** Has its first answers put into the cache. Never rejects: a refusal is told by the page. */
export async function prepareFirstPage(client: QueryClient, profile: UserProfile, address: Address): Promise<void> {
  const page = pageAt(profile, address)
  // the page asks again and tells the refusal
  await page?.prepare(client, { type: page.type, query: page.query, search: address.search }).catch(() => undefined)
}

/** Waits for something that is worth only a moment. */
export async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>(done => {
    timer = setTimeout(done, waitMsMax)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
