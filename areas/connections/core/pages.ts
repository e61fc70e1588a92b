/**
 * An operation that answers page by page. Each page is a part, kept with the place of the next one in one transaction: what was cut goes
 * on there. All parts are one document, which lands as a file.
 */
import { createHash } from 'node:crypto'
import { sentence, toStored } from '#platform/declare/sentence.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { syncWindow, windowStates, type WindowDocument } from '../tables.ts'
import { answerOf, StrangeAnswer } from './answer.ts'
import { callOf } from './call.ts'
import type { Connection } from './connection.ts'
import { failed, finished, inMs, notDone, setWindow } from './ended.ts'
import { isSame, land } from './land.ts'
import { daysOf, limitOf, ofCall, spareOf } from './step-words.ts'
import { valueAt, type CallSource, type Paging } from './platform.ts'
import type { Values } from './request.ts'
import type { WindowRow } from './window.ts'

/** where the next page begins; `anew`: how often all was begun from the first one */
interface Place {
  readonly next: string | null
  readonly total: number | null
  readonly pages: number
  readonly anew: number
}
const first: Place = { next: null, total: null, pages: 0, anew: 0 }
/** a marketplace that has more pages than this of some days has none of its own mind */
export const pagesMax = 500
export const endless = sentence`平台的分页没有尽头，可在同步任务中重新同步`
/** bytes of one file: it is read whole */
const fileBytesMax = 24 * 1_048_576

/** What the next page is asked for by, or null: this is the last one. */
export function nextOf(paging: Paging | undefined, answer: object, rows: number, { next, total }: Place): Pick<Place, 'next' | 'total'> {
  const none = { next: null, total: null }
  if (paging === undefined) return none
  if (paging.by === 'token') {
    const token = valueAt(answer, paging.read)
    return typeof token === 'string' && token !== '' ? { next: token, total: null } : none
  }
  const at = Number(next ?? (paging.by === 'offset' ? 0 : 1))
  const last = Number(valueAt(answer, paging.by === 'offset' ? paging.total : paging.pages) ?? 0)
  if (!Number.isFinite(last)) throw new StrangeAnswer('a number of pages that is none')
  // things that came in between moved the pages: some would be missed
  if (total !== null && total !== last) return { next: '', total: last }
  const following = at + (paging.by === 'offset' ? rows : 1)
  const isLast = paging.by === 'offset' ? rows === 0 || following >= last : at >= last
  return isLast ? none : { next: String(following), total: last }
}

function sendOf({ ask, paging }: CallSource, window: WindowRow, { next }: Place): Values {
  const asked = ask(daysOf(window), Number(paging?.by === 'number' ? (next ?? 1) : 1))
  if (paging === undefined || paging.by === 'number' || next === null) return asked
  return paging.by === 'token' && paging.alone === true ? { [paging.send]: next } : { ...asked, [paging.send]: next }
}

export async function nextPage(context: Context, connection: Connection, window: WindowRow, source: CallSource): Promise<void> {
  const place = window.page_token === null ? first : (JSON.parse(window.page_token) as Place)
  const done = await callOf(context, connection, source.call, sendOf(source, window, place), {
    role: source.role,
    spare: spareOf(window),
    buckets: limitOf(connection, window.report, source),
  })
  const calls = window.calls + 1
  // a place in the pages that is no longer held there
  if (done.verdict.is === 'fail' && place.next !== null && place.anew === 0) return begunAnew(context, window, place, calls)
  if (done.verdict.is !== 'done') return notDone(context, connection, window, ofCall(done))
  const answer = answerOf<object>(done)
  const list = valueAt(answer, source.rows)
  // one thing alone is a row
  const rows = Array.isArray(list) ? list.length : list === undefined || list === null ? 0 : 1
  const text = done.body.toString('utf8')
  if (!Buffer.from(text).equals(done.body)) throw new StrangeAnswer('an answer that is no text')
  const following = nextOf(source.paging, answer, rows, place)
  const isSamePage = rows > 0 && (await partOf(context, window.id, place.pages - 1)) === text
  const isRepeated = isSamePage || (following.next !== null && following.next === place.next)
  if (isRepeated || following.next === '') {
    if (place.anew === 0) return begunAnew(context, window, place, calls)
    return failed(context, connection, window, sentence`平台的分页重复，可在同步任务中重新同步`)
  }
  if (place.pages >= pagesMax) return failed(context, connection, window, endless)
  if (following.next === null)
    return landed(context, connection, window, source, { pages: place.pages, last: rows > 0 ? text : null, calls })
  const pageToken = JSON.stringify({ ...following, pages: place.pages + 1, anew: place.anew } satisfies Place)
  return context.write(async (tx, inside) => {
    if (rows > 0)
      await tx
        .insertInto('sync_part')
        .values({ org_id: connection.orgId, connection_id: connection.id, window_id: window.id, no: place.pages, body: text })
        .onConflict(conflict => conflict.columns(['org_id', 'window_id', 'no']).doUpdateSet({ body: text }))
        .execute()
    await setDerived(inside, syncWindow, [{ id: window.id, calls, tries: 0, said: null, pageToken, nextAt: inside.now().toISOString() }])
  })
}

