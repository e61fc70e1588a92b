/** Calls about imports: history, details, cancelling, deletion of what one import brought. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { Boolean as Flag, Object as O, Optional, String as Text } from 'typebox'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { writeAudit } from '../trail/write-audit.ts'
import type { BatchTask, UndoResult } from '#platform/declare/wire.ts'
import { undoBatch } from '../batches/undo.ts'
import { may } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { AnyFamily } from '../contract/file-family.ts'
import { anyTable } from '../db/any-table.ts'
import { refuse } from '../calls/refusal.ts'
import { act, call } from '../calls/verbs.ts'
import type { Blob, RouteMap } from '../contract/route.ts'
import { fileOf } from '../files/download.ts'
import { importRun, taskStates } from '../db/house-tables.ts'
import { uploadRoutes } from './upload-routes.ts'
import { importDetails, refusalsAsWorkbook } from './details.ts'
import { correctionsInput, mappingInput } from './mapping-input.ts'
import { annotatedFile } from './resource-annotated.ts'
import { previewImport } from './resource-preview.ts'
import { isResourceFamily } from './resource-upload.ts'
import { endQueued } from './import-task.ts'
import { endClaims } from './claims.ts'
import { acceptImport } from './findings.ts'
import { followGaps } from './statement-gaps.ts'
import { lockOwner, lockShop } from './lock-shop.ts'
import { Id } from '../calls/wire-types.ts'

const byId = O({ id: Id('导入记录') })
const deletedState = 6

/** Sets the flag that the job reads; an import that has not begun ends at once. */
async function cancelImport(context: Context, id: string): Promise<null> {
  const wasQueued = await context.write(async tx => {
    const run = await tx.selectFrom('import_run').select(['id', 'state', 'created_by']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!run) throw refuse.unknown(['导入记录', 'Import'])
    if (run.created_by !== context.caller.accountId && !context.caller.systemAdmin) throw refuse.forbidden(sentence`只能取消自己发起的导入`)
    const isAtRest = run.state === taskStates.queued[0] || run.state === taskStates.waiting[0]
    if (!isAtRest && run.state !== taskStates.running[0]) throw refuse.rule(sentence`导入已结束，不能取消`)
    const queued = isAtRest
      ? { state: 4 as const, finished_at: context.now().toISOString(), message: toStored(sentence`已取消，没有合并任何数据`) }
      : {}
    await tx
      .updateTable('import_run')
      .set({ cancel_requested: true, ...queued })
      .where('id', '=', id)
      .execute()
    return isAtRest
  })
  if (wasQueued) await endQueued(context.house, id)
  return null
}

