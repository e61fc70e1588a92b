/**
 * Cookies; scripts can read none. By one an image tag, which sends no bearer header, reaches files: valid for GET on the download path
 * alone. The other one tells at sign-in that this device has signed in before (devices.ts), and is sent to the calls of signing in alone.
 */
import { deviceMsMax } from './devices.ts'
import { ageMsMax, ticketMsMax, trustedMsMax } from './tokens.ts'

export const fileCookieName = 'zg_files'
export const fileCookiePath = '/api-2024/fileUpload/down2'

/** Set-Cookie of sign-in. `secure` where the site is reached by https. */
export const fileCookie = (token: string, secure: boolean): string =>
  `${fileCookieName}=${token}; Path=${fileCookiePath}; Max-Age=${ageMsMax / 1000}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** Set-Cookie of signing out. */
export const noFileCookie = (secure: boolean): string =>
  `${fileCookieName}=; Path=${fileCookiePath}; Max-Age=0; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export const deviceCookieName = 'zg_device'
export const deviceCookiePath = '/api-2024/auth/'

/** Set-Cookie of sign-in: the device is known from now on. */
export const deviceCookie = (token: string, secure: boolean): string =>
  `${deviceCookieName}=${token}; Path=${deviceCookiePath}; Max-Age=${deviceMsMax / 1000}; HttpOnly; ` +
  `SameSite=Strict${secure ? '; Secure' : ''}`

const signInCookie = (name: string, path: string, token: string, msMax: number, secure: boolean): string =>
  `${name}=${token}; Path=/api-2024/auth/${path}; Max-Age=${msMax / 1000}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** Binds a ticket to the browser whose password was right. */
export const ticketCookieName = 'zg_ticket'
export const ticketCookie = (token: string, secure: boolean): string =>
  signInCookie(ticketCookieName, 'user/factor', token, ticketMsMax, secure)

/** Of a trusted device (factors.ts); it is asked of the sign-in call alone. */
export const trustedCookieName = 'zg_trusted'
export const trustedCookie = (token: string, secure: boolean): string =>
  signInCookie(trustedCookieName, 'user/login', token, trustedMsMax, secure)

/** The value of a cookie in a request's header. */
export function cookieOf(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return null
}
