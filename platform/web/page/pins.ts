/** Editing the pinned modules. Pure: ids in, ids or a refusal out. */
import { pinnedModulesMax } from '#platform/format/shell-settings.ts'

export type Pinning = { readonly ids: readonly string[] } | { readonly refusal: string }

export function pin(ids: readonly string[], id: string): Pinning {
  if (ids.includes(id)) return { ids }
  if (ids.length >= pinnedModulesMax) return { refusal: '顶部菜单最多只能放5个哦！请删除一些再操作！' }
  return { ids: [...ids, id] }
}

/** `id` takes the place of `over`; those between move up. */
export function movedTo<T>(ids: readonly T[], id: T, over: T): readonly T[] {
  const [from, to] = [ids.indexOf(id), ids.indexOf(over)]
  if (from < 0 || to < 0 || from === to) return ids
  const rest = ids.filter(one => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}
