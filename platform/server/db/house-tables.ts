/** Tables of the platform itself: audit trail, tasks, stored files, imports. */
import type { Part } from '#platform/declare/sentence.ts'
import {
  bigInteger,
  choice,
  computed,
  date,
  dateTime,
  flag,
  hash,
  integer,
  json,
  longText,
  money,
  decimal,
  reference,
  text,
  texts,
} from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { shopSheetSeen } from '#platform/declare/shop-sheet.ts'
import { grantedShopsAndKeepersOrNone, ownOrganisation, ownedByAccount, serverOnly, through } from '#platform/declare/scope.ts'
import type { ControlTotal, Doubt } from '#platform/declare/file-kind.ts'
import type { StatementEdge } from '../contract/file-family.ts'

/**
 * Who changed what from what to what, when, from where and by which call: one row per record, or one per batch or import. Append-only for
 * the runtime role, a table a month, and sealed in blocks (audit/seal.ts).
 */
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const auditEntry = resource('audit_entry', {
  type: 'auditEntry',
  title: ['操作记录', 'Audit trail'],
  access: { scope: ownOrganisation, permission: 'admin.audit' },
  fields: {
    at: dateTime('时间', 'At', { filter: 'range', sort: true, width: 170 }),
    accountId: bigInteger('账号', 'Account', { optional: true, show: false }),
    accountName: text('操作人', 'By', { filter: 'contains', width: 110 }),
    /** for whom he acted, where not for himself */
    actingForId: bigInteger('代办账号', 'Acting for account', { optional: true, show: false }),
    actingFor: text('代谁', 'Acting for', { optional: true, show: false }),
    subject: text('对象', 'Subject', { filter: 'equals', width: 150 }),
    recordId: text('记录编号', 'Record no.', { optional: true, show: false, filter: 'equals', width: 120 }),
    /** filled in by the call of the list (audit/record-names.ts) */
    recordName: computed.pure(text('记录', 'Record', { optional: true, width: 180 }), ['recordId'], textOrNull),
    verb: text('动作', 'Verb', { filter: 'equals', width: 110 }),
    before: json<unknown>('之前', 'Before', { optional: true }),
    after: json<unknown>('之后', 'After', { optional: true }),
    /** what was said of it: why a step was taken */
    note: text('说明', 'Note', { optional: true, filter: 'contains', width: 200 }),
    address: text('来源地址', 'Address', { optional: true, filter: 'equals', width: 130 }),
    via: text('经由', 'Via', { optional: true, filter: 'contains', width: 240 }),
    requestId: text('请求编号', 'Request', { optional: true, show: false, filter: 'equals' }),
    /** SHA-256 of all of it but the number, hex (trail/entry-hash.ts) */
    rowHash: text('摘要', 'Hash', { hidden: true }),
  },
  list: {
    sort: { field: 'at', way: 'DESC' },
    empty: ['每一次修改、登录和导出都记在这里', 'Every change, sign-in and export is kept here'],
  },
  record: {
    // an entry is never changed, and says itself what was
    recordPage: { head: ['accountName', 'subject', 'verb'], tabs: ['fields'] },
  },
  storage: {
    appendOnly: true,
    byMonth: 'at',
    index: [
      ['orgId', '-at'],
      ['subject', 'recordId', '-at'],
      ['orgId', 'accountId', '-at'],
    ],
  },
})

/**
 * Entries of the trail sealed together, chained by hashes: what was changed, removed or put in afterwards shows. One chain over all
 * organisations.
 */
export const auditBlock = resource('audit_block', {
  title: ['操作记录封存', 'Audit block'],
  access: { scope: serverOnly },
  fields: {
    no: bigInteger('序号', 'No.'),
    sealedAt: dateTime('封存时间', 'Sealed at'),
    firstAt: dateTime('最早时间', 'First'),
    lastAt: dateTime('最晚时间', 'Last'),
    /** hash of the block before, hex */
    previous: text('上一块摘要', 'Previous hash'),
    hash: text('摘要', 'Hash'),
    /** `id:hash` of each entry, sorted; `month:YYYY-MM` where a month was removed by policy */
    entries: texts('记录', 'Entries'),
  },
  storage: { appendOnly: true, primary: ['no'], index: [['-lastAt']] },
})

