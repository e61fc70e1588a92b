import { useSyncExternalStore } from 'react'
import { isNarrowWindow, narrowQuery } from './narrow-window.ts'

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(narrowQuery)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, isNarrowWindow)
}
