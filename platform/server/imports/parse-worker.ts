/**
 * Worker thread of imports, one after the other: reads the file twice (survey, then lines) and writes typed lines to the staging table by
 * COPY, refused ones to import_refusal on a second connection, because they must outlive whatever happens to the merge. Talks in messages;
 * holds no product state.
 */
import type { Wording } from '#platform/declare/sentence.ts'
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { asLost, SteadyClient } from '../db/connection-lost.ts'
import { from as copyFrom } from 'pg-copy-streams'
import type { ControlTotal, Doubt, FileKind, KindWords, Refusal, Survey } from '#platform/declare/file-kind.ts'
import { connectionSettings } from '../db/pools.ts'
import { threadYieldingToRequests } from '../base/yield-to-requests.ts'
import { copyRow } from './copy-rows.ts'
import type { FamilyReader, LineKind } from '../contract/file-family.ts'
import { stagingLock } from './lock-shop.ts'
import { RefusalWriter } from './refusal-writer.ts'
import { openSource, surveyOf, type Source } from './source.ts'

export interface WorkerTask {
  readonly path: string
  /** statement of a file with several; absent: the first */
  readonly part?: number | null
  readonly readers: readonly string[]
  /** those of the kinds that the call takes: what is said of a file that nobody reads is about them; absent: all */
  readonly asked?: readonly string[]
  readonly appUrl: string
  readonly importId: string
  /** layouts that people taught, by the reader that reads them */
  readonly taught: Readonly<Record<string, readonly unknown[]>>
  /** calls of people that it waits for (see `RequestsUnderWay`); null: somebody waits for it himself */
  readonly calls: Int32Array | null
}
export interface ReadOrder {
  readonly order: 'read'
  readonly owner: { readonly column: string; readonly id: string }
  readonly zone: string
  readonly currency: string
  /** code of the shop's marketplace; empty: the owner is no shop */
  readonly marketplace: string
  readonly stagingTable: string
}
/** `leave`: the import is over, and the thread is free for another. */
export type ToWorker = WorkerTask | ReadOrder | 'leave'
export type FromWorker =
  | { readonly say: 'left' }
  | { readonly say: 'unreadable'; readonly reason: Wording }
  | {
      readonly say: 'surveyed'
      readonly kind: KindWords
      /** URL of the family's reader */
      readonly reader: string
      readonly survey: Omit<Survey<null>, 'format'> & { readonly isReadable: boolean }
      readonly notes: readonly Wording[]
      /** statements with lines in the file */
      readonly parts: number
    }
  | { readonly say: 'progress'; readonly rows: number }
  | {
      readonly say: 'staged'
      readonly linesRead: number
      readonly refused: number
      readonly head: unknown
      readonly controlTotals: readonly ControlTotal[]
      readonly kinds: readonly LineKind[]
      readonly notes: readonly Wording[]
      readonly doubts: readonly Doubt[]
    }

const chunkBytes = 128 * 1024
const port = parentPort
if (!port) throw new Error('parse-worker runs as a worker thread')
const say = (message: FromWorker): void => port.postMessage(message)

const unheard: ToWorker[] = []
let hear = (): void => undefined
port.on('message', (message: ToWorker) => {
  unheard.push(message)
  hear()
})
async function next(): Promise<ToWorker> {
  while (unheard.length === 0) await new Promise<void>(done => (hear = done))
  return unheard.shift() as ToWorker
}

for (;;) {
  await work((await next()) as WorkerTask)
  say({ say: 'left' })
}

