/** The details of one import, while it runs and afterwards. */
import { fromStored } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { may } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import type { FieldWords } from '../contract/list-words.ts'
import { tableFile } from '../exports/table-file.ts'
import { add, subtract } from '#platform/format/decimal.ts'
import { refuse } from '../calls/refusal.ts'
import type { Blob } from '../contract/route.ts'
import { labelsOf } from '../lists/labels.ts'
import { importRun, taskStates } from '../db/house-tables.ts'
import { personIn } from '../trail/server-name.ts'
import { stateOf } from '../tasks/task-state.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const errorsShownMax = 200
const batchRows = 1_000
/** imports by which the time of those that wait is reckoned */
const lastOnes = 20

/** Whoever began an import sees what becomes of it; the imports of others are for those who may see the history. */
async function runOf(context: Context, id: string) {
  const { caller } = context
  const run = await context.db.selectFrom('import_run').selectAll().where('id', '=', id).executeTakeFirst()
  if (!run || (run.created_by !== caller.accountId && !may(caller, permissionOf(importRun), operations.view)))
    throw refuse.unknown(['导入记录', 'Import'])
  return run
}

const inLanguage = (context: Context, title: Title): string => title[context.language === 'zh' ? 0 : 1]

/** What the file kind is called today, in the reader's language; the stored name where the kind is gone or is a list's. */
function kindTitle(context: Context, code: string | null, stored: string | null): string | null {
  const { registry } = context.house
  const kind = registry.families.flatMap(f => f.kinds).find(k => k.code === code)
  return kind === undefined ? stored : inLanguage(context, kind.title)
}

/** Lists keep what a file's kind was called in Chinese; who reads English finds and sees the English name of it. */
export const fileKindWords: FieldWords = {
  shown: (context, stored) => titlesOf(context).find(([zh]) => zh === stored)?.[context.language === 'zh' ? 0 : 1] ?? stored,
  stored: (context, shown) =>
    context.language === 'zh' ? shown : (titlesOf(context).find(([, en]) => en.toLowerCase().includes(shown.toLowerCase()))?.[0] ?? shown),
}
const titlesOf = ({ house: { registry } }: Context): Title[] => [
  ...registry.families.flatMap(family => family.kinds.map(kind => kind.title)),
  ...[...registry.resources.values()].map(r => r.title),
]

/** A control total is called what the lines' own table calls its column. */
function totalTitle(context: Context, familyCode: string | null, name: string): string {
  const { registry } = context.house
  const family = registry.families.find(f => f.code === familyCode)
  const table = family?.factTable ?? family?.monthTables[0] ?? ''
  return inLanguage(context, ownValue(registry.resources.get(table)?.fields, name)?.title ?? ['合计', 'Total'])
}

/** The imports of a file of several statements, in its order. */
async function partsOf({ db }: Context, { part, ...run }: { part: number | null; task_id: string; file_id: string }): Promise<string[]> {
  if (part === null) return []
  const own = db.selectFrom('import_run').select('id').where('task_id', '=', run.task_id).where('file_id', '=', run.file_id)
  return (await own.orderBy('part').execute()).map(one => one.id)
}

