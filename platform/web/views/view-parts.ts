/** The programs of the views: each comes when it is first shown, or ahead of it, so that a switch draws it at once. */
import { lazyPart } from '../page/lazy-part.tsx'
import type { ListView } from '../../declare/wire.ts'
import type { ViewProps } from './view-props.ts'

export const viewParts = {
  board: lazyPart<ViewProps>(() => import('./board/board.tsx')),
  checklist: lazyPart<ViewProps>(() => import('./checklist/checklist.tsx')),
  calendar: lazyPart<ViewProps>(() => import('./calendar/calendar.tsx')),
  gantt: lazyPart<ViewProps>(() => import('./gantt/gantt.tsx')),
  tree: lazyPart<ViewProps>(() => import('./tree/tree.tsx')),
  grid: lazyPart<ViewProps>(() => import('./grid/month-grid.tsx')),
} as const

/** with its calendar of a package twenty times what the others are: only for whoever reaches for the switch */
const isLarge = (view: ListView): boolean => view === 'calendar'

export const viewAhead = async (view: ListView): Promise<void> => (view === 'table' ? undefined : viewParts[view].ahead())

/** `all`: the large ones as well. */
export function viewsAhead(views: readonly ListView[], all = false): void {
  for (const view of views) if (all || !isLarge(view)) void viewAhead(view)
}
