/**
 * Queues inside one process: a call that would wait for a lock held by another call waits here, without a connection, in order of arrival.
 */
import { texts } from '../calls/messages.ts'
import { refuse } from '../calls/refusal.ts'

/** As long as a lock of the database is waited for. */
const waitMsMax = 10_000

export class WaitQueues {
  readonly #last = new Map<string, Promise<void>>()
  readonly #waitMsMax: number

  constructor(maxMs: number = waitMsMax) {
    this.#waitMsMax = maxMs
  }

  /** Resolves when it is one's turn, with what ends it. Throws 1009 where the wait is too long. `line` absent: nothing to wait for. */
  async stand(line: string | undefined): Promise<() => void> {
    if (line === undefined) return () => undefined
    const before = this.#last.get(line) ?? Promise.resolve()
    let leave = (): void => undefined
    const gone = new Promise<void>(done => (leave = done))
    // who comes next waits for all before him, whether this one gets his turn or gives up
    const last = before.then(() => gone)
    this.#last.set(line, last)
    void last.then(() => {
      if (this.#last.get(line) === last) this.#last.delete(line)
    })
    let late: NodeJS.Timeout | undefined
    const tooLong = new Promise<'late'>(done => (late = setTimeout(done, this.#waitMsMax, 'late')))
    const turn = await Promise.race([before, tooLong])
    clearTimeout(late)
    if (turn !== 'late') return leave
    leave()
    throw refuse.conflict(texts.busyRecord)
  }
}
