/** Dry run of a list's import: columns matched, every row checked and compared with what is stored; nothing of the file is written. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { asText } from '#platform/format/text.ts'
import type { Field } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Correction, ImportPreview, ImportPreviewRow } from '#platform/declare/import-preview.ts'
import { may } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { readAhead } from '../lists/read-ahead.ts'
import { anyTable } from '../db/any-table.ts'
import { visibleDocument } from '../lists/column-rights.ts'
import { ImportRefused } from './import-refused.ts'
import { ListReader } from './list-reader.ts'
import { ListCheck, type CheckedPortion, type CheckTask, type Faults } from './resource-check.ts'
import { DocumentMerge } from './document-merge.ts'
import { headOf, importFields, meaningsOf, type Head, type Mapping } from './resource-fields.ts'
import { remember, remembered } from './resource-mapping.ts'
import { planPortion } from './plan-portion.ts'
import { PlannedOverlaps } from './planned-overlaps.ts'
import { bytesMax, checkMapping, mayBePartial } from './resource-upload.ts'

const rowsShown = 50
/** rows with a fault that are shown beside them, and rows of a file of which the cells are looked at for that */
const faultyShown = 200
const cellsSeen = 20_000
const errorsShown = 200
const samplesShown = 3

export interface PreviewAsk {
  readonly type: string
  readonly fileId: string
  readonly mapping?: Mapping
  readonly corrections?: readonly Correction[]
}

type By = ImportPreview['columns'][number]['by']
/** A file that is open, with its columns settled: by hand, as last time, or by their titles. */
export interface OpenedImport {
  readonly task: CheckTask
  readonly file: ListReader
  readonly fileName: string
  readonly mapping: Mapping
  readonly by: readonly By[]
  readonly head: Head
}

/** Opens an upload of the caller's own for a list he may import into; what the file is refused for is told as a message. */
export async function withImport<T>(context: Context, ask: PreviewAsk, work: (opened: OpenedImport) => Promise<T>): Promise<T> {
  const { resource: declared, imports } =
    context.house.registry.routes.find(r => r.verb === 'import' && r.resource?.type === ask.type) ?? {}
  if (!declared || !imports) throw refuse.unknown(['可导入的列表', 'List to import into'])
  const resource = visibleDocument(context, declared)
  if (!may(context.caller, permissionOf(resource), operations.import)) throw refuse.forbidden(sentence`没有导入${resource.title}的权限`)
  if (ask.mapping) checkMapping(resource, ask.mapping)
  const stored = await context.db
    .selectFrom('stored_file')
    .select(['name', 'size', 'storage_key'])
    .where('id', '=', ask.fileId)
    .where('upload_type', '=', 'IMPORT')
    .where('account_id', '=', context.caller.accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!stored) throw refuse.unknown(['上传的文件', 'Uploaded file'])
  if (Number(stored.size) > bytesMax) throw refuse.rule(sentence`${stored.name} 超过 ${bytesMax / 1_048_576}MB，请拆分后再上传`)
  const copy = await context.house.files.localCopy(stored.storage_key)
  try {
    const file = await ListReader.open(copy.path, resource, true)
    try {
      const { mapping, by } = await columnsOf(context, resource, file.headRow.cells, ask.mapping ?? null)
      const head = headOf(resource, file.headRow.line, file.headRow.cells, mapping)
      const corrections = ask.corrections ?? []
      const task = { context, resource, rules: imports, corrections, check: () => undefined, turn }
      return await work({ task, file, fileName: stored.name, mapping, by, head })
    } finally {
      await file.close()
    }
  } catch (error) {
    throw error instanceof ImportRefused ? refuse.rule(error.refusals[0]?.reason ?? sentence`文件被拒绝，没有合并任何数据`) : error
  } finally {
    await copy.release()
  }
}

async function columnsOf(
  context: Context,
  r: Resource,
  heads: readonly string[],
  byHand: Mapping | null,
): Promise<{ mapping: Mapping; by: By[] }> {
  const meanings = meaningsOf(r, heads)
  const last = byHand ? null : await remembered(context, r, heads)
  const mapping = heads.map((_, at) => {
    if (byHand) return byHand[at] ?? null
    if (last) return last[at] ?? null
    const meaning = meanings[at]
    return meaning && meaning !== 'passedOver' ? meaning.name : null
  })
  const by = mapping.map((name, at): By => {
    const meaning = meanings[at] ?? null
    if (name === null) return meaning === 'passedOver' ? 'system' : null
    if (meaning && meaning !== 'passedOver' && meaning.name === name) return 'title'
    return byHand ? 'hand' : 'remembered'
  })
  return { mapping, by }
}

