/** The thread that reads and draws files: bounded in time and memory, one task at a time, ended where a file is more than it can bear. */
import { Worker } from 'node:worker_threads'
import type { FileAnswer, FileTask } from './file-worker.ts'

const heapMbMax = 400
/** a thread that has nothing to do is kept so long: to load what draws costs half a second */
const idleMs = 60_000

export class FileThread {
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  /** What the thread says; `slow` after `msMax`, `large` where memory does not suffice. */
  ask(task: FileTask, msMax: number): Promise<FileAnswer | { readonly failed: 'slow' }> {
    const answer = this.#last.then(() => this.#ask(task, msMax))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
    this.#worker = null
  }

  async #ask(task: FileTask, msMax: number): Promise<FileAnswer | { readonly failed: 'slow' }> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= new Worker(new URL('./file-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
      stdout: true,
      stderr: true,
    }))
    worker.ref()
    const answer = await new Promise<FileAnswer | { readonly failed: 'slow' }>(done => {
      const end = (said: FileAnswer | { readonly failed: 'slow' }): void => {
        clearTimeout(timer)
        worker.off('message', end).off('error', full).off('exit', full)
        done(said)
      }
      // memory is the one thing that ends the thread
      const full = (): void => end({ failed: 'large' })
      const timer = setTimeout(() => end({ failed: 'slow' }), msMax)
      worker.on('message', end).on('error', full).on('exit', full)
      worker.postMessage(task)
    })
    if ('failed' in answer) await this.end()
    else {
      worker.unref()
      this.#idle = setTimeout(() => void this.end(), idleMs).unref()
    }
    return answer
  }
}
