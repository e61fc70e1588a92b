/** What ends a sign-in, by whatever door. Pure. */
import type { LoginState } from '../../api/session.ts'

export interface LoginAnswer {
  readonly access_token: string
  readonly name: string
  readonly loginState: LoginState
}
