/** Who somebody is and what he may: sessions, passwords, grants, presets, sealed authors and their opening. */
export { grantable, grantablesOf, rightsBeside, rightsTold } from './grantable.ts'
export { isOpenToKeys } from './http/open-to-keys.ts'
export { menuOf } from './menu-of.ts'
export { leveledOf, presetRights, type PresetRights } from './presets.ts'
export { arriveAll } from './sealed/arrivals.ts'
export { tellSealed } from './sealed/notices.ts'
export { givenOffice, openedByOthers } from './sealed/opened-door.ts'
export { askOpening } from './sealed/opening.ts'
export { openToAuthor } from './sealed/own-records.ts'
export { isSealedPage, sealedPaths } from './sealed/pages.ts'
export { askOpeningOf } from './sealed/routes.ts'
export { sealedOpening } from './sealed/tables.ts'
export { captchaMinutes, isAnswer, newCaptcha } from './session/captcha.ts'
export { eachInTurn, limitConcurrency, queuePerKey } from './session/concurrency-limit.ts'
export {
  cookieOf,
  deviceCookie,
  deviceCookieName,
  fileCookie,
  fileCookieName,
  noFileCookie,
  ticketCookie,
  ticketCookieName,
  trustedCookie,
  trustedCookieName,
} from './session/cookie.ts'
export { demandFresh } from './session/fresh.ts'
export { type Device, deviceByHash, deviceOf, forgetDevices, noteDevice, rememberDevice } from './session/devices.ts'
export {
  addAuthenticator,
  beginAuthenticator,
  factorKey,
  factorKinds,
  factorsKeyed,
  forgetFactors,
  hasFactor,
  keepRecoveryCodes,
  newRecoveryCodes,
  noteFresh,
  takeCode,
  type Ways,
  waysOf,
} from './session/factors.ts'
export { isGuessable } from './session/guessable.ts'
export { isKeyText, keyPart, newKeyText } from './session/key-text.ts'
export { failuresSince, lockedUntil, lockLimits, needsCaptcha } from './session/lockout.ts'
export { hashOfNothing, hashPassword, hasPasswordLength, isPassword, randomPassword, trimmedPassword } from './session/passwords.ts'
export { raiseScopeVersion } from './session/scope-version.ts'
export {
  beginSession,
  revokeSession,
  revokeSessionById,
  revokeSessions,
  sessionsOf,
  touchSession,
  type Visitor,
} from './session/sessions.ts'
export { sessionTables } from './session/tables.ts'
export {
  forgetTickets,
  holdTicket,
  isTrusted,
  issueTicket,
  spendTicket,
  type Ticket,
  ticketOf,
  ticketPurposes,
  trustDevice,
} from './session/tickets.ts'
export { bearerOf, hashOfToken, isAlive, looksLikeToken, newToken, type SessionTimes, touchMs } from './session/tokens.ts'