/** Removes the lines that one import brought; lines that another import met again are handed on to it. */
async function deleteImport(context: Context, id: string): Promise<object> {
  const run = await context.db
    .selectFrom('import_run')
    .select(['id', 'state', 'kind', 'family', 'shop_id', 'owner_id', 'file_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!run) throw refuse.unknown(['导入记录', 'Import'])
  if (isResourceFamily(run.family)) return undoImport(context, run)
  const family = context.house.registry.families.find(f => f.code === run.family)
  if (run.state !== 2 || !family) throw refuse.rule(sentence`只有已完成的导入可以删除`)
  if (!may(context.caller, family.permission, operations.remove)) throw refuse.forbidden()
  const ownerId = await ownerInReach(context, family, run)
  const outcome = await context.house
    .unscoped('import: removes the lines of a run whose shop the caller was granted')
    .transaction()
    .execute(async tx => {
      await sql`select begin_write(${context.caller.orgId})`.execute(tx)
      await (family.ownerOf ? lockOwner(tx, family.ownerOf.table, ownerId) : lockShop(tx, ownerId))
      const locked = await tx
        .updateTable('import_run')
        .set({ state: deletedState })
        .where('id', '=', id)
        .where('state', '=', 2)
        .executeTakeFirst()
      if (locked.numUpdatedRows !== 1n) throw refuse.conflict(sentence`这次导入正在被其他人处理，请刷新后再试`)
      const done = await removeLines(context, tx, family, { importId: id, ownerId })
      await writeAudit(context, tx, {
        subject: importRun.table,
        recordId: id,
        verb: 'deleteImport',
        before: { fileName: run.file_name },
        after: done,
      })
      return done
    })
  return outcome
}

async function removeLines(context: Context, tx: Tx, family: AnyFamily, of: { readonly importId: string; readonly ownerId: string }) {
  const { orgId } = context.caller
  const task = { house: context.house, tx, orgId, importId: of.importId, now: context.now() }
  await tx.deleteFrom('import_finding').where('import_id', '=', of.importId).execute()
  if (family.ownerOf) {
    const done = await family.remove({ ...task, ownerId: of.ownerId })
    await followGaps(tx, { orgId, table: family.ownerOf.table, ownerId: of.ownerId }, task.now)
    return done
  }
  const done = await family.remove({ ...task, shopId: of.ownerId })
  for (const follower of context.house.registry.filesFollowers.get(family.code) ?? [])
    await follower.follow({ ...task, shopId: of.ownerId, isRemoval: true })
  await endClaims(tx, family, orgId, of.ownerId)
  return done
}

/** The owner of an import, which the caller must have been granted or see. */
async function ownerInReach(
  context: Context,
  family: AnyFamily,
  run: { readonly shop_id: string | null; readonly owner_id: string | null },
): Promise<string> {
  const id = family.ownerOf ? run.owner_id : run.shop_id
  if (id === null) throw refuse.rule(sentence`只有已完成的导入可以删除`)
  const isSeen = family.ownerOf
    ? (await anyTable(context.db).selectFrom(family.ownerOf.table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    : context.caller.shops.includes(id)
  if (!isSeen) throw refuse.forbidden()
  return id
}

/** The import of a list: new records go, changed ones get their old values, those that changed again are named and left. */
async function undoImport(
  context: Context,
  run: { readonly id: string; readonly kind: string | null; readonly state: number },
): Promise<UndoResult | BatchTask> {
  const r = context.house.registry.types.get(run.kind?.replace(/^resource:/, '') ?? '')
  const batch = await context.db
    .selectFrom('list_batch')
    .select('id')
    .where('import_id', '=', run.id)
    .where('subject', '=', r?.table ?? '')
    .executeTakeFirst()
  if (run.state !== 2 || !r || !batch) throw refuse.rule(sentence`这次导入不能整批撤销，请在列表中修改或删除相应的记录`)
  return undoBatch(context, r, batch.id)
}

const ofFile = O({
  type: Text({ title: '列表', maxLength: 100 }),
  fileId: Id('文件'),
  mapping: Optional(mappingInput),
  corrections: Optional(correctionsInput),
})
const annotatedInput = O({ ...ofFile.properties, refusedOnly: Optional(Flag({ title: '只要有误的行' })) })

/** The file as it came: data files are their owner's and the system administrators'. */
async function originalOf(context: Context, id: string): Promise<Blob> {
  const run = await context.db.selectFrom('import_run').select('file_id').where('id', '=', id).executeTakeFirst()
  if (!run) throw refuse.unknown(['导入记录', 'Import'])
  const stored = await context.db.selectFrom('stored_file').selectAll().where('id', '=', run.file_id).executeTakeFirst()
  if (!stored || (stored.account_id !== context.caller.accountId && !context.caller.systemAdmin))
    throw refuse.forbidden(sentence`只有导入人和系统管理员可以下载原文件`)
  const file = await fileOf(context, stored.id)
  return {
    blob: await context.house.files.get(file.storage_key),
    size: Number(file.size),
    fileName: file.name,
    contentType: file.content_type,
  }
}

export const importRoutes: RouteMap = {
  ...uploadRoutes,
  'POST /fileImport/preview': call({ demand: signedIn, summary: '导入预览', input: ofFile, write: false }, (context, ask) =>
    previewImport(context, ask.input),
  ),
  'POST /fileImport/annotated': call(
    { demand: signedIn, summary: '下载标注错误的文件', input: annotatedInput, write: false },
    (context, ask) => annotatedFile(context, ask.input),
  ),
  'POST /fileImportHistory/details': call({ demand: signedIn, summary: '导入详情', input: byId, write: false }, (context, ask) =>
    importDetails(context, ask.input['id'] as string),
  ),
  'POST /fileImportHistory/errorsExport': call({ demand: signedIn, summary: '下载拒绝的行', input: byId, write: false }, (context, ask) =>
    refusalsAsWorkbook(context, ask.input['id'] as string),
  ),
  'POST /fileImportHistory/cancel': call({ demand: signedIn, summary: '取消导入', input: byId }, (context, ask) =>
    cancelImport(context, ask.input['id'] as string),
  ),
  'POST /fileImportHistory/accept': call(
    {
      demand: signedIn,
      summary: '确认导入',
      input: O({ id: Id('导入记录'), reason: Text({ title: '理由', maxLength: 200 }) }),
    },
    (context, ask) => acceptImport(context, ask.input['id'] as string, ask.input['reason'] as string),
  ),
  'POST /fileImportHistory/original': act(
    importRun,
    { name: 'original', title: ['下载原文件', 'Download the file'], over: 'row', operation: operations.view, result: 'file' },
    (context, ask) => originalOf(context, asText(ask.input['id'] ?? '')),
    byId,
  ),
  'POST /fileImportHistory/delete': act(
    importRun,
    {
      name: 'deleteImport',
      title: ['删除本次导入', 'Delete this import'],
      over: 'row',
      operation: operations.remove,
      confirm: [
        '将撤下这次导入带来的数据：报表的行会删除（其他文件里也有的会保留），利润随之重算；资料恢复为导入前的样子，之后改过的会保留。确定吗？',
        'All lines that this import brought are removed. Continue?',
      ],
    },
    (context, ask) => deleteImport(context, asText(ask.input['id'] ?? '')),
    byId,
  ),
}
