/** Whether this browser can use passkeys, and has used one here. */
const cookieName = 'zg_passkey'

export const hasPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Whether this browser has used one here: then it stands first. */
export const usedPasskey = (): boolean => document.cookie.includes(`${cookieName}=1`)
export function noteUsed(): void {
  document.cookie = `${cookieName}=1; Path=/; Max-Age=15552000; SameSite=Strict`
}