/** One import, until it is told to leave it. */
async function work(task: WorkerTask): Promise<void> {
  const giveWay = task.calls === null ? (): void => undefined : threadYieldingToRequests(task.calls)
  const readers: FamilyReader[] = []
  const asked: FileKind[] = []
  for (const url of task.readers) {
    const { default: reader } = (await import(url)) as { default: FamilyReader }
    const kinds = [...reader.kinds, ...(reader.taught?.(task.taught[url] ?? []) ?? [])]
    readers.push({ ...reader, kinds })
    if (task.asked?.includes(url) ?? true) asked.push(...kinds)
  }
  const opened = await openSource(
    task.path,
    readers.flatMap(r => r.kinds),
    task.part ?? 1,
    asked,
  )
  if (!opened.ok) {
    say({ say: 'unreadable', reason: opened.reason })
    await next()
    return
  }
  const { source } = opened
  const survey = await surveyOf(source, rows => {
    say({ say: 'progress', rows })
    giveWay()
  })
  const { format, ...rest } = survey
  say({
    say: 'surveyed',
    kind: wordsOf(source.kind),
    reader: task.readers[readers.findIndex(r => r.kinds.includes(source.kind))] ?? '',
    survey: { ...rest, isReadable: format !== null },
    notes: source.notes,
    parts: source.parts,
  })
  const order = await next()
  if (order !== 'leave') {
    await stage({ task, source, format, readers, giveWay }, order as ReadOrder).catch((error: unknown) => {
      throw asLost(error)
    })
    await next()
  }
  await source.close()
}

function wordsOf({ code, title, origin, month, source, ownerId, ownerCurrency }: FileKind): KindWords {
  return {
    code,
    title,
    month,
    ...(origin === undefined ? {} : { origin }),
    ...(source === undefined ? {} : { source }),
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(ownerCurrency === undefined ? {} : { ownerCurrency }),
  }
}

interface Read {
  readonly task: WorkerTask
  readonly source: Source
  readonly format: unknown
  readonly readers: readonly FamilyReader[]
  readonly giveWay: () => void
}

/** Second pass: every line to staging or to the refusals. */
async function stage({ task, source, format, readers, giveWay }: Read, order: ReadOrder): Promise<void> {
  const reader = readers.find(r => r.kinds.some(k => k.code === source.kind.code))
  if (!reader) throw new Error(`no reader for ${source.kind.code}`)
  const client = new SteadyClient(connectionSettings(task.appUrl, 'import staging'))
  await client.connect()
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [stagingLock(task.importId)])
  const refusals = new RefusalWriter(task.appUrl, task.importId)
  let broken: unknown = null
  try {
    const columns = ['import_id', order.owner.column, 'line_no', 'kind_no', ...reader.columns]
    const copy = client.query(copyFrom(`copy ${order.stagingTable} (${columns.join(', ')}) from stdin`))
    const failed = once(copy, 'error').then(([error]) => {
      throw error as Error
    })
    failed.catch((error: unknown) => (broken = error))
    const numbers = new Map<string, number>()
    const kinds: LineKind[] = []
    let chunk: string[] = []
    let bytes = 0
    const number = (kind: LineKind): number => {
      const known = numbers.get(kind.key)
      if (known !== undefined) return known
      numbers.set(kind.key, kinds.length)
      kinds.push(kind)
      return kinds.length - 1
    }
    const lines = source.kind.read(source.match, format, order, {
      line(line) {
        const [first = -1] = reader.kindsOf(line).map(number)
        const { lineNo, values } = reader.row(line, order.currency)
        const text = copyRow([task.importId, order.owner.id, lineNo, first, ...values])
        chunk.push(text)
        bytes += text.length
      },
      refuse: (refusal: Refusal) => refusals.add(refusal),
    })
    for await (const batch of source.rows()) {
      for (const row of batch) lines.row(row)
      if (bytes >= chunkBytes) {
        const isFull = !copy.write(chunk.join(''))
        chunk = []
        bytes = 0
        if (isFull) await Promise.race([once(copy, 'drain'), failed])
      }
      await refusals.flush()
      say({ say: 'progress', rows: batch.length })
      giveWay()
    }
    const { head, controlTotals, linesRead, notes = [], doubts = [] } = lines.end()
    copy.end(chunk.join(''))
    await Promise.race([once(copy, 'finish'), failed])
    const refused = await refusals.end()
    say({ say: 'staged', linesRead, refused, head, controlTotals, kinds, notes, doubts })
  } catch (error) {
    // to write on when the connection has gone is an error of its own, thrown before that one is told
    await new Promise(setImmediate)
    throw broken ?? error
  } finally {
    await client.end()
    await refusals.close()
  }
}
