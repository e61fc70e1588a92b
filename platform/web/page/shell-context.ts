/** What the parts of the layout share. */
import { createContext, useContext } from 'react'
import type { FrameParts } from './use-frame.ts'
import type { PageRoute } from './page-route.ts'
import type { UserProfile } from './profile.ts'

/** Keys of queries that belong to no page begin with this; the refresh button leaves them alone. */
export const shellKey = 'shell'

/** The same value while one goes from page to page of a module: nothing that changes with each page belongs here. */
export interface ShellState extends FrameParts {
  readonly profile: UserProfile
  readonly routes: readonly PageRoute[]
  /** to a page: its open tab as it was left, else its own address; `at`: what that address becomes first */
  open(url: string, at?: (url: string) => string): void
  /** to this very address */
  go(url: string): void
  /** to another document in the tab of this one */
  turn(tabKey: string, url: string): void
}

export const ShellContext = createContext<ShellState | null>(null)

/**
 * Where one is: what the menus mark. Stands around them alone, so that a change of page looks for its readers there and not in the open
 * pages.
 */
export interface Place {
  readonly pathname: string
  /** path of the menu entry of the page in front; null where there is none */
  readonly menuPath: string | null
  /** menu id of its subject */
  readonly subjectId: string | null
}

export const PlaceContext = createContext<Place>({ pathname: '', menuPath: null, subjectId: null })
export const usePlace = (): Place => useContext(PlaceContext)

/** The person and the menus of the shell around this component. */
export function useShell(): ShellState {
  const shell = useContext(ShellContext)
  if (shell === null) throw new Error('useShell is called outside the shell')
  return shell
}
