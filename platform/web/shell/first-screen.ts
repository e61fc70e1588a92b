/**
 * What the first screen needs is asked for before the program that draws it has come: its own programs and, of a signed-in person, its
 * questions.
 */
import { session } from '../api/session.ts'
import { prefetchShell } from './prefetch-shell.ts'
import { beforeShell } from './before-shell.ts'
import { homePath, accessDecision, type AccessDecision } from '../page/guard.ts'

/** The program of the page that will most likely be shown: what fails here is told when the page is drawn. */
function pageAhead(): void {
  const page = window.location.pathname === homePath ? import('../home/home-page.tsx') : import('../list/list-page.tsx')
  // told when the page is drawn
  page.catch(() => undefined)
}

async function begin() {
  prefetchShell(window.location)
  const all = [import('./shell.tsx'), beforeShell()] as const
  pageAhead()
  const [shell] = await Promise.all(all)
  await shell.prepareShell()
  return shell
}

let begun: ReturnType<typeof begin> | null = null

/** Menus, settings, pins and tabs are asked for while the programs of the shell and of a page are on their way, all at once. */
export function loadShell(): ReturnType<typeof begin> {
  if (begun === null) {
    const asked = begin()
    begun = asked
    asked.catch(() => {
      // a line that broke may hold the next time
      if (begun === asked) begun = null
    })
  }
  return begun
}

export const loadLogin = () => import('./login/login-page.tsx')

/** Where a person at an address may go, by what this browser knows. */
export const accessDecisionAt = ({ pathname, search }: { readonly pathname: string; readonly search: string }): AccessDecision =>
  accessDecision({ pathname, search, hasToken: session.token() !== null, loginState: session.loginState() })

/** The very first thing that is done. What fails is told by the screen. */
export function beginFirstScreen(): void {
  const decision = accessDecisionAt(window.location)
  const asked = 'to' in decision ? null : decision.show === 'shell' ? loadShell() : decision.show === 'login' ? loadLogin() : null
  // told by the screen
  asked?.catch(() => undefined)
}
