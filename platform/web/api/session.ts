/** What the browser remembers of a signed-in person. Cleared whole on sign-out. */
import { localStore, sessionStore } from './storage.ts'

export const tokenKey = 'token'
export const organisationKey = 'orgId'
const loginStateKey = 'loginState'
const noticeKey = 'login.notice'

/** '0' a normal session, '1' the password must be changed first */
export type LoginState = '0' | '1'

export const session = {
  token: (): string | null => localStore.get(tokenKey),
  loginState: (): LoginState => (localStore.get(loginStateKey) === '1' ? '1' : '0'),
  organisationId: (): string | null => localStore.get(organisationKey),
  begin(token: string, loginState: LoginState): void {
    localStore.set(loginStateKey, loginState)
    localStore.set(tokenKey, token)
  },
  setLoginState: (state: LoginState): void => localStore.set(loginStateKey, state),
  setOrganisationId: (id: string): void => localStore.set(organisationKey, id),
  end: (): void => localStore.clear(),
}

/** A sentence the login page shows once, for instance why the session ended. */
export const loginNotice = {
  leave: (text: string): void => sessionStore.set(noticeKey, text),
  take(): string | null {
    const text = sessionStore.get(noticeKey)
    sessionStore.remove(noticeKey)
    return text
  },
}
