/**
 * The statements that the product sends to the database of a test file are held against the habits that several machines need
 * (test/citus/habits.ts), at the end of the file that sent them first. Each is judged once in a process: about 2 ms.
 */
import { afterAll } from 'vitest'
import type { Habits } from '../citus/habits.ts'
import { noteSent } from '../citus/sent.ts'

interface Held {
  readonly judged: Set<string>
  readonly fresh: Set<string>
  habits?: Habits
}
const here = globalThis as { habitsHeld?: Held }
const held = (here.habitsHeld ??= begun())

function begun(): Held {
  const { judged, fresh }: Held = { judged: new Set(), fresh: new Set() }
  noteSent(({ text }) => {
    if (judged.has(text)) return
    judged.add(text)
    // the queue's own statements never touch our tables
    if (!text.includes('graphile_worker')) fresh.add(text)
  })
  return { judged, fresh }
}

/** Loaded where something was sent: files without a database pay nothing. */
async function habitsOf(): Promise<Habits> {
  const [{ areas }, { withHouseAreas }, { registryOf }, habits] = await Promise.all([
    import('#areas/index.ts'),
    import('#platform/server/open-house.ts'),
    import('#platform/server/registry-of.ts'),
    import('../citus/habits.ts'),
  ])
  return new habits.Habits(registryOf(withHouseAreas(areas)).resources.values())
}

afterAll(async () => {
  const sent = [...held.fresh]
  held.fresh.clear()
  if (sent.length === 0) return
  held.habits ??= await habitsOf()
  const { habits } = held
  const breaches = sent.flatMap(statement => habits.of(statement))
  if (breaches.length > 0)
    throw new Error(`statements that several machines refuse:\n${breaches.map(one => `${one.rule}: ${one.statement}`).join('\n')}`)
})
