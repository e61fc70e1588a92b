/** How a batch that is a task ends: a workbook that tells of each row, and the way back where there is one. */
import { fromStored, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import { storeBlob } from '../exports/store-blob.ts'
import { cellsOf, tableFile } from '../exports/table-file.ts'
import { anyTable } from '../db/any-table.ts'
import { labelColumn, primaryColumns } from '../lists/columns.ts'
import { batchKinds, batchRow, listBatch, outcomes } from '../records/batch-tables.ts'
import { noteTaskIn } from '../tasks/task-notes.ts'

/** Whether the rows of this task were written and only their workbook may be missing: its process was killed in between. */
export const isWritten = async (context: Context, taskId: string): Promise<boolean> =>
  (await context.db.selectFrom('list_batch').select('id').where('task_id', '=', taskId).executeTakeFirst()) !== undefined

const streamedRows = 2_000
const hasId = (r: Resource): boolean => primaryColumns(r).join() === 'id'

interface BatchLine {
  readonly record_id: string
  readonly outcome: number
  readonly reason: string | null
  readonly label: string | null
}

/** The workbook of the batch's rows, and the end of the task. */
export async function finishBatch(context: Context, r: Resource, taskId: string): Promise<void> {
  const batch = await context.db
    .selectFrom('list_batch')
    .select(['id', 'rows', 'kind'])
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
  const say = (reason: string): string => context.house.registry.inWords(fromStored(reason), context.language)
  const words = new Map(Object.values(batchRow.fields.outcome.choices).map(([code, zh]) => [code as number, zh as string]))
  const label = sql.lit(labelColumn(r))
  // rows that were not written have no image: they are called what they are called now
  const named = hasId(r)
    ? sql<string | null>`coalesce(before->>${label}, to_jsonb(named)->>${label})`
    : sql<string | null>`before->>${label}`
  const rows = context.snapshot(db =>
    anyTable(db)
      .selectFrom('list_batch_row')
      .$if(hasId(r), query =>
        query.leftJoin(`${r.table} as named`, join => join.on(sql<boolean>`named.id = list_batch_row.record_id::bigint`)),
      )
      .select(['list_batch_row.record_id', 'list_batch_row.outcome', 'list_batch_row.reason', named.as('label')])
      .where('list_batch_row.batch_id', '=', batch.id)
      .orderBy('list_batch_row.record_id')
      .$castTo<BatchLine>()
      .stream(streamedRows),
  )
  const title = `${Object.values(listBatch.fields.kind.choices).find(([code]) => code === batch.kind)?.[1] ?? ''}${r.title[0]}`
  const made = tableFile({
    name: `${title}-结果`,
    title: '结果',
    columns: [
      { title: r.title[0], kind: 'text', width: 30 },
      { title: '编号', kind: 'text', width: 20 },
      { title: '结果', kind: 'text', width: 12 },
      { title: '原因', kind: 'text', width: 40 },
    ],
    rows: cellsOf(rows, row => [row.label, row.record_id, words.get(row.outcome) ?? '', row.reason === null ? null : say(row.reason)]),
  })
  const file = await storeBlob(context, made)
  const { left } = await context.db
    .selectFrom('list_batch_row')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('batch_id', '=', batch.id)
    .where('outcome', '=', outcomes.refused)
    .executeTakeFirstOrThrow()
  const message = left === 0 ? sentence`已处理 ${batch.rows} 行` : sentence`已处理 ${batch.rows} 行，${left} 行没有处理，原因见结果文件`
  await context.write(async tx => {
    const result = { ...file, type: r.type, batchId: batch.kind === batchKinds.undo ? null : batch.id }
    await noteTaskIn(context, tx, taskId, { state: 'done', progress: 1, result, message })
  })
}
