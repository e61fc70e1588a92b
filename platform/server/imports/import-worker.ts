/**
 * The main thread's side of parse-worker.ts: an import has a worker thread of its own, driven by messages. A thread that has done its work
 * is kept for the next import, because to start one takes longer than to read a small file.
 */
import { refuseFile } from './import-refused.ts'
import type { FromWorker, ToWorker, WorkerTask, ReadOrder } from './parse-worker.ts'
import { WorkerThread } from './worker-thread.ts'

export type Surveyed = Extract<FromWorker, { say: 'surveyed' }>
export type Staged = Extract<FromWorker, { say: 'staged' }>
/** Cells are cut and forgotten: little lives long, so a small young generation costs no time and keeps memory flat. */
const heapMbMax = { old: 192, young: 16 }

type Thread = WorkerThread<FromWorker, ToWorker>
/** as many as imports run at once (jobs/job-queue.ts) */
const restingMax = 2
const restMsMax = 10_000
const resting: { readonly thread: Thread; readonly timer: NodeJS.Timeout }[] = []

function takeThread(): Thread {
  for (let one = resting.pop(); one !== undefined; one = resting.pop()) {
    clearTimeout(one.timer)
    if (one.thread.hasEnded) continue
    one.thread.wake()
    return one.thread
  }
  return new WorkerThread(new URL('./parse-worker.ts', import.meta.url), null, heapMbMax)
}

async function keepThread(thread: Thread): Promise<void> {
  if (resting.length >= restingMax) return thread.end()
  const timer = setTimeout(() => {
    resting.splice(
      resting.findIndex(one => one.thread === thread),
      1,
    )
    void thread.end()
  }, restMsMax)
  timer.unref()
  thread.rest()
  resting.push({ thread, timer })
}

export class ImportWorker {
  readonly #thread = takeThread()
  /** it waits for an order, or has said all there is */
  #isCalm = false

  constructor(task: WorkerTask) {
    this.#thread.post(task)
  }

  survey(onRows: (rows: number) => void): Promise<Surveyed> {
    return this.#until('surveyed', onRows)
  }

  stage(order: ReadOrder, onRows: (rows: number) => void): Promise<Staged> {
    this.#isCalm = false
    this.#thread.post(order)
    return this.#until('staged', onRows)
  }

  /** Ends the thread in the middle of its work; whoever waits is told why. */
  stop(reason: Error): void {
    this.#thread.stop(reason)
  }

  /** Ends the work. A thread in the middle of it ends too. */
  async end(): Promise<void> {
    if (!this.#isCalm || this.#thread.hasEnded) return this.#thread.end()
    this.#thread.post('leave')
    try {
      await this.#until('left', () => undefined)
    } catch {
      // it broke when it closed its file: nobody waits for that any more
      return this.#thread.end()
    }
    await keepThread(this.#thread)
  }

  /** The next message that is wanted; those before it are progress. */
  async #until<S extends FromWorker['say']>(wanted: S, onRows: (rows: number) => void): Promise<Extract<FromWorker, { say: S }>> {
    for (;;) {
      const message = await this.#thread.next()
      this.#isCalm = message.say !== 'progress'
      if (message.say === 'progress') onRows(message.rows)
      else if (message.say === 'unreadable') throw refuseFile(message.reason)
      else if (message.say === wanted) return message as Extract<FromWorker, { say: S }>
    }
  }
}
