/**
 * Import of any resource, as a job: the file is read and every row held against the form's rules; any refusal ends it with nothing written; else one
 * transaction of the uploader's own door merges it by the natural key. A run that was killed left nothing behind and begins again.
 */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf } from '#platform/declare/resource.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { closeBatch, isUndoable, openBatch } from '../batches/batch.ts'
import { may } from '../context.ts'
import type { House } from '../house.ts'
import { refuseFile } from './family.ts'
import { ImportRecord } from './import-record.ts'
import { batchRows, Faults, lookUpNames, readRows, type CheckTask } from './resource-check.ts'
import { headOf, type ImportField, type Mapping } from './resource-fields.ts'
import { openResourceFile } from './resource-file.ts'
import { anyTable } from '../lists/columns.ts'
import { asSeen } from '../lists/seen.ts'
import { keepTree } from '../lists/record-checks.ts'
import { mergeBatch } from './resource-merge.ts'
import { remember } from './resource-mapping.ts'
import type { ImportRow } from './resource-rows.ts'
import { conclude, ImportCancelled } from './run-import.ts'

const noteEveryMs = 700
const shares = { read: 0.4, names: 0.5 } as const

interface Run extends CheckTask {
  readonly record: ImportRecord
  readonly mapping: Mapping | null
}
interface Read {
  readonly columns: readonly ImportField[]
  readonly rows: readonly ImportRow[]
}

export async function runResourceImport(
  house: House,
  importId: string,
  type: string,
  signal: AbortSignal,
  mapping: Mapping | null = null,
): Promise<void> {
  const record = await ImportRecord.take(house, importId)
  if (!record) return
  const copy = await house.files.localCopy(record.run.storage_key)
  let isCancelled = false
  const watch = record.watchCancel(() => void (isCancelled = true))
  const check = (): void => {
    if (isCancelled) throw new ImportCancelled()
    signal.throwIfAborted()
  }
  try {
    await record.cleanUp([])
    const route = house.registry.routes.find(r => r.verb === 'import' && r.resource?.type === type)
    if (!route?.resource || !route.imports) throw refuseFile('这类数据已不能导入')
    const context = await house.asJob({ accountId: record.run.account_id, orgId: record.run.org_id, id: importId })
    if (!may(context.caller, permissionOf(route.resource), operations.import)) throw refuseFile(`没有导入${route.resource.title[0]}的权限`)
    const run: Run = { record, context, resource: asSeen(context.caller, route.resource), rules: route.imports, check, mapping }
    const read = await readFile(run, copy.path)
    await record.step('校验', shares.read)
    const faults = new Faults()
    const rows = await lookUpNames(run, read, faults)
    faults.throwIfAny()
    await merge(run, { columns: read.columns, rows })
  } catch (error) {
    await conclude(record, error, signal)
  } finally {
    watch.stop()
    await copy.release()
  }
}

async function readFile(run: Run, path: string): Promise<Read> {
  const { record, resource, context, mapping } = run
  await record.step('读取', 0)
  const file = await openResourceFile(path, resource, mapping !== null)
  try {
    const head = headOf(resource, file.headRow.line, file.headRow.cells, mapping)
    const faults = new Faults()
    faults.add(head.refusals)
    // without its columns a file's rows would be refused one by one for the same reason
    faults.throwIfAny()
    if (mapping) await remember(context, resource, file.headRow.cells, mapping)
    const read = await readRows(run, file, head, mapping !== null, faults)
    await record.lines({ lines_read: read.linesRead, lines_refused: 0 })
    await record.recognised({ notes: read.notes })
    faults.throwIfAny()
    return read
  } finally {
    await file.close()
  }
}

async function merge({ record, context, resource, rules, check }: Run, { columns, rows }: Read): Promise<void> {
  await record.step('写入', shares.names)
  await context
    .write(async tx => {
      // imports of one list go one after the other: two that bring the same key would else meet at its unique index
      await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${resource.table} ${resource.standard === 'organisation' ? context.caller.orgId : ''}`}, 0))`.execute(
        tx,
      )
      await record.noteBackend(tx)
      const batchId = isUndoable(resource, rules.hooks)
        ? await openBatch(context, tx, resource, 'import', { importId: record.run.id })
        : null
      const faults = new Faults()
      const sum = { inserted: 0, updated: 0, unchanged: 0 }
      let notedAt = Date.now()
      for (let at = 0; at < rows.length; at += batchRows) {
        check()
        const done = await mergeBatch({ context, tx, resource, columns, hooks: rules.hooks, batchId }, rows.slice(at, at + batchRows))
        faults.add(done.refusals)
        for (const what of ['inserted', 'updated', 'unchanged'] as const) sum[what] += done[what]
        if (Date.now() - notedAt >= noteEveryMs) {
          notedAt = Date.now()
          await record.step('写入', shares.names + (1 - shares.names) * (at / rows.length))
        }
      }
      faults.throwIfAny()
      await keepTree(context, tx, anyTable(tx), resource)
      await writeAudit(context, tx, {
        subject: resource.table,
        recordId: null,
        verb: 'import',
        before: null,
        after: { importId: record.run.id, fileName: record.run.file_name, ...sum },
      })
      if (batchId !== null) {
        await closeBatch(tx, batchId, sum.inserted + sum.updated)
        if (sum.inserted + sum.updated > 0) await record.offerUndo(tx, { type: resource.type, batchId })
      }
      const notes = sum.inserted + sum.updated > 0 ? [`新增 ${sum.inserted} 行，更新 ${sum.updated} 行`] : []
      await record.done(tx, {
        merged: sum.inserted + sum.updated,
        unchanged: sum.unchanged,
        controlTotals: [],
        unmapped: { types: [], skus: [] },
        notes,
      })
    })
    .finally(() => record.forgetBackend())
}
