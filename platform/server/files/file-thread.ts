/** The thread that reads and draws files: bounded in time and memory, one task at a time, ended where a file is more than it can bear. */
import { Worker } from 'node:worker_threads'
import type { FileAnswer, FileTask } from './file-worker.ts'

const heapMbMax = 400
/** what the thread holds outside of its heap: bytes of files, of pictures and of what is unpacked */
const [outsideBytesMax, watchMs] = [700 * 1_048_576, 250]
/** a thread that has nothing to do is kept so long: to load what draws costs half a second */
const idleMs = 60_000

type Said = FileAnswer | { readonly failed: 'slow' }

export class FileThread {
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  /** What the thread says; `slow` after `msMax`, `large` where memory does not suffice, `again` where it is not the file's fault. */
  ask(task: FileTask, msMax: number): Promise<Said> {
    const answer = this.#last.then(() => this.#ask(task, msMax))
    // whoever asked hears of it; the next begins all the same
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    // what is asked from now on gets a new one
    this.#worker = null
    await worker?.terminate()
  }

  async #ask(task: FileTask, msMax: number): Promise<Said> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= new Worker(new URL('./file-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
      stdout: true,
      stderr: true,
    }))
    worker.ref()
    const answer = await new Promise<Said>(done => {
      const end = (said: Said): void => {
        clearTimeout(timer)
        clearInterval(watch)
        worker.off('message', end).off('error', failed).off('exit', gone)
        done(said)
      }
      const failed = (error: NodeJS.ErrnoException): void => end({ failed: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'large' : 'again' })
      const gone = (): void => end({ failed: 'again' })
      const timer = setTimeout(() => end({ failed: 'slow' }), msMax)
      const look = async (): Promise<void> => {
        const { external_memory: bytes } = await worker.getHeapStatistics()
        if (bytes > outsideBytesMax) end({ failed: 'large' })
      }
      // a thread that has ended meanwhile says so itself
      const watch = setInterval(() => void look().catch(() => undefined), watchMs)
      worker.on('message', end).on('error', failed).on('exit', gone)
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