export const taskStates = {
  queued: [0, '排队中', 'Queued', 'quiet'],
  running: [1, '进行中', 'Running', 'info'],
  done: [2, '已完成', 'Done', 'good'],
  refused: [3, '已拒绝', 'Refused', 'warn'],
  cancelled: [4, '已取消', 'Cancelled', 'quiet'],
  failed: [5, '失败', 'Failed', 'bad'],
  /** a file whose figures do not follow waits for a person's yes */
  waiting: [7, '待确认', 'To be confirmed', 'warn'],
} as const
const state = () => choice('状态', 'State', taskStates, { filter: 'select', default: 0 })

/** Long work a person asked for. The queue forgets finished jobs, this does not. */
export const task = resource('task', {
  type: 'task',
  title: ['任务', 'Task'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: bigInteger('账号', 'Account'),
    kind: text('种类', 'Kind'),
    title: text('任务', 'Task'),
    state: state(),
    progress: decimal('进度', 'Progress', 4, { optional: true }),
    step: text('步骤', 'Step', { default: '' }),
    cancelRequested: flag('请求取消', 'Cancel requested', { default: false }),
    message: longText('说明', 'Message', { optional: true }),
    result: json<unknown>('结果', 'Result', { optional: true }),
    startedAt: dateTime('开始时间', 'Started', { optional: true }),
    finishedAt: dateTime('结束时间', 'Finished', { optional: true }),
  },
  storage: { index: [['accountId', '-createdAt']] },
})

export const storedFile = resource('stored_file', {
  title: ['文件', 'File'],
  access: { scope: ownOrganisation },
  fields: {
    accountId: bigInteger('上传人', 'By'),
    storageKey: text('存储键', 'Storage key', { hidden: true }),
    name: text('文件名', 'Name'),
    size: bigInteger('大小', 'Size'),
    sha256: text('摘要', 'SHA-256'),
    uploadType: text('用途', 'Upload type'),
    contentType: text('类型', 'Content type'),
    deletedAt: dateTime('删除时间', 'Deleted', { optional: true }),
  },
  storage: { index: [['sha256']] },
})

