/**
 * One step of a window: a call, or a look at its import. What it did is written before the next one begins; a step that was cut is done
 * again. A report is noted before it is asked for, so that one whose answer was lost is found instead of asked for twice.
 */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { Context } from '#platform/server/area.ts'
import { windowStates, type WindowDocument } from '../tables.ts'
import { answerOf } from './answer.ts'
import { callOf } from './call.ts'
import { pauseOf } from './classify.ts'
import { timeThere } from './clock.ts'
import type { Connection } from './connection.ts'
import { failed, finished, inMs, notDone, setWindow } from './ended.ts'
import { lookAtImports } from './land.ts'
import { fetchNext } from './fetch.ts'
import { listFiles } from './files.ts'
import { nextPage } from './pages.ts'
import type { ReportSource } from './platform.ts'
import { sourceOf } from './platforms.ts'
import { daysOf, limitOf, ofCall, spareOf } from './step-words.ts'
import type { WindowRow } from './window.ts'

const pollSeconds = [10, 30, 60, 120, 300, 600] as const
/** a report that is still in line is given up */
const queueMsMax = 6 * 3_600_000
const lookAfterMs = 120_000
/** clocks differ: a report is looked for from this long before it was asked */
const clockMs = 300_000

export async function stepWindow(context: Context, connection: Connection, window: WindowRow): Promise<void> {
  const report = sourceOf(window.report)
  if (report === undefined) return failed(context, connection, window, sentence`程序已不再取这种报表`)
  if (window.state === windowStates.importing[0]) return lookAtImports(context, connection, window)
  if (report.by === 'call') return nextPage(context, connection, window, report)
  if (window.state === windowStates.ready[0]) return fetchNext(context, connection, window, report)
  if (report.by === 'files') return listFiles(context, connection, window, report)
  if (window.state === windowStates.asked[0]) return poll(context, connection, window, report)
  if (report.listed === true) return look(context, connection, window, report)
  return window.asked_at === null ? ask(context, connection, window, report) : find(context, connection, window, report)
}

function periodOf(window: WindowRow): { readonly start: string; readonly end: string } {
  const { start, end } = daysOf(window)
  return { start: start.toISOString(), end: end.toISOString() }
}
const counted = (window: WindowRow) => ({ calls: window.calls + 1 })

async function ask(context: Context, connection: Connection, window: WindowRow, source: ReportSource): Promise<void> {
  const { type, options, role, snapshot } = source
  const { start, end } = periodOf(window)
  // a process that dies behind the call looks for it after a while, when Amazon lists it
  await setWindow(context, window, { askedAt: context.now().toISOString(), nextAt: inMs(context, lookAfterMs) })
  const body = {
    reportType: type,
    marketplaceIds: [window.marketplaceId],
    ...(snapshot === true ? {} : { dataStartTime: start, dataEndTime: end }),
    ...(options === undefined ? {} : { reportOptions: options }),
  }
  const words = { role, spare: spareOf(window), buckets: limitOf(connection, window.report, source) }
  const done = await callOf(context, connection, 'createReport', { body }, words)
  if (done.isUnknown && pauseOf(window.tries, 1) === null)
    return failed(context, connection, window, sentence`平台没有生成这份报表，可在同步任务中重新同步`)
  if (done.isUnknown) return setWindow(context, window, { ...counted(window), tries: window.tries + 1, nextAt: inMs(context, lookAfterMs) })
  if (done.verdict.is === 'done') return adopted(context, window, answerOf<{ reportId: string }>(done).reportId)
  await setWindow(context, window, { askedAt: null })
  return notDone(context, connection, window, ofCall(done))
}

const adopted = (context: Context, window: WindowRow, reportId: string): Promise<void> =>
  setWindow(context, window, {
    ...counted(window),
    state: windowStates.asked[0],
    tries: 0,
    said: null,
    documents: [{ reportId, documentId: null }] satisfies WindowDocument[],
    nextAt: inMs(context, pollSeconds[0] * 1_000),
  })

interface Listed {
  readonly nextToken?: string
  readonly reports: readonly {
    readonly reportId: string
    readonly reportDocumentId?: string
    readonly dataStartTime?: string
    readonly dataEndTime?: string
  }[]
}

