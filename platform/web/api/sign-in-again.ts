/** What happens when the server says that the session is over: message, clean browser, login page. */
import { leaveWithoutPrompt } from './unsaved-store.ts'
import { feedback } from './feedback.ts'
import { loginNotice, session } from './session.ts'

const toastEveryMs = 1000
let lastToastAtMs = Number.NEGATIVE_INFINITY
let leaving = false

/** Full page loads go through here so that tests can watch them. */
export const browser = {
  goTo: (url: string): void => window.location.assign(url),
  reload: (): void => window.location.reload(),
}

/** Starts the program anew by our own decision: drafts and tabs keep what there is, so nobody need be asked. */
export function reloadWithoutPrompt(): void {
  leaveWithoutPrompt()
  browser.reload()
}

/** Where the login page sends a person back to: the present own path, nothing for the login pages themselves. */
export function loginUrl(pathWithQuery: string): string {
  if (pathWithQuery === '/' || pathWithQuery.startsWith('/user/')) return '/user/login'
  return `/user/login?redirect=${encodeURIComponent(pathWithQuery)}`
}

/** Many calls fail at once when a session ends: one toast a second, one change of page. */
export function signInAgain(text: string): void {
  const now = Date.now()
  if (now - lastToastAtMs >= toastEveryMs) {
    lastToastAtMs = now
    feedback.warning(text)
  }
  session.end()
  if (leaving) return
  leaving = true
  loginNotice.leave(text)
  leaveWithoutPrompt()
  browser.goTo(loginUrl(window.location.pathname + window.location.search))
}

/** For tests: forget the last toast and that the page is being left. */
export function forgetSignInAgain(): void {
  lastToastAtMs = Number.NEGATIVE_INFINITY
  leaving = false
}
