/** The cookie by which an image tag, which sends no bearer header, reaches files. Valid for GET on the download path alone; scripts can't read it. */
import { ageMsMax } from './tokens.ts'

export const fileCookieName = 'zg_files'
export const fileCookiePath = '/api-2024/fileUpload/down2'

/** Set-Cookie of sign-in. `secure` where the site is reached by https. */
export const fileCookie = (token: string, secure: boolean): string =>
  `${fileCookieName}=${token}; Path=${fileCookiePath}; Max-Age=${ageMsMax / 1000}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** Set-Cookie of signing out. */
export const noFileCookie = (secure: boolean): string =>
  `${fileCookieName}=; Path=${fileCookiePath}; Max-Age=0; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
