/** Below this width the side menu is a drawer. Shell.css has the same figure. */
export const narrowQuery = '(max-width: 767px)'

/** Whether the window is as narrow as a phone. */
export const isNarrowWindow = (): boolean => window.matchMedia(narrowQuery).matches
