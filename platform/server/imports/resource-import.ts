/**
 * Import of any resource, as a job: a thread reads the file, every row is held against the form's rules, and good rows are merged by the
 * natural key in one transaction of the uploader's own door; any refusal ends it with nothing written. A run that was killed left nothing
 * behind and begins again.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { writeAudit } from '../trail/write-audit.ts'
import { closeBatch, isUndoable, openBatch, raisedInBatch } from '../records/open-batch.ts'
import { may } from '../calls/may.ts'
import { within } from '../db/within.ts'
import { yieldingToRequests } from '../base/yield-to-requests.ts'
import type { House } from '../contract/house.ts'
import type { Correction } from '#platform/declare/import-preview.ts'
import { refuseFile } from './import-refused.ts'
import { ImportRecord } from './import-record.ts'
import { ListReader } from './list-reader.ts'
import { compared } from './resource-preview.ts'
import { mayBePartial } from './resource-upload.ts'
import { DocumentMerge, type DocumentWrite } from './document-merge.ts'
import { Faults, ListCheck, type CheckTask, type KeyedRow } from './resource-check.ts'
import { headOf, type Head, type Mapping } from './resource-fields.ts'
import type { Tx } from '../contract/database.ts'
import { outsideTransaction } from '../db/one-connection.ts'
import { readAhead } from '../lists/read-ahead.ts'
import { anyTable } from '../db/any-table.ts'
import { visibleDocument } from '../lists/column-rights.ts'
import { keepOrder } from '../records/keep-order.ts'
import { LineLog } from '../records/line-log.ts'
import { raiseDocuments } from '../records/writer.ts'
import { importVerb, mergePortion, type Merged } from './resource-merge.ts'
import { remember } from './resource-mapping.ts'
import { conclude, ImportCancelled } from './run-import.ts'

const noteEveryMs = 700
/** of the progress: the file has been read, what is left is what holds for the whole of it */
const readShare = 0.95

/** What was decided in the preview. */
export interface Decided {
  readonly mapping: Mapping | null
  readonly corrections?: readonly Correction[]
  /** rows with a fault that are left out; null: the whole file or nothing */
  readonly leaving?: number | null
}

interface Run extends CheckTask {
  readonly record: ImportRecord
  readonly mapping: Mapping | null
  /** faults of the rows that are left out */
  readonly left: Faults
}

export async function runResourceImport(
  house: House,
  importId: string,
  type: string,
  signal: AbortSignal,
  { mapping, corrections = [], leaving = null }: Decided = { mapping: null },
): Promise<void> {
  const record = await ImportRecord.take(house, importId)
  if (!record) return
  const copy = await record.file()
  if (!copy) return
  let file: ListReader | null = null
  let isCancelled = false
  const watch = record.watchCancel(() => {
    isCancelled = true
    file?.stop(new ImportCancelled())
  })
  const onAbort = (): void => file?.stop(new Error('the server is stopping'))
  signal.addEventListener('abort', onAbort)
  const check = (): void => {
    if (isCancelled) throw new ImportCancelled()
    signal.throwIfAborted()
  }
  try {
    await record.cleanUp([])
    const route = house.registry.routes.find(r => r.verb === 'import' && r.resource?.type === type)
    if (!route?.resource || !route.imports) throw refuseFile(sentence`这类数据已不能导入`)
    const context = await house.asJob({ accountId: record.run.account_id, orgId: record.run.org_id, id: importId })
    if (!may(context.caller, permissionOf(route.resource), operations.import))
      throw refuseFile(sentence`没有导入${route.resource.title}的权限`)
    const run: Run = {
      record,
      context,
      resource: visibleDocument(context, route.resource),
      rules: route.imports,
      check,
      turn: yieldingToRequests(house.peoplesCalls),
      mapping,
      corrections,
      left: new Faults(),
    }
    if (leaving !== null) await findFaulty(run, copy.path, leaving)
    await record.step(sentence`读取`, 0)
    file = await ListReader.open(copy.path, run.resource, mapping !== null)
    check()
    await merge(run, file, await headOfFile(run, file))
  } catch (error) {
    await conclude(record, error, signal)
  } finally {
    signal.removeEventListener('abort', onAbort)
    watch.stop()
    await file?.close()
    await copy.release()
  }
}

/** Looks the file through for the rows that are left out: as many as the person was told, or the whole is refused. */
async function findFaulty(run: Run, path: string, expected: number): Promise<void> {
  if (!mayBePartial(run.resource)) throw refuseFile(sentence`${run.resource.title}的文件要么全部导入，要么不导入`)
  const file = await ListReader.open(path, run.resource, run.mapping !== null)
  try {
    const head = await headOfFile(run, file)
    const check = new ListCheck(run, file, head, run.mapping !== null)
    await compared(run, check, 0, () => run.check())
    const { faults } = check
    // what is wrong with the file itself leaves nothing to import
    if (faults.has(null)) faults.throwIfAny()
    if (faults.rows !== expected) throw refuseFile(sentence`有误的行已变为 ${faults.rows} 行，请重新预览后再导入`)
    run.left.add(faults.list)
    for (const line of faults.lines) run.left.note(line)
  } finally {
    await file.close()
  }
}

