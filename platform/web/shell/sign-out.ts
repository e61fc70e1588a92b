/** Signing out: the browser is cleared even when the server can't be told; its message is shown on the login page. */
import { ApiError, api } from '../api/client.ts'
import { browser } from '../api/sign-in-again.ts'
import { loginNotice, session } from '../api/session.ts'
import { loginPath } from '../page/guard.ts'
import { stopStoringTabs, forgetWindowTabs } from './tabs/stored-tabs.ts'

export async function signOut(): Promise<void> {
  await stopStoringTabs()
  try {
    await api.write('/auth/user/logout', {}, { quiet: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    loginNotice.leave(error.msg)
  } finally {
    forgetWindowTabs()
    session.end()
    browser.goTo(loginPath)
  }
}
