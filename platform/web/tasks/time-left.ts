/** How long a task still takes, from how far it has come. Pure. */
import { t } from '../i18n/t.ts'

/** Below this share, or this time, an estimate is a guess. */
const shareMin = 0.03
const elapsedMsMin = 2_000

/** Milliseconds left, or null where nothing can be said. */
export function timeLeftMs(progress: number | null, startedAtMs: number, nowMs: number): number | null {
  const elapsedMs = nowMs - startedAtMs
  if (progress === null || progress < shareMin || progress >= 1 || elapsedMs < elapsedMsMin) return null
  return (elapsedMs * (1 - progress)) / progress
}

/** 约剩 2 分钟; empty where nothing can be said. */
export function timeLeftText(leftMs: number | null): string {
  if (leftMs === null) return ''
  const seconds = Math.ceil(leftMs / 1000)
  if (seconds < 60) return t('约剩 {n} 秒', { n: seconds < 10 ? seconds : Math.ceil(seconds / 10) * 10 })
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? t('约剩 {n} 分钟', { n: minutes }) : t('约剩 {n} 小时', { n: Math.ceil(minutes / 60) })
}
