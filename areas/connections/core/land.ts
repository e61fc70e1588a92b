/**
 * How an answer lands: as an upload does. Its bytes are a stored file of whoever answers for the connection, imported into the shop by his
 * rights; what the import says is what the window says.
 */
import { fromStored, sentence, toStored } from '#platform/declare/sentence.ts'
import { operations } from '#platform/declare/operations.ts'
import { may, Refusal, satisfies, type Context } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import type { AmazonReport } from '../amazon/index.ts'
import { connectionStates, windowStates, type WindowDocument } from '../tables.ts'
import { answerOf } from './answer.ts'
import { callAmazon, digestOf, fetchDocument } from './call.ts'
import type { Connection } from './connection.ts'
import { BrokenDocument, isEmptySheet, isPage, unpacked } from './document.ts'
import { failed, finished, inMs, notDone, setWindow, stopConnection } from './ended.ts'
import type { WindowRow } from './window.ts'

const lookSeconds = 5
const waitingMinutes = 10
/** states of an import (task states) */
const [done, refused, cancelled, broken, deleted, waiting] = [2, 3, 4, 5, 6, 7]

/** The next document of the window: its address, its bytes, its file, its import. */
export async function fetchNext(context: Context, connection: Connection, window: WindowRow, report: AmazonReport): Promise<void> {
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
  const named = await callAmazon(context, connection, 'getReportDocument', { reportDocumentId: documentId }, { role: report.role })
  if (named.verdict.is !== 'done') return notDone(context, connection, window, wrong(named.verdict))
  const { url } = answerOf<{ url: string }>(named)
  const came = await fetchDocument(context, connection, url)
  // an address serves five minutes: whatever is wrong with it, another one is asked for
  if (came.verdict.is !== 'done')
    return notDone(context, connection, window, came.verdict.is === 'refresh' || came.verdict.is === 'gone' ? cut : wrong(came.verdict))
  const bytes = await unpacked(came.body).catch((error: unknown) => {
    if (error instanceof BrokenDocument) return null
    throw error
  })
  if (bytes === null || isPage(bytes)) return notDone(context, connection, window, cut)
  const calls = window.calls + 2
  if (isEmptySheet(bytes)) {
    if (documents.length === 1) return finished(context, window, windowStates.empty[0], { calls })
    return setWindow(context, window, { documents: noted('0'), calls, nextAt: now })
  }
  const digest = digestOf(bytes)
  if (window.round > 0 && (await isSame(context, window, digest)))
    return finished(context, window, windowStates.done[0], { calls, digest, said: toStored(sentence`与上次相同`) })
  const person = await personOf(context, connection, window, report)
  if (person === null)
    return stopConnection(context, connection, connectionStates.paused[0], sentence`负责人已无权把数据导入这个店铺，请由有权的人接管`)
  const fileId = await keepUpload(person, {
    name: nameOf(window, documents.indexOf(next), bytes),
    contentType: 'text/plain',
    content: bytes,
  })
  const { importIds } = await startImport(person, { fileIds: [fileId], shopId: window.shop_id })
  await context.write(async tx => {
    await tx
      .insertInto('sync_document')
      .values({ org_id: connection.orgId, connection_id: connection.id, document_id: documentId, file_id: fileId })
      .onConflict(conflict => conflict.columns(['org_id', 'connection_id', 'document_id']).doUpdateSet({ file_id: fileId }))
      .execute()
  })
  return setWindow(context, window, {
    documents: noted(fileId, importIds[0]),
    importId: importIds[0] ?? null,
    digest,
    calls,
    tries: 0,
    nextAt: now,
  })
}

const cut = { is: 'again', why: sentence`平台返回的数据不完整` } as const
const wrong = (verdict: Awaited<ReturnType<typeof fetchDocument>>['verdict']): Parameters<typeof notDone>[3] =>
  verdict.is === 'done' || verdict.is === 'refresh' ? cut : verdict

/** what a person sees among the imports: site, report, days, reading, number */
const nameOf = ({ report, from_on: from, to_on: to, round, marketplaceId }: WindowRow, at: number, bytes: Buffer): string => {
  const parts = ['amazon', marketplaceId, report, from, to, ...(round === 0 ? [] : [`r${round}`]), ...(at === 0 ? [] : [at + 1])]
  return `${parts.join('_')}.${bytes[0] === 0x7b ? 'json' : 'txt'}`
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
  return row === undefined || ![0, 1, done, waiting].includes(row.state) ? undefined : row
}

/** Whether the last reading of these days brought the same. */
async function isSame(context: Context, { plan_id: plan, from_on: from, round }: WindowRow, digest: string): Promise<boolean> {
  const before = await context.db
    .selectFrom('sync_window')
    .select('digest')
    .where('plan_id', '=', plan)
    .where('from_on', '=', from)
    .where('round', '<', round)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.digest === digest
}

/** Who answers for it, as he is now; null: he left, or may connect, import such files or use the shop no more. */
async function personOf(
  context: Context,
  { runsAs, orgId }: Connection,
  { id, shop_id: shopId }: WindowRow,
  { kind }: AmazonReport,
): Promise<Context | null> {
  const { registry } = context.house
  const family = registry.families.find(one => one.kinds.some(of => of.code === kind))
  const calls = registry.routes.filter(({ upload }) => upload?.takes?.families.includes(family?.code ?? '') === true)
  try {
    const person = await context.house.asJob({ accountId: runsAs ?? '0', orgId, id: `sync ${id}` })
    const { caller } = person
    const mayImport = calls.some(({ demand }) => satisfies(caller, demand))
    return mayImport && may(caller, 'shopConnection', operations.edit) && caller.shops.includes(shopId) ? person : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Whether all imports of the window are over, and how. */
export async function lookAtImports(context: Context, connection: Connection, window: WindowRow): Promise<void> {
  const ids = (window.documents ?? []).flatMap(one => one.importId ?? [])
  if (ids.length === 0) return finished(context, window, windowStates.empty[0], {})
  const runs = await context.db.selectFrom('import_run').select(['id', 'state', 'task_id', 'lines_read']).where('id', 'in', ids).execute()
  // it goes on once somebody has said yes to it
  if (runs.some(run => run.state === waiting)) {
    const said = toStored(sentence`文件有不符之处，请在导入记录中确认`)
    return setWindow(context, window, { said, nextAt: inMs(context, waitingMinutes * 60_000) })
  }
  const over = new Set<number>([done, refused, cancelled, broken, deleted])
  if (runs.some(run => !over.has(run.state))) return setWindow(context, window, { nextAt: inMs(context, lookSeconds * 1_000) })
  const lines = runs.reduce((sum, run) => sum + run.lines_read, 0)
  const bad = runs.find(run => run.state !== done)
  if (bad === undefined) return finished(context, window, windowStates.done[0], { lines })
  if (bad.state === broken) return failed(context, connection, window, sentence`导入时服务器出错，可在同步任务中重新同步`)
  const task = await context.db.selectFrom('task').select('message').where('id', '=', bad.task_id).executeTakeFirst()
  const said = task?.message ?? ''
  const why = said === '' ? sentence`导入没有完成，请看导入记录` : fromStored(said)
  return finished(context, window, windowStates.person[0], { lines, said: toStored(why) })
}
