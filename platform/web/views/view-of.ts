/** The view that a list is seen in. Pure. */
import type { ListDefinition, ListView } from '../../declare/wire.ts'
import type { ListState } from '../values/list-state.ts'

export function viewOf({ shownAs }: ListDefinition, { view }: Pick<ListState, 'view'>): ListView {
  if (shownAs === undefined) return 'table'
  return view !== null && shownAs.views.includes(view) ? view : shownAs.first
}
