/** Passkeys in the browser: the part that speaks with the device is loaded when one is asked for. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { api } from '../../api/client.ts'
import { t } from '../../i18n/t.ts'
import type { LoginAnswer } from './login-answer.ts'
import { noteUsed } from './used-passkey.ts'

const path = '/auth/user/login/passkey'
const secondStep = '/auth/user/factor'

/** The person closed the device's own dialog, or it found nothing: nobody has to be told twice. */
export class PasskeyLeft extends Error {
  constructor() {
    super(t('没有使用通行密钥，请重试或改用其他方式'))
  }
}
const left = (): never => {
  throw new PasskeyLeft()
}

/** The device's answer to what the server asks. */
export async function answerOfPasskey(): Promise<unknown> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.post<PublicKeyCredentialRequestOptionsJSON>(path, {}, { quiet: true }),
  ])
  const response = await startAuthentication({ optionsJSON }).catch(left)
  noteUsed()
  return response
}

/** Alone, or as the second step that a ticket is for. */
export const signInByPasskey = async (ticket?: string): Promise<LoginAnswer> =>
  ticket === undefined
    ? api.post<LoginAnswer>(path, { response: await answerOfPasskey() }, { quiet: true })
    : api.post<LoginAnswer>(secondStep, { ticket, passkey: await answerOfPasskey() }, { quiet: true })

/** A new passkey of who has to set one up before he comes in. */
export async function setUpByPasskey(ticket: string): Promise<LoginAnswer & { codes: readonly string[] }> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.post<PublicKeyCredentialCreationOptionsJSON>(secondStep, { ticket, beginPasskey: true }, { quiet: true }),
  ])
  const passkey = await startRegistration({ optionsJSON }).catch(left)
  const done = await api.post<LoginAnswer & { codes: readonly string[] }>(secondStep, { ticket, passkey }, { quiet: true })
  noteUsed()
  return done
}

/** A new passkey of this device. */
export async function makePasskey(name: string): Promise<{ codes: readonly string[] | null }> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.post<PublicKeyCredentialCreationOptionsJSON>('/factor/addPasskey'),
  ])
  const response = await startRegistration({ optionsJSON }).catch(left)
  const done = await api.post<{ codes: readonly string[] | null }>('/factor/addPasskey', { response, name })
  noteUsed()
  return done
}
