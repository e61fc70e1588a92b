/** Files that the marketplace lists: those of these days are to be fetched. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import type { Context } from '#platform/server/area.ts'
import { windowStates, type WindowDocument } from '../tables.ts'
import { answerOf } from './answer.ts'
import { callOf } from './call.ts'
import type { Connection } from './connection.ts'
import { failed, finished, notDone, setWindow } from './ended.ts'
import { endless, pagesMax } from './pages.ts'
import { valueAt, type FilesSource } from './platform.ts'
import { daysOf, ofCall, spareOf } from './step-words.ts'
import type { WindowRow } from './window.ts'

export async function listFiles(context: Context, connection: Connection, window: WindowRow, source: FilesSource): Promise<void> {
  const [days, page] = [daysOf(window), Number(window.page_token ?? 1)]
  const done = await callOf(context, connection, source.list, source.listing(days, page), { role: source.role, spare: spareOf(window) })
  if (done.verdict.is !== 'done') return notDone(context, connection, window, ofCall(done))
  const calls = window.calls + 1
  const answer = answerOf<object>(done, true)
  const known = window.documents ?? []
  const names = source.named(answer, days).filter(name => !known.some(one => one.documentId === name))
  const documents = [...known, ...names.map((documentId): WindowDocument => ({ reportId: '', documentId }))]
  if (page > pagesMax) return failed(context, connection, window, endless)
  if (source.pages !== undefined && page < Number(valueAt(answer, source.pages) ?? 0))
    return setWindow(context, window, { calls, tries: 0, documents, pageToken: String(page + 1), nextAt: context.now().toISOString() })
  if (documents.length === 0) return finished(context, window, windowStates.empty[0], { calls })
  return setWindow(context, window, {
    calls,
    tries: 0,
    documents,
    pageToken: null,
    state: windowStates.ready[0],
    said: toStored(sentence`平台已有 ${documents.length} 份`),
    nextAt: context.now().toISOString(),
  })
}
