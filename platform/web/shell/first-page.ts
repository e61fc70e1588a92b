/** The program of the page that a person begins with. */
import { findPage } from '../pages.ts'
import { resolvePage, routesOf } from './menu/routes.ts'
import { withOwnPages } from './own-pages.ts'
import type { UserProfile } from './profile.ts'

/** A slow line does not keep the frame back: it then stands around a page that is still coming. */
const waitMsMax = 300

/** Waits for it, so that the frame appears with its page instead of a moment before it. */
export async function firstPage({ modules }: UserProfile, { pathname, search }: { pathname: string; search: string }): Promise<void> {
  const route = resolvePage(withOwnPages(routesOf(modules)), pathname, search)?.route
  const page = findPage(route?.menu.component ?? '')?.Page.ahead()
  if (page === undefined) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>(done => {
    timer = setTimeout(done, waitMsMax)
  })
  await Promise.race([page, late])
  clearTimeout(timer)
}
