/**
 * The language of the interface. Chinese is the source; English falls back to it. Kept in a cookie: signing out clears the browser's
 * storage, not how one reads.
 */

export type Language = 'zh-CN' | 'en-US'

const cookieName = 'zg_language'
const yearSeconds = 31_536_000

// pure parts are also tested outside a browser
const read = (): Language => (typeof document !== 'undefined' && document.cookie.includes(`${cookieName}=en-US`) ? 'en-US' : 'zh-CN')

let language: Language = read()

export const currentLanguage = (): Language => language

/** Chooses the language; the caller loads its texts (load.ts) and draws anew. */
export function chooseLanguage(next: Language): void {
  language = next
  if (typeof document !== 'undefined') document.cookie = `${cookieName}=${next}; path=/; max-age=${yearSeconds}; samesite=strict`
}