/** One file's import. A file is merged whole or not at all. */
export const importRun = resource('import_run', {
  type: 'fileImportHistory',
  title: ['导入记录', 'Imports'],
  access: { scope: grantedShopsAndKeepersOrNone, permission: 'files.import' },
  fields: {
    taskId: bigInteger('任务', 'Task', { hidden: true }),
    fileId: bigInteger('文件', 'File', { hidden: true }),
    fileName: text('文件名', 'File', { filter: 'contains', width: 260 }),
    state: choice(
      '状态',
      'State',
      { ...taskStates, deleted: [6, '已删除', 'Deleted', 'quiet'] },
      { filter: 'select', default: 0, width: 90 },
    ),
    kind: text('文件种类代码', 'Kind code', { optional: true, show: false }),
    kindTitle: text('文件种类', 'Kind', { optional: true, filter: 'contains', width: 150 }),
    family: text('数据族', 'Family', { optional: true, show: false }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', width: 140 }),
    ownerTable: text('归属表', 'Owner table', { optional: true, hidden: true }),
    ownerId: bigInteger('归属对象', 'Owner', { optional: true, hidden: true }),
    ownerName: text('归属', 'Belongs to', { optional: true, filter: 'contains', width: 160 }),
    /** the owner is seen by its keeper and those above him alone, and so is the import */
    keeperId: bigInteger('负责人', 'Keeper', { optional: true, hidden: true }),
    /** families of files that the call takes by which it was brought; empty: any */
    takes: texts('可导入的文件', 'Files that the call takes', { optional: true, hidden: true }),
    /** which statement of a file with several */
    part: integer('第几份', 'Statement of the file', { optional: true, hidden: true }),
    /** what must join the statements before and after it */
    statements: json<readonly StatementEdge[]>('期初与期末', 'Opening and closing', { optional: true }),
    yearMonth: date('月份', 'Month', { optional: true, show: false }),
    firstDay: date('最早日期', 'First day', { optional: true, width: 110 }),
    lastDay: date('最晚日期', 'Last day', { optional: true, width: 110 }),
    /** what the file says it is of: on days of it without lines nothing happened */
    periodFrom: date('文件期间自', 'Period of the file from', { optional: true, show: false, width: 110 }),
    periodTo: date('文件期间至', 'Period of the file to', { optional: true, show: false, width: 110 }),
    documentId: text('单据编号', 'Document', { optional: true, filter: 'equals', width: 130 }),
    progress: decimal('进度', 'Progress', 4, { optional: true, show: false }),
    step: text('步骤', 'Step', { default: '', show: false }),
    linesRead: integer('读取行数', 'Read', { default: 0, total: true, width: 90 }),
    linesMerged: integer('合并行数', 'Merged', { default: 0, total: true, width: 90 }),
    linesUnchanged: integer('未变行数', 'Unchanged', { default: 0, total: true, width: 90 }),
    linesRefused: integer('拒绝行数', 'Refused', { default: 0, total: true, width: 90 }),
    controlTotals: json<readonly (ControlTotal & { readonly merged?: string; readonly unchanged?: string })[]>(
      '控制总数',
      'Control totals',
      { optional: true },
    ),
    unmapped: json<{
      readonly types: readonly { title: string; lines: number; amount: string }[]
      readonly skus: readonly { sku: string; lines: number }[]
    }>('未映射', 'Unmapped', { optional: true }),
    notes: json<readonly Part[]>('提示', 'Notes', { optional: true }),
    doubts: json<readonly Doubt[]>('不符之处', 'What does not follow'),
    acceptReason: text('确认理由', 'Why it was confirmed', { optional: true, max: 200, show: false }),
    acceptedByName: text('确认人', 'Confirmed by', { optional: true, show: false }),
    message: longText('说明', 'Message', { optional: true, width: 260 }),
    /** imported before its reader told all that it tells now: read again in the background (imports/read-anew.ts) */
    isDueAnew: flag('待重新读取', 'To be read again', { default: false, hidden: true }),
    cancelRequested: flag('请求取消', 'Cancel requested', { default: false, hidden: true }),
    startedAt: dateTime('开始时间', 'Started', { optional: true }),
    finishedAt: dateTime('结束时间', 'Finished', { optional: true }),
    createdByName: text('导入人', 'By', { width: 100 }),
  },
  list: {
    sort: { field: 'createdAt', way: 'DESC' },
    empty: ['导入文件后，这里保留每一次导入的结果', 'Each import is kept here with its result'],
  },
  record: {
    label: 'fileName',
    labelForViewers: true,
    recordPage: {
      head: ['state', 'kindTitle', 'shopId', 'firstDay', 'lastDay'],
      groups: [
        {
          title: ['文件', 'File'],
          fields: [
            'fileName',
            'state',
            'kindTitle',
            'shopId',
            'yearMonth',
            'firstDay',
            'lastDay',
            'periodFrom',
            'periodTo',
            'documentId',
            'message',
          ],
        },
        { title: ['行数', 'Lines'], fields: ['linesRead', 'linesMerged', 'linesUnchanged', 'linesRefused'] },
        { title: ['过程', 'Course'], fields: ['step', 'progress', 'startedAt', 'finishedAt', 'createdByName', 'createdAt'] },
      ],
    },
  },
  storage: {
    index: [
      ['orgId', '-createdAt'],
      ['taskId'],
      ['shopId', 'documentId'],
      { on: ['ownerId'], where: 'owner_id is not null' },
      { on: ['id'], where: 'is_due_anew' },
    ],
  },
  life: { happens: { 'import.done': ['文件导入完成', 'A file was imported'] } },
})

/** Refused lines of an import; written outside the merge's transaction so that they outlive its rollback. */
export const importRefusal = resource('import_refusal', {
  title: ['拒绝的行', 'Refused lines'],
  access: { scope: serverOnly },
  fields: {
    importId: bigInteger('导入', 'Import'),
    ordinal: integer('序号', 'Ordinal'),
    line: integer('行', 'Line', { optional: true }),
    columnTitle: text('列', 'Column', { optional: true }),
    value: text('值', 'Value', { optional: true }),
    reason: text('原因', 'Reason'),
  },
  storage: { primary: ['importId', 'ordinal'] },
})

/** What did not follow in a file that a person took all the same: open until somebody finds out why. */
export const importFinding = resource('import_finding', {
  type: 'importFinding',
  title: ['导入差异', 'Import differences'],
  access: { scope: through('importId'), permission: 'files.import' },
  fields: {
    importId: reference('导入记录', 'Import', 'import_run', { width: 220, computed: true, filter: 'select' }),
    ownerName: text('归属', 'Belongs to', { default: '', filter: 'contains', computed: true, width: 160 }),
    what: text('不符之处', 'What does not follow', { computed: true, width: 240 }),
    line: integer('行', 'Line', { optional: true, identifier: true, computed: true, width: 70 }),
    currency: text('币种', 'Currency', { computed: true, width: 70 }),
    stated: money('文件写明', 'Stated', { currency: 'currency', computed: true }),
    found: money('按各行计算', 'As it follows', { currency: 'currency', computed: true }),
    difference: money('差额', 'Difference', { currency: 'currency', computed: true }),
    reason: text('确认理由', 'Why it was confirmed', { default: '', computed: true, width: 200 }),
    state: choice(
      '状态',
      'State',
      {
        open: [1, '未查明', 'Open', 'warn'],
        solved: [2, '已查明', 'Solved', 'good'],
        joined: [3, '已补齐', 'Made up', 'good'],
      },
      { default: 1, filter: 'select', width: 90 },
    ),
    remark: text('查明结果', 'What came out', { optional: true, max: 500, width: 220 }),
    /** two statements that do not join: the finding ends by itself when what lies between them comes (imports/statement-gaps.ts) */
    gap: text('缺口', 'Gap', { optional: true, hidden: true }),
  },
  list: {
    sort: { field: 'createdAt', way: 'DESC' },
    empty: ['文件写明的数字与各行不符、由人确认后导入的，在这里留到查明为止', 'What did not follow in a file that was taken all the same'],
  },
  record: { editable: ['state', 'remark'], label: 'what' },
  storage: { index: [['importId'], ['orgId', '-createdAt']] },
})

/** A line that an import met again: it keeps the line when the import that brought it is taken back (sheet-merge.ts). */
export const importSeen = resource('import_seen', {
  title: ['再次出现的行', 'Lines met again'],
  access: { scope: serverOnly },
  fields: {
    importId: bigInteger('导入', 'Import'),
    recordId: bigInteger('行', 'Line'),
  },
  storage: { primary: ['importId', 'recordId'], index: [['recordId']] },
})

/** Staged lines of sheet kinds, of whatever table. */
export const sheetStaging = resource('sheet_staging', {
  title: ['表格暂存', 'Sheet staging'],
  access: { scope: serverOnly },
  fields: {
    importId: bigInteger('导入', 'Import'),
    ownerId: bigInteger('归属对象', 'Owner'),
    lineNo: integer('行号', 'Line'),
    kindNo: integer('类型序号', 'Kind number'),
    lineKey: hash('行标识', 'Key'),
    ordinal: integer('同行序号', 'Ordinal', { default: 1 }),
    recordId: bigInteger('已有记录', 'Record that is there', { optional: true }),
    line: json<Readonly<Record<string, string | null>>>('内容', 'Values'),
  },
  storage: { unlogged: true, primary: ['importId', 'lineNo'] },
})

/**
 * Which shop a settlement, order or other identity across shops belongs to: `imports/claims.ts`. As many as orders, so it has one key
 * and no foreign key: with them claims took half the time of an import.
 */
export const importClaim = resource('import_claim', {
  title: ['店铺归属', 'Claims of shops'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    identity: text('种类', 'Identity'),
    value: text('编号', 'Value'),
    shopId: reference('店铺', 'Shop', 'shop', { noForeignKey: true }),
  },
  storage: { primary: ['orgId', 'identity', 'value'], index: [['shopId', 'identity']] },
})

/**
 * How a person mapped the columns of a file last time: by list and by the heads of the file, so that the same table need not be mapped
 * twice.
 */
export const importMapping = resource('import_mapping', {
  title: ['导入列对应', 'Import mapping'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: bigInteger('账号', 'Account'),
    listType: text('列表', 'List'),
    /** SHA-256 of the heads in order */
    headsHash: text('表头摘要', 'Heads'),
    columns: json<readonly (string | null)[]>('对应', 'Columns'),
  },
  storage: { key: ['accountId', 'listType', 'headsHash'] },
})

const tables = {
  importClaim,
  importMapping,
  auditEntry,
  auditBlock,
  task,
  storedFile,
  importRun,
  importRefusal,
  importFinding,
}
export const houseTables = Object.values({ ...tables, importSeen, sheetStaging, shopSheetSeen })
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof tables> {}
}
