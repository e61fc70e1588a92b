/** Batches: what one person did to records at once, to one by a form or to many, and for a day what the records were before. */
import { bigInteger, choice, flag, integer, json, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

export const batchKinds = { edit: 1, remove: 2, import: 3, undo: 4, add: 5, change: 6 } as const
export type BatchKind = keyof typeof batchKinds

export const listBatch = resource('list_batch', {
  title: ['批次', 'Batch'],
  access: { scope: ownOrganisation },
  fields: {
    accountId: bigInteger('操作人', 'By'),
    /** table whose records were changed */
    subject: text('对象', 'Subject'),
    kind: choice('种类', 'Kind', {
      edit: [batchKinds.edit, '批量修改', 'Edit'],
      remove: [batchKinds.remove, '批量删除', 'Delete'],
      import: [batchKinds.import, '导入', 'Import'],
      undo: [batchKinds.undo, '撤销', 'Undo'],
      add: [batchKinds.add, '新增', 'Add'],
      change: [batchKinds.change, '修改', 'Change'],
    }),
    rows: integer('行数', 'Rows', { default: 0 }),
    taskId: bigInteger('任务', 'Task', { optional: true }),
    importId: bigInteger('导入', 'Import', { optional: true }),
    /** the batch that took this one back */
    undoneBy: bigInteger('撤销批次', 'Undone by', { optional: true }),
    /** whether it can be taken back from its images alone, for a day */
    undoable: flag('可撤销', 'Can be undone', { default: false }),
    /** what its record is called, where it is of one */
    label: text('记录', 'Record', { optional: true }),
  },
  storage: {
    index: [
      ['createdAt'],
      ['accountId', 'createdAt'],
      { on: ['taskId'], where: 'task_id is not null' },
      { on: ['importId'], where: 'import_id is not null' },
    ],
  },
})

export const outcomes = { added: 1, changed: 2, removed: 3, unchanged: 4, refused: 5 } as const

/** What became of each record of a batch; `before` is the whole row, kept until nobody may undo it any more. */
export const batchRow = resource('list_batch_row', {
  title: ['批次的行', 'Row of a batch'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    batchId: bigInteger('批次', 'Batch'),
    recordId: text('记录', 'Record'),
    outcome: choice('结果', 'Outcome', {
      added: [outcomes.added, '已新增', 'Added'],
      changed: [outcomes.changed, '已修改', 'Changed'],
      removed: [outcomes.removed, '已删除', 'Deleted'],
      unchanged: [outcomes.unchanged, '未变', 'Unchanged'],
      refused: [outcomes.refused, '未处理', 'Refused', 'warn'],
    }),
    before: json<unknown>('之前', 'Before'),
    /** the record's version after the batch: another one tells that it has changed since */
    version: integer('版本', 'Version', { optional: true }),
    reason: text('原因', 'Reason', { optional: true }),
  },
  storage: { primary: ['batchId', 'recordId'] },
})

export const batchTables = { listBatch, batchRow }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof batchTables> {}
}
