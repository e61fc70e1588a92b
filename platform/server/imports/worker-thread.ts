/** A worker thread that exchanges messages. Its messages wait until they are read; once it has ended, reading throws the reason. */
import { Worker } from 'node:worker_threads'
import { asLost } from '../db/connection-lost.ts'

/**
 * MB that a thread may hold, by how long things live: what is cut and forgotten at once needs little room, what waits to be handed over
 * more.
 */
export interface HeapLimits {
  readonly old: number
  readonly young: number
}

export class WorkerThread<From, To> {
  readonly #worker: Worker
  /** why the thread can say no more */
  #ended: Error | null = null
  /** what the thread said before anybody asked: a small file is read sooner than its import gets to asking */
  readonly #unheard: From[] = []
  #hear: (() => void) | null = null

  constructor(script: URL, task: unknown, { old, young }: HeapLimits) {
    this.#worker = new Worker(script, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young },
    })
    this.#worker.on('message', (message: From) => {
      this.#unheard.push(message)
      this.#hear?.()
    })
    // a copy of what was thrown there: its class is lost on the way
    this.#worker.on('error', (error: Error) => this.#end(asLost(error) as Error))
    this.#worker.on('exit', () => this.#end(new Error('the import thread ended early')))
  }

  /** The next message; throws why there is none. */
  next(): Promise<From> {
    return new Promise((done, fail) => {
      this.#hear = () => {
        const message = this.#unheard.shift()
        const why = this.#ended
        if (message === undefined && !why) return
        this.#hear = null
        if (message !== undefined) done(message)
        else if (why) fail(why)
      }
      this.#hear()
    })
  }

  post(message: To): void {
    this.#worker.postMessage(message)
  }

  /** Ends the thread in the middle of its work; whoever waits is told why. */
  stop(reason: Error): void {
    this.#end(reason)
    void this.#worker.terminate()
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  get hasEnded(): boolean {
    return this.#ended !== null
  }

  /** A thread that rests keeps no process from ending. */
  rest(): void {
    this.#worker.unref()
  }

  wake(): void {
    this.#worker.ref()
  }

  #end(why: Error): void {
    this.#ended ??= why
    this.#hear?.()
  }
}
