/** The main thread's side of parse-worker.ts: one worker thread per import, driven by messages. */
import { refuseFile } from './import-refused.ts'
import type { FromWorker, ReadOrder, WorkerTask } from './parse-worker.ts'
import { WorkerThread } from './worker-thread.ts'

export type Surveyed = Extract<FromWorker, { say: 'surveyed' }>
export type Staged = Extract<FromWorker, { say: 'staged' }>
/** Cells are cut and forgotten: little lives long, so a small young generation costs no time and keeps memory flat. */
const heapMbMax = { old: 192, young: 16 }

export class ImportWorker {
  readonly #thread: WorkerThread<FromWorker, ReadOrder>

  constructor(task: WorkerTask) {
    this.#thread = new WorkerThread(new URL('./parse-worker.ts', import.meta.url), task, heapMbMax)
  }

  survey(onRows: (rows: number) => void): Promise<Surveyed> {
    return this.#until('surveyed', onRows)
  }

  stage(order: ReadOrder, onRows: (rows: number) => void): Promise<Staged> {
    this.#thread.post(order)
    return this.#until('staged', onRows)
  }

  /** Ends the thread in the middle of its work; whoever waits is told why. */
  stop(reason: Error): void {
    this.#thread.stop(reason)
  }

  end(): Promise<void> {
    return this.#thread.end()
  }

  /** The next message that is wanted; those before it are progress. */
  async #until<S extends FromWorker['say']>(wanted: S, onRows: (rows: number) => void): Promise<Extract<FromWorker, { say: S }>> {
    for (;;) {
      const message = await this.#thread.next()
      if (message.say === 'progress') onRows(message.rows)
      else if (message.say === 'unreadable') throw refuseFile(message.reason)
      else if (message.say === wanted) return message as Extract<FromWorker, { say: S }>
    }
  }
}
