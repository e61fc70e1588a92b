/**
 * After a deployment an open window starts anew by itself, at a moment when nobody notices: between two pages, out of sight, or when nobody
 * is there.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { mayReloadFor, newBuild } from '../../api/build.ts'
import { reloadWithoutPrompt } from '../../api/sign-in-again.ts'
import { isUploading } from '../../api/upload.ts'
import { hasUnsaved } from '../../api/unsaved-store.ts'
import { useAddress } from '../address.tsx'
import { flushTabs } from '../tabs/stored-tabs.ts'

/** without a key or a click for this long nobody sits there */
const idleMs = 5 * 60_000
const handSigns = ['pointerdown', 'keydown', 'wheel'] as const

const isTyping = (): boolean => {
  const at = document.activeElement
  if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return at.value !== ''
  return at instanceof HTMLElement && at.isContentEditable
}
const hasDialog = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].some(
    one => one.offsetParent !== null && one.closest('[data-hidden]') === null,
  )

/** Whether a reload would cost nobody anything: nothing typed, no dialog, no file on its way. */
const isCalm = (): boolean => !hasUnsaved() && !isUploading() && !isTyping() && !hasDialog()

export function reloadForVersion(): void {
  void flushTabs()
  reloadWithoutPrompt()
}

function reloadIfCalm(build: string): void {
  if (isCalm() && mayReloadFor(build)) reloadForVersion()
}

/** Whether a newer build waits for this window. */
export function useNewVersion(): boolean {
  const build = useSyncExternalStore(newBuild.subscribe, newBuild.get)
  const { pathname } = useAddress()
  const seen = useRef(pathname)
  useEffect(() => {
    const isOtherPage = seen.current !== pathname
    seen.current = pathname
    if (build !== null && isOtherPage) reloadIfCalm(build)
  }, [build, pathname])
  useEffect(() => {
    if (build === null) return
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') reloadIfCalm(build)
    }
    let timer: ReturnType<typeof setTimeout>
    const again = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => reloadIfCalm(build), idleMs)
    }
    again()
    whenHidden()
    document.addEventListener('visibilitychange', whenHidden)
    for (const sign of handSigns) window.addEventListener(sign, again, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', whenHidden)
      for (const sign of handSigns) window.removeEventListener(sign, again)
    }
  }, [build])
  return build !== null
}
