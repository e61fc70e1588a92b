/** Records with the one above each as nodes of a tree. Pure. */
import type { TreeOption } from '../../declare/wire.ts'

export interface TreeNode {
  readonly value: string
  readonly title: string
  readonly children: TreeNode[]
}

/** Order is kept; whose parent is not among them stands at the top. */
export function treeOf(options: readonly TreeOption[]): TreeNode[] {
  const nodes = new Map(options.map(one => [String(one.value), { value: String(one.value), title: one.label, children: [] as TreeNode[] }]))
  const top: TreeNode[] = []
  for (const one of options) {
    const node = nodes.get(String(one.value))
    if (node === undefined) continue
    const above = one.parent === null ? undefined : nodes.get(one.parent)
    ;(above?.children ?? top).push(node)
  }
  return top
}

/** The records without one of them and all that stands below it. */
export function without(options: readonly TreeOption[], id: string): readonly TreeOption[] {
  const gone = new Set([id])
  // parents may come after their children: again until nothing more goes
  for (let size = 0; size < gone.size;) {
    size = gone.size
    for (const one of options) if (one.parent !== null && gone.has(one.parent)) gone.add(String(one.value))
  }
  return options.filter(one => !gone.has(String(one.value)))
}
