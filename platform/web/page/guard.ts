/** Who may be where before any page is drawn. Pure. */
import type { LoginState } from '../api/session.ts'

export const loginPath = '/user/login'
export const resetPath = '/user/resetPassword'
/** a phone comes here from a scanned code, with or without a session of its own */
export const uploadMobilePath = '/custom/upload-mobile'
export const homePath = '/home/workbenches'
export const registerPath = '/user/register'
export const registerResultPath = '/user/register-result'
export const recoverPath = '/user/recover'

/** Screens that need no session, whoever has one. */
const open = {
  [uploadMobilePath]: 'uploadMobile',
  [registerPath]: 'register',
  [registerResultPath]: 'registerResult',
  [recoverPath]: 'recover',
} as const
const isOpen = (path: string): path is keyof typeof open => path in open

export type Screen = 'login' | 'resetPassword' | 'shell' | 'changeFirst' | (typeof open)[keyof typeof open]
export type AccessDecision = { readonly to: string } | { readonly show: Screen }

/** A path of our own to go back to after signing in; null for anything else, so that a link can't lead off the site. */
export function ownPath(redirect: string | null): string | null {
  if (redirect === null || !/^\/(?![/\\])/.test(redirect) || hasControl(redirect)) return null
  const url = new URL(redirect, 'http://own.invalid')
  if (url.origin !== 'http://own.invalid' || url.pathname.startsWith('/user/')) return null
  return url.pathname + url.search + url.hash
}

// browsers drop tabs and line ends inside an address: `/\t/evil` would become `//evil`
const hasControl = (text: string): boolean => [...text].some(character => character < ' ' || character === '\\')

export interface Visit {
  readonly pathname: string
  readonly search: string
  readonly hasToken: boolean
  readonly loginState: LoginState
}

/**
 * The phone's upload page, registration and recovery are open to all. Without a token only the login page; in state '1' only reset
 * password, login and home; else everything but the login page.
 */
export function accessDecision({ pathname, search, hasToken, loginState }: Visit): AccessDecision {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  if (isOpen(path)) return { show: open[path] }
  if (!hasToken) {
    if (path === loginPath) return { show: 'login' }
    if (path === '/' || path.startsWith('/user/')) return { to: loginPath }
    return { to: `${loginPath}?redirect=${encodeURIComponent(path + search)}` }
  }
  if (loginState === '1') {
    if (path === loginPath) return { show: 'login' }
    if (path === resetPath) return { show: 'resetPassword' }
    if (path === homePath) return { show: 'changeFirst' }
    return { to: resetPath }
  }
  if (path === loginPath) return { to: ownPath(new URLSearchParams(search).get('redirect')) ?? homePath }
  if (path === '/' || path === resetPath) return { to: homePath }
  return { show: 'shell' }
}
