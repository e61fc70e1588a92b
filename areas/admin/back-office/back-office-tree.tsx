/** Trees of the back office: built from records that name the one above, narrowed by what is searched for. Pure: the matcher comes in. */
export interface BackOfficeNode {
  readonly id: string
  readonly parentId: string | null
  /** what a search looks at */
  readonly text: string
}

/** Whether a text fits what was typed. */
export type NodeMatcher = (text: string, typed: string) => boolean

/** Ids by the one above; whose own is not among them stands at the top (null). */
export function childrenById<Node extends BackOfficeNode>(nodes: readonly Node[]): ReadonlyMap<string | null, readonly Node[]> {
  const known = new Set(nodes.map(one => one.id))
  return Map.groupBy(nodes, one => (one.parentId !== null && known.has(one.parentId) ? one.parentId : null))
}

export interface Narrowed {
  readonly shown: ReadonlySet<string>
  /** those above a hit: to be open, so that it is seen */
  readonly open: readonly string[]
  readonly hits: number
}

/** What is left of a tree for a search: every hit, the way to it, and what lies below it. */
export function narrowed(nodes: readonly BackOfficeNode[], typed: string, fits: NodeMatcher): Narrowed {
  const byId = new Map(nodes.map(one => [one.id, one]))
  const children = childrenById(nodes)
  const hits = nodes.filter(one => fits(one.text, typed))
  const above = new Set<string>()
  for (const hit of hits)
    for (let at = hit.parentId; at !== null && byId.has(at) && !above.has(at); at = byId.get(at)?.parentId ?? null) above.add(at)
  const below = new Set(hits.map(one => one.id))
  for (const id of below) for (const child of children.get(id) ?? []) below.add(child.id)
  return { shown: new Set([...above, ...below]), open: [...above], hits: hits.length }
}

/** Ids that have others below them. */
export const parentIds = (nodes: readonly BackOfficeNode[]): string[] =>
  [...childrenById(nodes).keys()].filter((id): id is string => id !== null)

/** The place of a node in words: 总部 / 华南 / 财务部. */
export function pathOf(nodes: readonly BackOfficeNode[], id: string): string {
  const byId = new Map(nodes.map(one => [one.id, one]))
  const seen = new Set<string>()
  const names: string[] = []
  for (let at: string | null = id; at !== null && !seen.has(at);) {
    const node = byId.get(at)
    if (node === undefined) break
    seen.add(at)
    names.unshift(node.text)
    at = node.parentId
  }
  return names.join(' / ')
}

/** Where something is dropped: on a node, or in the gap after it or (only above the first) before it. */
export interface Drop {
  readonly draggedId: string
  readonly targetId: string
  readonly toGap: boolean
  readonly before: boolean
}

/**
 * The one above, and its children in their new order; null where nothing would change, or it would stand below itself. `nodes` in the order
 * shown.
 */
export function droppedPlace(
  nodes: readonly BackOfficeNode[],
  { draggedId, targetId, toGap, before }: Drop,
): { parentId: string | null; order: string[] } | null {
  const byId = new Map(nodes.map(one => [one.id, one]))
  const [dragged, target] = [byId.get(draggedId), byId.get(targetId)]
  if (dragged === undefined || target === undefined) return null
  const known = (id: string | null): string | null => (id !== null && byId.has(id) ? id : null)
  const parentId = toGap ? known(target.parentId) : target.id
  if (parentId === draggedId || (parentId !== null && isBelow(byId, parentId, draggedId))) return null
  const was = (childrenById(nodes).get(parentId) ?? []).map(one => one.id)
  const others = was.filter(id => id !== draggedId)
  const at = toGap ? others.indexOf(targetId) + (before ? 0 : 1) : 0
  const order = [...others.slice(0, at), draggedId, ...others.slice(at)]
  return order.join() === was.join() ? null : { parentId, order }
}

function isBelow(byId: ReadonlyMap<string, BackOfficeNode>, id: string, aboveId: string): boolean {
  const seen = new Set<string>()
  for (let at: string | null = id; at !== null && !seen.has(at); at = byId.get(at)?.parentId ?? null) {
    if (at === aboveId) return true
    seen.add(at)
  }
  return false
}
