/** The main thread's side of parse-worker.ts: one worker thread per import, spoken to in messages. */
import { Worker } from 'node:worker_threads'
import { refuseFile } from './family.ts'
import type { FromWorker, ReadOrder, WorkerTask } from './parse-worker.ts'

export type Surveyed = Extract<FromWorker, { say: 'surveyed' }>
export type Staged = Extract<FromWorker, { say: 'staged' }>
/** The thread cuts text into cells and forgets them: little lives long, so a small young generation costs no time and keeps memory flat. */
const heapMbMax = { old: 192, young: 16 }

export class ImportWorker {
  readonly #worker: Worker
  /** why the thread can say no more */
  #ended: Error | null = null
  /** what the thread said before anybody asked: a small file is surveyed sooner than its import gets to asking */
  readonly #unheard: FromWorker[] = []
  #hear: (() => void) | null = null

  constructor(task: WorkerTask) {
    this.#worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax.old, maxYoungGenerationSizeMb: heapMbMax.young },
    })
    this.#worker.on('message', (message: FromWorker) => {
      this.#unheard.push(message)
      this.#hear?.()
    })
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the import thread ended early')))
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
    this.#end(reason)
    void this.#worker.terminate()
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #end(why: Error): void {
    this.#ended ??= why
    this.#hear?.()
  }

  /** The next message that is wanted; those before it are progress. */
  #until<S extends FromWorker['say']>(wanted: S, onRows: (rows: number) => void): Promise<Extract<FromWorker, { say: S }>> {
    return new Promise((done, fail) => {
      const finish = (act: () => void): void => {
        this.#hear = null
        act()
      }
      this.#hear = () => {
        for (let message = this.#unheard.shift(); message; message = this.#unheard.shift()) {
          if (message.say === 'progress') onRows(message.rows)
          else if (message.say === 'unreadable') {
            const { reason } = message
            return finish(() => fail(refuseFile(reason)))
          } else if (message.say === wanted) {
            const found = message as Extract<FromWorker, { say: S }>
            return finish(() => done(found))
          }
        }
        const why = this.#ended
        if (why) finish(() => fail(why))
      }
      this.#hear()
    })
  }
}
