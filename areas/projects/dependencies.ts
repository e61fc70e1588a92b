/** What a task waits for, and circles in it. Pure. */

export interface Linked {
  readonly id: string
  readonly title: string
  readonly parentId: string | null
  readonly predecessorIds: readonly string[]
  readonly startWithIds: readonly string[]
}

/** A task waits for its predecessors and for what it starts with; what stands above others, for all of them. */
function waitsOf(tasks: readonly Linked[]): ReadonlyMap<string, readonly string[]> {
  const below = Map.groupBy(tasks, task => task.parentId)
  return new Map(
    tasks.map(task => [task.id, [...task.predecessorIds, ...task.startWithIds, ...(below.get(task.id) ?? []).map(({ id }) => id)]]),
  )
}

/** Tasks of a circle that one of these stands in, the first named again at its end; null: there is none. */
export function circleOf(tasks: readonly Linked[], from: readonly string[]): readonly Linked[] | null {
  const waits = waitsOf(tasks)
  const byId = new Map(tasks.map(task => [task.id, task]))
  for (const start of from) {
    // where each task was come from; a way back to the start is a circle
    const cameFrom = new Map<string, string>()
    const open = [start]
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const next of waits.get(at) ?? []) {
        if (next === start) return wayOf(start, at, cameFrom).flatMap(id => byId.get(id) ?? [])
        if (cameFrom.has(next)) continue
        cameFrom.set(next, at)
        open.push(next)
      }
  }
  return null
}

function wayOf(start: string, last: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [start]
  for (let at: string | undefined = last; at !== undefined && at !== start; at = cameFrom.get(at)) way.unshift(at)
  return [start, ...way]
}
