/**
 * A queue of uploads: a few files are sent at once, more would only share the bandwidth. What has begun goes on while its tab is hidden.
 */

interface Waiting {
  readonly key: string
  /** ends when the file has arrived, was refused or was given up; it never rejects for that */
  readonly send: (signal: AbortSignal) => Promise<void>
}

export interface UploadQueue {
  add(files: readonly Waiting[]): void
  /** takes it out, or breaks it off on its way */
  remove(key: string): void
}

export function uploadQueue(parallelMax: number): UploadQueue {
  let waiting: Waiting[] = []
  const sending = new Map<string, AbortController>()

  async function run({ key, send }: Waiting): Promise<void> {
    const abort = new AbortController()
    sending.set(key, abort)
    try {
      await send(abort.signal)
    } finally {
      sending.delete(key)
      next()
    }
  }
  function next(): void {
    while (sending.size < parallelMax) {
      const one = waiting.shift()
      if (one === undefined) return
      void run(one)
    }
  }
  return {
    add: files => {
      waiting.push(...files)
      next()
    },
    remove: key => {
      waiting = waiting.filter(one => one.key !== key)
      sending.get(key)?.abort()
    },
  }
}
