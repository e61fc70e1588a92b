/**
 * What a transaction will push, and the jobs that it orders once, kept until all of its work is done. The counters of accounts are locked
 * then, once and in order of accounts: a transaction that has written several records never waits for one that waits for it. What is rolled
 * back pushes and orders nothing.
 */
import type { Tx } from '../contract/database.ts'

export interface Push {
  readonly accountId: string
  readonly message: object
  /** sent after the commit, with those of other transactions (hints.ts) */
  readonly isHint?: true
}

export interface OrderedOnce {
  readonly task: string
  readonly payload: Readonly<Record<string, string>>
}

/** by their text: said twice in one transaction, they are sent once */
interface Outbox {
  readonly pushes: Map<string, Push>
  readonly jobs: Map<string, OrderedOnce>
}
const outboxes = new WeakMap<Tx, Outbox>()

/** Opens the outbox of a transaction. Whoever opens it sends what `takeOutbox` gives before the commit. */
export const openOutbox = (tx: Tx): void => void outboxes.set(tx, { pushes: new Map(), jobs: new Map() })

/** The same transaction seen through another door has the same outbox. */
export function shareOutbox(tx: Tx, other: Tx): Tx {
  const outbox = outboxes.get(tx)
  if (outbox !== undefined) outboxes.set(other, outbox)
  return other
}

/** Whether these were kept; false: the transaction has no outbox, they are to be sent at once. */
export function keptForEnd(tx: Tx, pushes: readonly Push[]): boolean {
  const outbox = outboxes.get(tx)
  for (const push of pushes) outbox?.pushes.set(`${push.accountId} ${JSON.stringify(push.message)}`, push)
  return outbox !== undefined
}

/** Everything of a kind that was kept, in the order in which it was said. */
export function takeOutbox(tx: Tx, kind: 'push' | 'hint'): readonly Push[] {
  const pushes = outboxes.get(tx)?.pushes
  const taken = [...(pushes ?? [])].filter(([, push]) => (push.isHint === true) === (kind === 'hint'))
  for (const [text] of taken) pushes?.delete(text)
  return taken.map(([, push]) => push)
}

/** Whether the job was kept; false: the transaction has no outbox. */
export function jobKeptForEnd(tx: Tx, job: OrderedOnce): boolean {
  const outbox = outboxes.get(tx)
  outbox?.jobs.set(`${job.task} ${JSON.stringify(job.payload)}`, job)
  return outbox !== undefined
}

export function takeJobs(tx: Tx): readonly OrderedOnce[] {
  const jobs = outboxes.get(tx)?.jobs
  const taken = [...(jobs?.values() ?? [])]
  jobs?.clear()
  return taken
}
