/**
 * Import of any resource, as a job: the file is read and every row held against the form's rules; any refusal ends it with nothing written; else one
 * transaction of the uploader's own door merges it by the natural key. A run that was killed left nothing behind and begins again.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { may, type Context } from '../context.ts'
import type { House } from '../house.ts'
import type { ResourceImport } from '../http/verbs.ts'
import { ImportRefused, refuseFile } from './family.ts'
import { ImportRecord } from './import-record.ts'
import type { ImportField } from './resource-fields.ts'
import { openResourceFile } from './resource-file.ts'
import { mergeBatch } from './resource-merge.ts'
import { References } from './resource-references.ts'
import { isEmptyRow, isExample, keyOf, keyTitle, readRow, type ImportRow } from './resource-rows.ts'
import { conclude, ImportCancelled } from './run-import.ts'

/** Held in memory until every row is known to be good. */
export const importRowsMax = 200_000
const batchRows = 1_000
const noteEveryMs = 700
/** faults listed at most; the sum of them is not asked for */
const refusalsMax = 10_000
const shares = { read: 0.4, names: 0.5 } as const

interface Run {
  readonly record: ImportRecord
  readonly context: Context
  readonly resource: Resource
  readonly rules: ResourceImport
  check(): void
}
interface Read {
  readonly columns: readonly ImportField[]
  readonly rows: readonly ImportRow[]
  readonly notes: readonly string[]
}

export async function runResourceImport(house: House, importId: string, type: string, signal: AbortSignal): Promise<void> {
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
    const run: Run = { record, context, resource: route.resource, rules: route.imports, check }
    const read = await readFile(run, copy.path)
    const named = await lookUpNames(run, read)
    await merge(run, { ...read, rows: named })
  } catch (error) {
    await conclude(record, error, signal)
  } finally {
    watch.stop()
    await copy.release()
  }
}

/** Every fault of the file in one list, as far as a person can use it. */
class Faults {
  readonly #list: Refusal[] = []
  add(refusals: readonly Refusal[]): void {
    this.#list.push(...refusals.slice(0, refusalsMax - this.#list.length))
  }
  throwIfAny(): void {
    if (this.#list.length > 0) throw new ImportRefused([...this.#list].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)))
  }
}

async function readFile({ record, resource, rules, check }: Run, path: string): Promise<Read> {
  await record.step('读取', 0)
  const file = await openResourceFile(path, resource)
  try {
    const faults = new Faults()
    faults.add(file.head.refusals)
    // without its columns a file's rows would be refused one by one for the same reason
    faults.throwIfAny()
    const rows: ImportRow[] = []
    const notes = [...file.notes]
    let linesRead = 0
    for await (const batch of file.rows()) {
      check()
      for (const source of batch) {
        if (isEmptyRow(source)) continue
        if (isExample(source, file.head)) {
          notes.push(`第 ${source.line} 行是模板的示例，没有导入`)
          continue
        }
        const { row, refusals } = readRow(resource, file.head, source, rules.rule)
        faults.add(refusals)
        if (refusals.length === 0) rows.push(row)
        if (++linesRead > importRowsMax) throw refuseFile(`一个文件最多 ${importRowsMax} 行，请拆分后分别导入`)
      }
      await turn()
    }
    const cut = file.cutOff()
    if (cut) faults.add([{ line: cut.line, column: null, value: null, reason: cut.reason }])
    await record.lines({ lines_read: linesRead, lines_refused: 0 })
    await record.recognised({ notes })
    faults.throwIfAny()
    if (linesRead === 0) throw refuseFile('文件里没有数据行，请填写后再上传')
    return { columns: file.head.columns.filter(c => c !== null), rows, notes }
  } finally {
    await file.close()
  }
}

/** References by their names, then rows that mean the same record: only now are keys known. */
async function lookUpNames({ record, context, resource, check }: Run, { columns, rows }: Read): Promise<ImportRow[]> {
  await record.step('校验', shares.read)
  const references = new References(context, columns)
  const faults = new Faults()
  const named: ImportRow[] = []
  const lineOf = new Map<string, number>()
  for (let at = 0; at < rows.length; at += batchRows) {
    check()
    const { rows: batch, refusals } = await references.replaced(rows.slice(at, at + batchRows))
    faults.add(refusals)
    const faulty = new Set(refusals.map(r => r.line))
    for (const row of batch) {
      if (faulty.has(row.line)) continue
      const key = keyOf(resource, row.values)
      const before = lineOf.get(key)
      if (before !== undefined)
        faults.add([
          {
            line: row.line,
            column: keyTitle(resource),
            value: null,
            reason: `与第 ${before} 行重复：${keyTitle(resource)}相同，请只保留一行`,
          },
        ])
      else lineOf.set(key, row.line)
    }
    named.push(...batch)
    // names already known need no query: without a turn of its own the loop would keep other people's calls waiting
    await turn()
  }
  faults.throwIfAny()
  return named
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
      const faults = new Faults()
      const sum = { inserted: 0, updated: 0, unchanged: 0 }
      let notedAt = Date.now()
      for (let at = 0; at < rows.length; at += batchRows) {
        check()
        const done = await mergeBatch({ context, tx, resource, columns, hooks: rules.hooks }, rows.slice(at, at + batchRows))
        faults.add(done.refusals)
        for (const what of ['inserted', 'updated', 'unchanged'] as const) sum[what] += done[what]
        if (Date.now() - notedAt >= noteEveryMs) {
          notedAt = Date.now()
          await record.step('写入', shares.names + (1 - shares.names) * (at / rows.length))
        }
      }
      faults.throwIfAny()
      await writeAudit(context, tx, {
        subject: resource.table,
        recordId: null,
        verb: 'import',
        before: null,
        after: { importId: record.run.id, fileName: record.run.file_name, ...sum },
      })
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