async function partOf(context: Context, windowId: string, no: number): Promise<string | undefined> {
  const part = context.db.selectFrom('sync_part').select('body').where('window_id', '=', windowId).where('no', '=', no)
  return (await part.executeTakeFirst())?.body
}
/** Those of this fetching, one by one: pages of one that was given up before may lie behind them. */
async function* textsOf(context: Context, windowId: string, { pages, last }: Whole): AsyncGenerator<string> {
  for (let no = 0; no < pages; no += 1) {
    const text = await partOf(context, windowId, no)
    if (text !== undefined) yield text
  }
  if (last !== null) yield last
}
const withoutParts = (tx: Tx, windowId: string) => tx.deleteFrom('sync_part').where('window_id', '=', windowId).execute()

const begunAnew = (context: Context, window: WindowRow, { anew }: Place, calls: number): Promise<void> =>
  context.write(async (tx, inside) => {
    await withoutParts(tx, window.id)
    const pageToken = JSON.stringify({ ...first, anew: anew + 1 } satisfies Place)
    await setDerived(inside, syncWindow, [{ id: window.id, calls, pageToken, nextAt: inMs(inside, 1_000) }])
  })

interface Whole {
  readonly pages: number
  /** null: it has no row */
  readonly last: string | null
  readonly calls: number
}
/** The pages become files, each an array of whole pages. */
async function landed(context: Context, connection: Connection, window: WindowRow, source: CallSource, whole: Whole): Promise<void> {
  const { calls } = whole
  // with its pages in one transaction: those of a window that is over would stay
  const over = (state: number, values: Parameters<typeof finished>[3]): Promise<void> =>
    context.write(async (tx, inside) => {
      await finished(inside, window, state, { calls, pageToken: null, ...values })
      await withoutParts(tx, window.id)
    })
  const hash = createHash('sha256')
  let texts = 0
  for await (const text of textsOf(context, window.id, whole)) {
    if (texts > 0) hash.update('\n')
    hash.update(text)
    texts += 1
  }
  if (texts === 0) return over(windowStates.empty[0], {})
  const digest = hash.digest('hex')
  if (window.round > 0 && (await isSame(context, window, digest)))
    return over(windowStates.done[0], { digest, said: toStored(sentence`与上次相同`) })
  const documents: WindowDocument[] = []
  for await (const content of filesOf(textsOf(context, window.id, whole))) {
    const made = await land(context, connection, window, source, { content, head: content, at: documents.length })
    if (made === null) return
    documents.push({ reportId: '', documentId: null, ...made })
  }
  return context.write(async (tx, inside) => {
    await setWindow(inside, window, {
      documents,
      importId: documents[0]?.importId ?? null,
      digest,
      calls,
      tries: 0,
      said: null,
      pageToken: null,
      state: windowStates.importing[0],
      nextAt: inside.now().toISOString(),
    })
    await withoutParts(tx, window.id)
  })
}

async function* filesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const fileOf = (parts: readonly string[]): Buffer => Buffer.from(`[${parts.join(',\n')}]`)
  let parts: string[] = []
  let size = 0
  for await (const text of texts) {
    if (parts.length > 0 && size + text.length > fileBytesMax) {
      yield fileOf(parts)
      ;[parts, size] = [[], 0]
    }
    parts.push(text)
    size += text.length
  }
  if (parts.length > 0) yield fileOf(parts)
}
