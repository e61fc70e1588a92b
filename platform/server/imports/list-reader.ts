/** The main thread's side of list-worker.ts: a list's file, read in a thread of its own. */
import type { Wording } from '#platform/declare/sentence.ts'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { refuseFile } from './import-refused.ts'
import type { FromListWorker, ListOrder, ListTask, ReadPortion, ToListWorker } from './list-worker.ts'
import { titlesOf } from './resource-fields.ts'
import { WorkerThread } from './worker-thread.ts'

/** Room for the table of shared strings of a large workbook, and for portions on their way; what is not used costs nothing. */
const heapMbMax = { old: 1_024, young: 48 }

export class ListReader {
  readonly #thread: WorkerThread<FromListWorker, ToListWorker>
  /** the row that names the columns */
  readonly headRow: SourceRow
  readonly notes: readonly Wording[]
  #cutOff: { readonly line: number; readonly reason: Wording } | null = null

  private constructor(thread: WorkerThread<FromListWorker, ToListWorker>, head: Extract<FromListWorker, { say: 'head' }>) {
    this.#thread = thread
    this.headRow = head.headRow
    this.notes = head.notes
  }

  /** Throws ImportRefused for a file without a head. `anyHead`: see HeadSought. Close it when done. */
  static async open(path: string, r: Resource, anyHead: boolean): Promise<ListReader> {
    const task: ListTask = { path, sought: { list: r.title, titles: titlesOf(r), anyHead } }
    const thread = new WorkerThread<FromListWorker, ToListWorker>(new URL('./list-worker.ts', import.meta.url), task, heapMbMax)
    try {
      const head = await heard(thread)
      if (head.say !== 'head') throw new Error(`the reading thread began with ${head.say}`)
      return new ListReader(thread, head)
    } catch (error) {
      await thread.end()
      throw error
    }
  }

  /** All rows below the head, once. */
  async *portions(order: ListOrder): AsyncGenerator<ReadPortion> {
    this.#thread.post(order)
    for (;;) {
      const message = await heard(this.#thread)
      if (message.say === 'end') {
        this.#cutOff = message.cutOff
        return
      }
      if (message.say !== 'rows') continue
      yield message.portion
      this.#thread.post('taken')
    }
  }

  /** Where the file was cut off; known once `portions` has come to its end. */
  get cutOff(): { readonly line: number; readonly reason: Wording } | null {
    return this.#cutOff
  }

  /** Ends the reading; whoever waits for rows is told why. */
  stop(reason: Error): void {
    this.#thread.stop(reason)
  }

  close(): Promise<void> {
    return this.#thread.end()
  }
}

async function heard(thread: WorkerThread<FromListWorker, ToListWorker>): Promise<Exclude<FromListWorker, { say: 'unreadable' }>> {
  const message = await thread.next()
  if (message.say === 'unreadable') throw refuseFile(message.reason)
  return message
}
