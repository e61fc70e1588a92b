/**
 * Work that this browser does call by call, as a check of many items: it goes on while other pages are looked at, stands in the task centre
 * beside the work of the server, and ends with the program.
 */
import { observable } from '../api/observable.ts'
import type { Task } from '../realtime/use-tasks.ts'

export interface LocalTask extends Task {
  /** the page that shows it */
  readonly path: string
  readonly cancel: () => void
}

export const localTasks = observable<readonly LocalTask[]>([])

/** A task that is new, or as it stands now; the newest first. */
export function noteLocalTask(task: LocalTask): void {
  const known = localTasks.get()
  const isKnown = known.some(one => one.taskId === task.taskId)
  localTasks.set(isKnown ? known.map(one => (one.taskId === task.taskId ? task : one)) : [task, ...known])
}

/** Whoever signs out leaves nothing running. */
export function endLocalTasks(): void {
  for (const task of localTasks.get()) task.cancel()
  localTasks.set([])
}