/** Whether what was asked for, and never answered, is there. */
async function find(context: Context, connection: Connection, window: WindowRow, { type, role, snapshot }: ReportSource): Promise<void> {
  const { start, end } = periodOf(window)
  const askedAt = { now: () => new Date(instantMs(window.asked_at ?? '')) }
  const since = new Date(timeThere(askedAt, connection).getTime() - clockMs).toISOString()
  const asked = { reportTypes: [type], marketplaceIds: [window.marketplaceId], createdSince: since, pageSize: 100 }
  const done = await callOf(context, connection, 'getReports', asked, { role })
  if (done.verdict.is !== 'done') return notDone(context, connection, window, ofCall(done))
  const same = (a: string | undefined, b: string): boolean => a !== undefined && instantMs(a) === instantMs(b)
  const { reports: there } = answerOf<Listed>(done)
  const found = there.find(one => snapshot === true || (same(one.dataStartTime, start) && same(one.dataEndTime, end)))
  if (found !== undefined) return adopted(context, window, found.reportId)
  return setWindow(context, window, { ...counted(window), askedAt: null, nextAt: context.now().toISOString() })
}

interface Report {
  readonly processingStatus: 'CANCELLED' | 'DONE' | 'FATAL' | 'IN_PROGRESS' | 'IN_QUEUE'
  readonly reportDocumentId?: string
}

async function poll(context: Context, connection: Connection, window: WindowRow, { role }: ReportSource): Promise<void> {
  const [{ reportId } = { reportId: '' }] = window.documents ?? []
  const done = await callOf(context, connection, 'getReport', { reportId }, { role })
  if (done.verdict.is !== 'done') return notDone(context, connection, window, ofCall(done))
  const { processingStatus: status, reportDocumentId: documentId = null } = answerOf<Report>(done)
  if (status === 'DONE')
    return setWindow(context, window, {
      ...counted(window),
      state: windowStates.ready[0],
      tries: 0,
      documents: [{ reportId, documentId }] satisfies WindowDocument[],
      nextAt: context.now().toISOString(),
    })
  // cancelled by Amazon itself: there was nothing to report
  if (status === 'CANCELLED') return finished(context, window, windowStates.empty[0], counted(window))
  if (status === 'FATAL') return failed(context, connection, window, sentence`平台没有生成这份报表，可在同步任务中重新同步`)
  if (context.now().getTime() - instantMs(window.asked_at ?? '') > queueMsMax)
    return failed(context, connection, window, sentence`报表排队超过 6 小时，可在同步任务中重新同步`)
  // by how long it has been in line: what fails meanwhile is counted apart
  const waited = (context.now().getTime() - instantMs(window.asked_at ?? '')) / 1_000
  const pause = pollSeconds.find(seconds => seconds >= waited) ?? pollSeconds.at(-1) ?? 600
  return setWindow(context, window, { ...counted(window), tries: 0, nextAt: inMs(context, pause * 1_000) })
}

/** Reports that Amazon makes by itself: those that were made in these days, page by page. */
async function look(context: Context, connection: Connection, window: WindowRow, { type, role }: ReportSource): Promise<void> {
  const { start, end } = periodOf(window)
  const asked =
    window.page_token === null
      ? {
          reportTypes: [type],
          marketplaceIds: [window.marketplaceId],
          processingStatuses: ['DONE'],
          createdSince: start,
          createdUntil: end,
          pageSize: 100,
        }
      : // the page's token holds all that was asked
        { nextToken: window.page_token }
  const done = await callOf(context, connection, 'getReports', asked, { role, spare: spareOf(window) })
  if (done.verdict.is !== 'done') return notDone(context, connection, window, ofCall(done))
  const { nextToken = null, reports: page } = answerOf<Listed>(done)
  const known = window.documents ?? []
  const isRepeated = nextToken !== null && nextToken === window.page_token
  if (isRepeated) return failed(context, connection, window, sentence`平台的分页重复，可在同步任务中重新同步`)
  const added = page.flatMap(({ reportId, reportDocumentId: documentId }) =>
    documentId === undefined || known.some(one => one.documentId === documentId) ? [] : [{ reportId, documentId }],
  )
  const documents = [...known, ...added]
  if (nextToken !== null)
    return setWindow(context, window, { ...counted(window), documents, pageToken: nextToken, nextAt: context.now().toISOString() })
  if (documents.length === 0) return finished(context, window, windowStates.empty[0], counted(window))
  return setWindow(context, window, {
    ...counted(window),
    documents,
    pageToken: null,
    state: windowStates.ready[0],
    said: toStored(sentence`平台已有 ${documents.length} 份`),
    nextAt: context.now().toISOString(),
  })
}