/** How many files are before one that waits, and how long they take: as long as the last twenty that ended. */
async function queueOf({ house, caller }: Context, { id, state }: { id: string; state: number }): Promise<ImportDetails['queue'] | null> {
  if (state !== taskStates.queued[0]) return null
  const db = house.unscoped('import: how many files wait before one of the caller, without their names')
  const [before, took] = await Promise.all([
    db
      .selectFrom('import_run')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('org_id', '=', caller.orgId)
      .where('state', 'in', [taskStates.queued[0], taskStates.running[0]])
      .where('id', '<', id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom(
        db
          .selectFrom('import_run')
          .select(sql<number>`extract(epoch from finished_at - started_at)`.as('seconds'))
          .where('org_id', '=', caller.orgId)
          .where('state', '=', taskStates.done[0])
          .where('started_at', 'is not', null)
          .where('finished_at', 'is not', null)
          .orderBy('id', 'desc')
          .limit(lastOnes)
          .as('t'),
      )
      .select(sql<string | null>`avg(t.seconds)::text`.as('each'))
      .executeTakeFirstOrThrow(),
  ])
  return { files: before.n, seconds: took.each === null ? null : Math.ceil(Number(took.each) * before.n) }
}

export async function importDetails(context: Context, id: string): Promise<ImportDetails> {
  const run = await runOf(context, id)
  const sealed = context.house.unscoped('import: refused lines of a run that the caller may see')
  const [errors, count, labels] = await Promise.all([
    sealed
      .selectFrom('import_refusal')
      .select(['line', 'column_title as column', 'value', 'reason'])
      .where('import_id', '=', id)
      .orderBy('ordinal')
      .limit(errorsShownMax)
      .execute(),
    sealed
      .selectFrom('import_refusal')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow(),
    labelsOf(context, 'shop', 'id', run.shop_id === null ? [] : [run.shop_id]),
  ])
  const [parts, queue] = await Promise.all([partsOf(context, run), queueOf(context, run)])
  const { language, house } = context
  const said = (text: string): string => house.registry.inWords(fromStored(text), language)
  const isRefusedWhole = errors.length === 0 && run.message !== null && run.state > 2 && run.state !== taskStates.waiting[0]
  return {
    id,
    fileName: run.file_name,
    kind: run.kind,
    kindTitle: kindTitle(context, run.kind, run.kind_title),
    shopId: run.shop_id,
    shopIdLabel: run.shop_id === null ? null : (labels.get(run.shop_id) ?? null),
    ownerName: run.owner_name,
    state: stateOf(run.state),
    progress: run.progress === null ? null : Number(run.progress),
    step: said(run.step),
    lines: { read: run.lines_read, merged: run.lines_merged, unchanged: run.lines_unchanged, refused: run.lines_refused },
    errors: isRefusedWhole
      ? [{ line: null, column: null, value: null, reason: said(run.message ?? '') }]
      : errors.map(error => ({ ...error, reason: said(error.reason) })),
    errorsTotal: isRefusedWhole ? 1 : count.n,
    unmappedTypes: run.unmapped?.types ?? [],
    unmappedSkus: run.unmapped?.skus ?? [],
    controlTotals: (run.control_totals ?? []).map(t => ({
      name: t.name,
      title: totalTitle(context, run.family, t.name),
      currency: t.currency,
      file: t.stated ?? t.summed,
      merged: t.merged ?? '0',
      unchanged: t.unchanged ?? '0',
      difference: subtract(t.stated ?? t.summed, add(t.merged ?? '0', t.unchanged ?? '0')),
    })),
    doubts: (run.doubts ?? []).map(doubt => ({
      ...doubt,
      what: house.registry.inWords(doubt.what, language),
      difference: subtract(doubt.stated, doubt.found),
    })),
    accepted: run.accept_reason === null ? null : { by: personIn(run.accepted_by_name ?? '', language), reason: run.accept_reason },
    ...(parts.length > 0 ? { parts } : {}),
    ...(run.first_day === null || run.last_day === null ? {} : { days: { first: run.first_day, last: run.last_day } }),
    ...(queue === null ? {} : { queue }),
    notes: (run.notes ?? []).map(note => house.registry.inWords(note, language)),
    startedAt: run.started_at,
    finishedAt: run.finished_at,
    createdAt: run.created_at,
    createdBy: personIn(run.created_by_name, language),
  }
}

/** Every refused line as a workbook. */
export async function refusalsAsWorkbook(context: Context, id: string): Promise<Blob> {
  const run = await runOf(context, id)
  const sealed = context.house.unscoped('import: refused lines of a run that the caller may see')
  const said = (text: string): string => context.house.registry.inWords(fromStored(text), context.language)
  async function* rows() {
    for (let after = 0; ;) {
      const page = await sealed
        .selectFrom('import_refusal')
        .select(['ordinal', 'line', 'column_title', 'value', 'reason'])
        .where('import_id', '=', id)
        .where('ordinal', '>', after)
        .orderBy('ordinal')
        .limit(batchRows)
        .execute()
      const last = page.at(-1)
      if (!last) return
      yield page.map(r => [r.line, r.column_title, r.value, said(r.reason)])
      after = last.ordinal
    }
  }
  const columns = [
    { title: '行', kind: 'integer' as const, width: 10 },
    { title: '列', kind: 'text' as const, width: 24 },
    { title: '值', kind: 'text' as const, width: 30 },
    { title: '原因', kind: 'text' as const, width: 80 },
  ]
  return tableFile({
    name: `拒绝的行-${run.file_name}`,
    title: '拒绝的行',
    columns,
    rows: rows(),
    notes: [
      ['文件', run.file_name],
      ['说明', said(run.message ?? '')],
    ],
  })
}
