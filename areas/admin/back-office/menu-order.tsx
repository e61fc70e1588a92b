/** Orders of menu entries, by drag and by key. Pure. */
import type { MenuEntry } from '../answers.ts'

export const childrenOf = (list: readonly MenuEntry[], parentId: string | null): MenuEntry[] =>
  list.filter(entry => entry.parentId === parentId)

/** The entry's siblings with it one place further; null at the end. */
export function movedBy(list: readonly MenuEntry[], menuId: string, by: -1 | 1): string[] | null {
  const entry = list.find(one => one.menuId === menuId)
  if (entry === undefined) return null
  const ids = childrenOf(list, entry.parentId).map(one => one.menuId)
  const at = ids.indexOf(menuId)
  const other = ids[at + by]
  if (other === undefined) return null
  return ids.map((id, i) => (i === at ? other : i === at + by ? menuId : id))
}

/** A tab of several pages stands where pages stand. */
const levels = { module: 0, group: 1, tab: 2, page: 2 } as const

/**
 * Where a drop leads: after its target (`before`: in front of it), or (`toGap` false) to the head of the group dropped on. Null: it can't
 * stand there.
 */
export function droppedOrder(
  list: readonly MenuEntry[],
  draggedId: string,
  targetId: string,
  before = false,
): { parentId: string | null; menuIds: string[] } | null {
  const dragged = list.find(one => one.menuId === draggedId)
  const target = list.find(one => one.menuId === targetId)
  if (dragged === undefined || target === undefined || dragged.menuId === target.menuId) return null
  const into = levels[target.kind] === levels[dragged.kind] - 1
  if (!into && levels[target.kind] !== levels[dragged.kind]) return null
  // groups go to any module, pages stay in theirs, and with a tab that several share
  if (levels[dragged.kind] === levels.page && target.moduleId !== dragged.moduleId) return null
  if ([dragged, target].some(({ parentId }) => list.find(one => one.menuId === parentId)?.kind === 'tab')) return null
  const parentId = into ? target.menuId : target.parentId
  const others = childrenOf(list, parentId)
    .map(one => one.menuId)
    .filter(id => id !== draggedId)
  const at = into ? 0 : others.indexOf(targetId) + (before ? 0 : 1)
  return { parentId, menuIds: [...others.slice(0, at), draggedId, ...others.slice(at)] }
}
