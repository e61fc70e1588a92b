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

/**
 * Where a drop leads: after its target (`before`: in front of it), or (`toGap` false) to the head of the group dropped on. Null: it can't
 * stand there.
 */
export function droppedOrder(
  list: readonly MenuEntry[],
  draggedId: string,
  targetId: string,
  toGap: boolean,
  before = false,
): { parentId: string | null; menuIds: string[] } | null {
  const dragged = list.find(one => one.menuId === draggedId)
  const target = list.find(one => one.menuId === targetId)
  if (dragged === undefined || target === undefined || dragged.menuId === target.menuId) return null
  const isParent = (dragged.kind === 'page' && target.kind === 'group') || (dragged.kind === 'group' && target.kind === 'module')
  const into = isParent && (!toGap || target.kind !== dragged.kind)
  if (!into && target.kind !== dragged.kind) return null
  if (dragged.kind !== 'module' && target.moduleId !== dragged.moduleId) return null
  const parentId = into ? target.menuId : target.parentId
  const others = childrenOf(list, parentId)
    .map(one => one.menuId)
    .filter(id => id !== draggedId)
  const at = into ? 0 : others.indexOf(targetId) + (before ? 0 : 1)
  return { parentId, menuIds: [...others.slice(0, at), draggedId, ...others.slice(at)] }
}
