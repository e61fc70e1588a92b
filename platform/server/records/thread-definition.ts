/** The calls of a conversation, as the browser is told of them. */
import { commentFilesMax, commentMax } from '#platform/declare/thread-tables.ts'
import type { ThreadDefinition } from '#platform/declare/wire-thread.ts'
import type { ThreadCallName } from '../contract/route.ts'
import type { BoundRoute } from '../contract/registry.ts'
import { callOf } from '../lists/call-of.ts'

/** What the browser is told of a list's conversations; `mine`: calls that the caller may make. */
export function threadDefinition(mine: readonly BoundRoute[]): ThreadDefinition | undefined {
  const found = new Map(
    mine.flatMap(one => (one.thread === undefined ? [] : [[one.thread.does, { ...callOf(one), record: one.thread.record }]])),
  )
  const of = (does: ThreadCallName) => found.get(does)
  const [list, people, seen, add, update, remove] = [of('list'), of('people'), of('seen'), of('add'), of('update'), of('remove')]
  if (!list || !people || !seen || !add || !update || !remove) return undefined
  return { list, people, seen, add, update, remove, max: commentMax, filesMax: commentFilesMax }
}