export const previewImport = (context: Context, ask: PreviewAsk): Promise<ImportPreview> =>
  withImport(context, ask, async opened => {
    const { task, file, head, fileName, mapping, by } = opened
    const say = (wording: Wording): string => context.house.registry.inWords(wording, context.language)
    // a file with faults comes back corrected: its columns need not be chosen again
    if (ask.mapping && head.refusals.length === 0 && context.caller.viewer === undefined)
      await remember(context, task.resource, file.headRow.cells, ask.mapping)
    const common = {
      fileName,
      partial: mayBePartial(task.resource),
      fields: importFields(task.resource).map(({ name, field, required }) => ({ name, title: field.title[0], required })),
      headFaults: head.refusals.map(r => say(r.reason)),
    }
    const columns = (rows: readonly (readonly string[])[]): ImportPreview['columns'] =>
      file.headRow.cells.map((cell, at) => ({
        head: cell.trim(),
        field: mapping[at] ?? null,
        by: by[at] ?? null,
        sample: rows
          .map(cells => (cells[at] ?? '').trim())
          .filter(text => text !== '')
          .slice(0, samplesShown),
      }))
    if (head.refusals.length > 0)
      return {
        ...common,
        columns: columns(await firstCells(opened)),
        rows: [],
        counts: null,
        errors: [],
        errorsTotal: 0,
        notes: file.notes.map(say),
      }
    const check = new ListCheck(task, file, head, true)
    const shown: Seen[] = []
    const { faults } = check
    const counts = await compared(task, check, cellsSeen, seeing(shown, faults))
    const errors = faults.list
    return {
      ...common,
      columns: columns(shown.map(one => one.cells)),
      rows: shown.map(({ cells, row }) => ({
        line: row.line,
        state: counts.stateOf(row.line),
        cells: Object.fromEntries(
          head.columns.flatMap((column, at) =>
            column ? [[column.name, cellShown(column.field, row.values[column.name], cells[at])]] : [],
          ),
        ),
        faults: errors
          .filter(error => error.line === row.line)
          .map(error => ({ field: head.columns.find(c => c?.field.title[0] === error.column)?.name ?? null, reason: say(error.reason) })),
      })),
      counts: {
        read: check.linesRead,
        inserted: counts.inserted,
        updated: counts.updated,
        unchanged: counts.unchanged,
        refused: faults.rows,
      },
      errors: errors.slice(0, errorsShown).map(error => ({ ...error, reason: say(error.reason) })),
      errorsTotal: faults.total,
      notes: check.notes.map(say),
    }
  })

interface Seen {
  readonly row: CheckedPortion['seen'][number]['row']
  readonly cells: readonly string[]
}

/** Keeps the first rows, and further below those that have a fault. */
function seeing(shown: Seen[], faults: Faults): (portion: CheckedPortion) => void {
  let faulty = 0
  return ({ seen }) => {
    for (const { row, cells } of seen) {
      if (cells === null) continue
      const isFirst = shown.length - faulty < rowsShown
      if (!isFirst && (faulty >= faultyShown || !faults.has(row.line))) continue
      if (!isFirst) faulty += 1
      shown.push({ row, cells })
    }
  }
}

/** The first rows as they stand, of a file whose columns are not settled: no cell is turned into a value. */
async function firstCells({ file, head }: OpenedImport): Promise<readonly (readonly string[])[]> {
  const order = {
    headLine: head.line,
    columns: head.columns.map(() => null),
    cellsMax: rowsShown,
    withInput: false,
    zone: 'UTC',
    corrections: [],
  }
  for await (const portion of file.portions(order)) return portion.cells
  return []
}

interface Compared {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  stateOf(line: number): ImportPreviewRow['state']
}

/**
 * The good rows against what is there, through the caller's own door; a row that may not be changed joins the faults. `see` gets each
 * portion once it is judged.
 */
export async function compared(
  task: CheckTask,
  check: ListCheck,
  cellsMax: number,
  see: (portion: CheckedPortion) => void,
): Promise<Compared> {
  const { faults } = check
  const sum = { inserted: 0, updated: 0, unchanged: 0 }
  const [fresh, changed] = [new Set<number>(), new Set<number>()]
  const db = anyTable(task.context.db)
  const asked = { context: task.context, resource: task.resource, columns: check.columns, hooks: task.rules.hooks }
  const documents = task.resource.joins === undefined ? null : new DocumentMerge({ ...asked, rules: task.rules })
  const days = new PlannedOverlaps(task.resource.joins?.lines ?? task.resource)
  for await (const portion of readAhead(check.portions(cellsMax))) {
    const plan = await (documents === null ? planPortion(asked, db, portion.rows, false) : documents.plan(db, portion.rows, days))
    if (documents === null) days.add(plan.fresh, plan.changes)
    faults.add(plan.refusals)
    const changes = plan.changes.filter(({ row }) => !faults.has(row.line))
    sum.inserted += plan.fresh.length
    sum.updated += changes.length
    sum.unchanged += portion.rows.length - plan.fresh.length - plan.changes.length
    for (const row of plan.fresh) fresh.add(row.line)
    for (const { row } of changes) changed.add(row.line)
    see(portion)
  }
  if (faults.total === 0) faults.add(await days.refusals(task.context, db))
  return {
    ...sum,
    stateOf: line => (faults.has(line) ? 'refused' : fresh.has(line) ? 'inserted' : changed.has(line) ? 'updated' : 'unchanged'),
  }
}

/** As it would be stored, in words; what could not be read stays as it was typed. */
function cellShown(field: Field, value: unknown, typed: string | undefined): string {
  if (value === undefined) {
    const fallback = field.options.default
    if (fallback === undefined) return (typed ?? '').trim()
    return cellShown(field, fallback, typed)
  }
  if (value === null) return (typed ?? '').trim()
  if (field.choices) return Object.values(field.choices).find(([code]) => code === value)?.[1] ?? asText(value)
  if (field.kind === 'flag') return value === true ? '是' : '否'
  if (field.kind === 'month') return asText(value).slice(0, 7)
  return Array.isArray(value) ? value.join('、') : asText(value)
}
