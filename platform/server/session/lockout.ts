/** Lockout: when too many tries failed. Pure. */

export const lockMinutes = 15
const lockMs = lockMinutes * 60_000

export interface LockLimits {
  /** failures of one account name within 15 minutes */
  readonly perAccount: number
  /** failures after which a verification code is asked */
  readonly beforeCaptcha: number
}
export const lockLimits: LockLimits = { perAccount: 5, beforeCaptcha: 3 }

/**
 * Until when (ms) `failures` (instants in ms, any order) lock, or null. The limit must be reached within 15 minutes and locks for 15
 * minutes from the failure that reached it: counting the last 15 minutes alone would let go as soon as the oldest of them ages out.
 */
export function lockedUntil(failures: readonly number[], limit: number, nowMs: number): number | null {
  const latestFirst = failures.toSorted((a, b) => b - a)
  for (let i = 0; i < latestFirst.length; i++) {
    const reached = latestFirst[i]
    const first = latestFirst[i + limit - 1]
    if (reached !== undefined && first !== undefined && reached - first <= lockMs && reached + lockMs > nowMs) return reached + lockMs
  }
  return null
}

/**
 * How far back failures must be read for `lockedUntil`: a lock that still holds was reached at most 15 minutes ago by failures of the 15
 * minutes before.
 */
export const failuresSince = (nowMs: number): number => nowMs - 2 * lockMs

/** Failures of the last 15 minutes decide whether the picture is asked. */
export const needsCaptcha = (failures: readonly number[], limits: LockLimits, nowMs: number): boolean =>
  failures.filter(at => at > nowMs - lockMs).length >= limits.beforeCaptcha
