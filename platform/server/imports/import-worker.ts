/** The main thread's side of parse-worker.ts: one worker thread per import, spoken to in messages. */
import { Worker } from 'node:worker_threads'
import { refuseFile } from './family.ts'
import type { FromWorker, ReadOrder, WorkerTask } from './parse-worker.ts'

export type Surveyed = Extract<FromWorker, { say: 'surveyed' }>
export type Staged = Extract<FromWorker, { say: 'staged' }>
/** The young generation of a thread that cuts text into cells; the rest of an import lives in PostgreSQL. */
const heapMbMax = 192

export class ImportWorker {
  readonly #worker: Worker
  #stopped: Error | null = null

  constructor(task: WorkerTask) {
    this.#worker = new Worker(new URL('./parse-worker.ts', import.meta.url), { workerData: task, resourceLimits: { maxOldGenerationSizeMb: heapMbMax } })
  }

  survey(onRows: (rows: number) => void): Promise<Surveyed> {
    return this.#until('surveyed', onRows)
  }

  stage(order: ReadOrder, onRows: (rows: number) => void): Promise<Staged> {
    const staged = this.#until('staged', onRows)
    this.#worker.postMessage(order)
    return staged
  }

  /** Ends the thread in the middle of its work; whoever waits is told why. */
  stop(reason: Error): void {
    this.#stopped = reason
    void this.#worker.terminate()
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #until<S extends FromWorker['say']>(wanted: S, onRows: (rows: number) => void): Promise<Extract<FromWorker, { say: S }>> {
    const worker = this.#worker
    return new Promise((done, fail) => {
      const finish = (act: () => void): void => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        act()
      }
      const onMessage = (message: FromWorker): void => {
        if (message.say === 'progress') onRows(message.rows)
        else if (message.say === 'unreadable') finish(() => fail(refuseFile(message.reason)))
        else if (message.say === wanted) finish(() => done(message as Extract<FromWorker, { say: S }>))
      }
      const onError = (error: Error): void => finish(() => fail(error))
      const onExit = (): void => finish(() => fail(this.#stopped ?? new Error('the import thread ended early')))
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      if (this.#stopped) onExit()
    })
  }
}
