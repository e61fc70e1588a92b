/** A document of a window: fetched, told by its bytes, and landed. */
import { Readable } from 'node:stream'
import { sentence, toStored } from '#platform/declare/sentence.ts'
import type { Context } from '#platform/server/area.ts'
import { windowStates, type WindowDocument } from '../tables.ts'
import { answerOf } from './answer.ts'
import { callOf, fetchDocument, type Called } from './call.ts'
import type { Connection } from './connection.ts'
import { arrived } from './document.ts'
import { finished, notDone, setWindow } from './ended.ts'
import { isSame, land } from './land.ts'
import type { FilesSource, ReportSource, Source } from './platform.ts'
import type { WindowRow } from './window.ts'

/** states of an import that stand, or may still (task states) */
const standing = [0, 1, 2, 7]

/** The next document of the window: its address, its bytes, its file, its import. */
export async function fetchNext(
  context: Context,
  connection: Connection,
  window: WindowRow,
  source: ReportSource | FilesSource,
): Promise<void> {
  const documents = window.documents ?? []
  const next = documents.find(one => one.fileId === undefined)
  const now = context.now().toISOString()
  if (next?.documentId == null) return setWindow(context, window, { state: windowStates.importing[0], nextAt: now })
  const { documentId } = next
  const known = await keptOf(context, connection.id, documentId)
  const noted = (fileId: string, importId?: string): readonly WindowDocument[] =>
    documents.map(one => (one === next ? { ...one, fileId, ...(importId === undefined ? {} : { importId }) } : one))
  if (known !== undefined)
    return setWindow(context, window, { documents: noted(known.fileId, known.importId), importId: known.importId, nextAt: now })
  const came = await (source.by === 'report' ? ofReport : ofFile)(context, connection, documentId, source)
  const { verdict, document } = came
  if (verdict.is !== 'done' || document === undefined) return notDone(context, connection, window, wrong(verdict))
  const drop = (): Promise<void> => context.house.files.delete(document.storageKey)
  const calls = window.calls + (source.by === 'report' ? 2 : 1)
  if (document.isEmpty) {
    await drop()
    if (documents.length === 1) return finished(context, window, windowStates.empty[0], { calls })
    return setWindow(context, window, { documents: noted('0'), calls, nextAt: now })
  }
  const digest = document.sha256
  if (window.round > 0 && (await isSame(context, window, digest))) {
    await drop()
    return finished(context, window, windowStates.done[0], { calls, digest, said: toStored(sentence`与上次相同`) })
  }
  const made = await land(context, connection, window, source, { content: document, head: document.head, at: documents.indexOf(next) })
  if (made === null) return drop()
  const { fileId, importId } = made
  await context.write(async tx => {
    await tx
      .insertInto('sync_document')
      .values({ org_id: connection.orgId, connection_id: connection.id, document_id: documentId, file_id: fileId })
      .onConflict(conflict => conflict.columns(['org_id', 'connection_id', 'document_id']).doUpdateSet({ file_id: fileId }))
      .execute()
  })
  return setWindow(context, window, {
    documents: noted(fileId, importId),
    importId: importId ?? null,
    digest,
    calls,
    tries: 0,
    nextAt: now,
  })
}

const cut = { is: 'again', why: sentence`平台返回的数据不完整` } as const
const wrong = (verdict: Called['verdict']): Parameters<typeof notDone>[3] =>
  verdict.is === 'done' || verdict.is === 'refresh' ? cut : verdict

/** Behind an address that the marketplace answers. It serves five minutes: whatever is wrong with it, another one is asked for. */
async function ofReport(context: Context, connection: Connection, reportDocumentId: string, { role }: Source): Promise<Called> {
  const named = await callOf(context, connection, 'getReportDocument', { reportDocumentId }, { role })
  if (named.verdict.is !== 'done') return named
  const { url } = answerOf<{ url: string }>(named)
  const came = await fetchDocument(context, connection, url)
  return came.verdict.is === 'refresh' || came.verdict.is === 'gone' ? { ...came, verdict: cut } : came
}
/** The answer of a call is the document. */
async function ofFile(context: Context, connection: Connection, name: string, source: Source): Promise<Called> {
  if (source.by !== 'files') throw new Error('a source without files')
  const { file, fileOf, role, holds } = source
  if (holds === undefined) return callOf(context, connection, file, fileOf(name), { role, isDocument: true })
  const done = await callOf(context, connection, file, fileOf(name), { role })
  if (done.verdict.is !== 'done') return done
  const document = await arrived(context.house, Readable.from([done.body]))
  return { ...done, document: { ...document, isEmpty: !holds(answerOf<object>(done, true)) } }
}

/** A document that came, with its import; one whose import was refused, cancelled, taken back or broke is fetched anew. */
async function keptOf(
  context: Context,
  connectionId: string,
  documentId: string,
): Promise<{ fileId: string; importId: string } | undefined> {
  const row = await context.db
    .selectFrom('sync_document as d')
    .innerJoin('import_run as i', 'i.file_id', 'd.file_id')
    .select(['d.file_id as fileId', 'i.id as importId', 'i.state'])
    .where('d.connection_id', '=', connectionId)
    .where('d.document_id', '=', documentId)
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined || !standing.includes(row.state) ? undefined : row
}
