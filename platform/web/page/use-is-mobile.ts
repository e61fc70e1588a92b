import { useSyncExternalStore } from 'react'
import { isNarrowWindow, narrowQuery } from './narrow-window.ts'

const subscribeTo =
  (query: string) =>
  (listener: () => void): (() => void) => {
    const media = window.matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
const subscribe = subscribeTo(narrowQuery)

/** Whether the window is as narrow as a phone. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, isNarrowWindow)
}

/** where five figures stand beside a title and its tools only if these are short */
const tightQuery = '(max-width: 1439px)'
const subscribeTight = subscribeTo(tightQuery)
const isTight = (): boolean => window.matchMedia(tightQuery).matches

/** Whether a title line has to give way to its figures. */
export const useIsTight = (): boolean => useSyncExternalStore(subscribeTight, isTight)
