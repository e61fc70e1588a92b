/** The jobs that this process has taken from the queue: what has begun, what was freed because it had not, what runs. */
import type { Job } from 'graphile-worker'

type Named = Pick<Job, 'id' | 'attempts'>
/** A job at one of its tries. */
const keyOf = ({ id, attempts }: Named): string => `${id} ${attempts}`

export class Taken {
  /** tries that have begun, for as long as the queue holds them: one whose end is still to be told is not run twice */
  readonly #begun = new Set<string>()
  readonly #freed = new Set<string>()
  /** by id */
  readonly #running = new Map<string, Promise<void>>()

  /**
   * Runs a try. One that was freed, and whose word came late, is another try's now: it ends with that one where it runs here; else it fails
   * without work, which the queue notes of whoever holds the job alone.
   */
  async begin(job: Named, work: () => Promise<void>): Promise<void> {
    if (this.#freed.has(keyOf(job))) {
      const other = this.#running.get(job.id)
      if (other === undefined) throw new Error(`job ${job.id} was freed before the word of it came: it begins again`)
      return other
    }
    this.#begun.add(keyOf(job))
    const done = work()
    this.#running.set(job.id, done)
    return done.finally(() => this.#running.delete(job.id))
  }

  /** Tries that have begun so far: what begins while the queue is asked is not in its answer yet. */
  get begun(): readonly string[] {
    return [...this.#begun]
  }

  /** Late ones that have not begun; from now on a late word of them begins nothing. `held`: all that the queue says is ours. */
  free(begunBefore: readonly string[], held: readonly Named[], late: readonly Named[]): string[] {
    const keys = new Set(held.map(keyOf))
    const never = late.filter(one => !this.#begun.has(keyOf(one)))
    for (const one of never) this.#freed.add(keyOf(one))
    for (const key of begunBefore) if (!keys.has(key)) this.#begun.delete(key)
    return never.map(({ id }) => id)
  }
}
