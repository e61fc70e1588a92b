/** Circles among things that depend on each other. Pure. */

/** The first circle found, from what depends to what it depends on; null: there is none. Each thing is looked at once. */
export function circleIn(after: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>()
  for (const start of after.keys()) {
    // walked with a stack of its own: chains may be longer than calls may nest
    const path: { readonly id: string; at: number }[] = []
    const onPath = new Set<string>()
    const enter = (id: string): void => {
      path.push({ id, at: 0 })
      onPath.add(id)
    }
    if (!done.has(start)) enter(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = after.get(top.id)?.[top.at]
      top.at += 1
      if (next === undefined) {
        done.add(top.id)
        onPath.delete(top.id)
        path.pop()
      } else if (onPath.has(next)) return path.slice(path.findIndex(one => one.id === next)).map(one => one.id)
      else if (!done.has(next)) enter(next)
    }
  }
  return null
}
