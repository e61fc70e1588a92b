/** What a task waits for. Pure. */
import { circleIn } from '#platform/format/circles.ts'

export interface Linked {
  readonly id: string
  readonly title: string
  readonly parentId: string | null
  readonly predecessorIds: readonly string[]
  readonly startWithIds: readonly string[]
}

/**
 * Titles of tasks that wait for each other in a circle, the first named again at its end; null: there is none. A task waits for its
 * predecessors and for what it starts with; what stands above others, for all of them.
 */
export function circleOf(tasks: readonly Linked[]): readonly string[] | null {
  const below = Map.groupBy(tasks, task => task.parentId)
  const waits = new Map(
    tasks.map(task => [task.id, [...task.predecessorIds, ...task.startWithIds, ...(below.get(task.id) ?? []).map(({ id }) => id)]]),
  )
  const circle = circleIn(waits)
  if (circle === null) return null
  const titles = new Map(tasks.map(({ id, title }) => [id, title]))
  return [...circle, ...circle.slice(0, 1)].map(id => titles.get(id) ?? id)
}
