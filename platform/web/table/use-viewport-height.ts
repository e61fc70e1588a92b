import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** px of the window's height. */
export const useViewportHeight = (): number => useSyncExternalStore(subscribe, () => window.innerHeight)
