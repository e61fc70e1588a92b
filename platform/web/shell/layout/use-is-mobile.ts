import { useSyncExternalStore } from 'react'

/** Below this width the side menu is a drawer. Shell.css has the same figure. */
const query = '(max-width: 767px)'

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
