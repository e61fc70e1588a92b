/** What the parts of the layout share. */
import { createContext, useContext } from 'react'
import type { FrameParts } from './layout/use-frame.ts'
import type { PageRoute } from './menu/routes.ts'
import type { UserProfile } from './profile.ts'
import type { Tabs } from './tabs/use-tabs.ts'

/** Keys of queries that belong to no page begin with this; the refresh button leaves them alone. */
export const shellKey = 'shell'

export interface ShellState extends FrameParts {
  readonly profile: UserProfile
  readonly routes: readonly PageRoute[]
  readonly tabs: Tabs
  /** to a page: its open tab as it was left, else its own address */
  open(url: string): void
}

export const ShellContext = createContext<ShellState | null>(null)

/** The person, the menus and the tabs of the shell around this component. */
export function useShell(): ShellState {
  const shell = useContext(ShellContext)
  if (shell === null) throw new Error('useShell is called outside the shell')
  return shell
}