async function headOfFile({ resource, context, mapping }: Run, { headRow }: ListReader): Promise<Head> {
  const head = headOf(resource, headRow.line, headRow.cells, mapping)
  const faults = new Faults()
  faults.add(head.refusals)
  // without its columns a file's rows would be refused one by one for the same reason
  faults.throwIfAny()
  if (mapping) await remember(context, resource, headRow.cells, mapping)
  return head
}

/**
 * One transaction around the whole file: rows that are good are written while the next ones are read, and the first fault turns the rest
 * into a check alone. What was written by then is rolled back; the file is refused with every fault it has.
 */
async function merge(run: Run, file: ListReader, head: Head): Promise<void> {
  const { record, context, resource } = run
  await context
    .write(async tx => {
      const inside = within(context, tx)
      // imports of one list go one after the other: two that bring the same key would else meet at its unique index
      await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${resource.table} ${resource.standard === 'organisation' ? context.caller.orgId : ''}`}, 0))`.execute(
        tx,
      )
      await record.noteBackend(tx)
      const order: string[][] = []
      const batches = { ...(await openBatches({ ...run, context: inside }, tx)), order }
      const { batchId } = batches
      const sum = await mergePortions({ ...run, context: inside }, new ListCheck(run, file, head, run.mapping !== null), tx, batches)
      await outsideTransaction(() => record.step(sentence`写入`, readShare))
      await keepOrder(inside, tx, anyTable(tx), resource.joins?.header ?? resource, order)
      await writeAudit(context, tx, {
        subject: resource.table,
        recordId: null,
        verb: 'import',
        before: null,
        after: { importId: record.run.id, fileName: record.run.file_name, ...sum },
      })
      const written = sum.inserted + sum.updated
      const leftRows = run.left.rows
      if (batchId !== null) {
        await closeBatch(tx, resource, batchId, { rows: written, undoable: written > 0 })
        if (written > 0) await record.offerUndo(tx, { type: resource.type, batchId })
      }
      await record.done(tx, {
        merged: written,
        unchanged: sum.unchanged,
        controlTotals: [],
        unmapped: { types: [], skus: [] },
        notes: [
          ...(written > 0 ? [sentence`新增 ${sum.inserted} 行，更新 ${sum.updated} 行`] : []),
          ...(leftRows > 0 ? [sentence`有误的 ${leftRows} 行没有导入`] : []),
        ],
      })
    })
    .finally(() => record.forgetBackend())
}

interface Batches {
  /** by which the import is taken back; null: it can't be */
  readonly batchId: string | null
  /** the lines of documents */
  readonly linesBatchId: string | null
}

async function openBatches({ context, resource, rules, record }: Run, tx: Tx): Promise<Batches> {
  const { header, lines } = resource.joins ?? { header: resource, lines: null }
  const isPossible = isUndoable(header, rules.hooks) && (lines === null || isUndoable(lines, {}))
  const open = (r: Resource | null): Promise<string> | null =>
    r === null || !isPossible ? null : openBatch(context, tx, r, 'import', { importId: record.run.id })
  return { batchId: await open(header), linesBatchId: await open(lines) }
}

/** All portions of the file, the next one read and looked up while one is written; throws the faults of all of them together. */
async function mergePortions(run: Run, rows: ListCheck, tx: Tx, batches: Batches & Pick<DocumentWrite, 'order'>): Promise<Counts> {
  const { record, context, resource, rules, check, turn, left } = run
  const { faults, columns } = rows
  const { batchId, order } = batches
  const linesOf = resource.joins?.lines ?? (resource.linesOf === undefined ? undefined : resource)
  const log = linesOf === undefined ? undefined : new LineLog(linesOf)
  const documents = resource.joins === undefined || log === undefined ? null : new DocumentMerge({ context, resource, columns, rules })
  const task = { context, tx, resource, columns, hooks: rules.hooks, batchId, order, ...(log === undefined ? {} : { lines: log }) }
  const merged = (portion: readonly KeyedRow[], checkOnly: boolean): Promise<Merged> =>
    documents === null || log === undefined
      ? mergePortion(task, portion, checkOnly)
      : documents.portion(portion, { tx, ...batches, log }, checkOnly)
  const sum = { inserted: 0, updated: 0, unchanged: 0 }
  let notedAt = Date.now()
  for await (const portion of readAhead(rows.portions())) {
    await turn()
    check()
    const wanted = portion.rows.filter(row => !left.has(row.line))
    const done = await merged(wanted, faults.outside(left) > 0)
    faults.add(done.refusals)
    for (const what of ['inserted', 'updated', 'unchanged'] as const) sum[what] += done[what]
    if (Date.now() - notedAt < noteEveryMs) continue
    notedAt = Date.now()
    await outsideTransaction(() => record.step(sentence`读取`, readShare * portion.share))
  }
  await outsideTransaction(async () => {
    await record.lines({ lines_read: rows.linesRead, lines_refused: left.rows })
    if (left.rows > 0) await record.keepRefusals(left.list)
    await record.recognised({ notes: rows.notes })
  })
  if (faults.outside(left) > 0) faults.throwIfAny()
  if (log !== undefined) await raiseDocuments({ context, tx, verb: importVerb }, log)
  if (documents !== null && log !== undefined && batchId !== null) await raisedInBatch(tx, batchId, log.documents())
  return sum
}
type Counts = Readonly<Record<'inserted' | 'updated' | 'unchanged', number>>
