/** 文档 and its versions: bytes told by their hash, one version in force on a day. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, dictionary, files, flag, integer, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, self, through } from '#platform/declare/scope.ts'
import { byAny, byAuthor, byField, byOperation, machine } from '#platform/declare/states.ts'

/** rights of 文档 beside the suite's own */
export const documentRights = {
  /** makes folders at the top, puts versions in force */
  keep: { operation: 100, title: ['管理文档库', 'Keep the library'] },
  original: { operation: 102, title: ['下载机密原件', 'Download closed originals'] },
} as const
/** number of the dictionary */
const kinds = 123
export const levels = { open: [1, '公开', 'Open'], inner: [2, '内部', 'Internal'], secret: [3, '机密', 'Secret', 'warn'] } as const
const shown = { optional: true, computed: true } as const
const about = (zh: string, en: string, to: 'product' | 'supplier' | 'contract') =>
  reference(zh, en, to, { optional: true, filter: 'select', show: false, width: 150 })

export const officeDocument = document('office_document', {
  type: 'document',
  title: ['文档', 'Document'],
  number: 'WD',
  access: { scope: anyOf(through('folderId'), self('ownerId')), forEverybody: true },
  fields: {
    title: text('文档名称', 'Title', { max: 100, filter: 'contains', width: 260 }),
    folderId: reference('目录', 'Folder', 'folder', { filter: 'select', width: 140 }),
    kindId: dictionary('类别', 'Kind', kinds, { filter: 'select', width: 110 }),
    ownerId: reference('负责人', 'Owner', 'employee', { set: { onAdd: 'employee' }, filter: 'select', width: 100 }),
    level: choice('密级', 'Level', levels, {
      default: 2,
      filter: 'select',
      width: 80,
      help: ['机密文档的原件要有“下载机密原件”的权限', 'Originals of secret documents need a right of their own'],
    }),
    currentNo: text('生效版本', 'In force', { max: 20, ...shown, width: 90 }),
    currentFrom: date('生效日期', 'Since', { ...shown, filter: 'range', width: 110 }),
    latestNo: text('最新版本', 'Latest', { max: 20, ...shown, width: 90 }),
    reviewOn: date('复审日期', 'Review on', { optional: true, filter: 'range', width: 110 }),
    expiry: expiry('reviewOn'),
    tags: text('标签', 'Tags', { max: 100, optional: true, filter: 'contains', show: false }),
    productId: about('商品', 'Product', 'product'),
    supplierId: about('供应商', 'Supplier', 'supplier'),
    contractId: about('合同', 'Contract', 'contract'),
  },
  list: {
    search: ['title', 'tags'],
    filesOf: { table: 'document_version', by: 'documentId' },
    views: [
      { name: 'mine', title: ['我负责', 'Mine'], me: 'ownerId' },
      { name: 'review', title: ['待复审', 'To review'], expires: 'expiry' },
    ],
    tabOf: {
      folder: { by: { folderId: 'id' } },
      product: { by: { productId: 'id' } },
      supplier: { by: { supplierId: 'id' } },
      contract: { by: { contractId: 'id' } },
    },
    shownAs: { card: { title: 'title', subtitle: 'folderId', tags: ['kindId', 'level'], person: 'ownerId', due: 'reviewOn' } },
    empty: ['规范、模板、说明书和报告，按目录存放，每一版都在', 'Standards, templates, manuals and reports by folder, with all versions'],
  },
  record: { option: { search: ['title'], detail: ['title'] } },
  storage: {
    index: [['folderId', '-businessOn'], ['ownerId'], ['orgId', 'reviewOn'], ['kindId'], ['productId'], ['supplierId'], ['contractId']],
  },
})

export const versionStates = { draft: [0, '草稿', 'Draft', 'quiet'], fixed: [1, '已定生效日', 'Dated', 'good'] } as const
export const standings = {
  draft: [1, '草稿', 'Draft', 'quiet'],
  later: [2, '待生效', 'Not yet', 'info'],
  now: [3, '生效中', 'In force', 'good'],
  past: [4, '已替代', 'Replaced', 'quiet'],
} as const
const mayPublish = byAny(byField('ownerId'), byOperation(documentRights.keep.operation, documentRights.keep.title))

export const documentVersion = resource('document_version', {
  type: 'documentVersion',
  title: ['文档版本', 'Version of a document'],
  access: { scope: through('documentId'), permission: 'document', forEverybody: true },
  fields: {
    documentId: reference('文档', 'Document', 'office_document', { filter: 'select', editDisabled: true, goes: true, width: 150 }),
    no: text('版本', 'Version', { max: 20, computed: true, width: 70 }),
    seq: integer('序号', 'Sequence', { computed: true, hidden: true }),
    standing: choice('状态', 'Standing', standings, { default: 1, computed: true, filter: 'select', width: 90 }),
    state: choice('步骤', 'Step', versionStates, { default: 0, show: false }),
    effectiveOn: date('生效日期', 'In force from', { ...shown, sort: true, width: 110 }),
    until: date('失效日期', 'Until', { ...shown, width: 110 }),
    file: files('文件', 'File', { ...shown, max: 1, reads: true, width: 200 }),
    /** the file of a secret document */
    closedFile: files('机密原件', 'Closed original', { ...shown, max: 1, reads: true, closed: documentRights.original, width: 200 }),
    fileName: text('文件名', 'File name', { max: 200, ...shown, filter: 'contains', show: false }),
    note: text('修改说明', 'What changed', { max: 200, filter: 'contains', width: 220 }),
    sha256: text('文件摘要', 'Hash', { max: 64, ...shown, show: false }),
    sameAs: text('内容相同', 'Same bytes as', { max: 100, ...shown, show: false }),
    ownerId: reference('负责人', 'Owner', 'employee', { ...shown, noForeignKey: true, show: false }),
    byId: reference('上传人', 'Uploaded by', 'employee', { ...shown, width: 100 }),
    checkedOn: date('核对日期', 'Bytes compared on', { ...shown, show: false }),
    damaged: flag('内容已变', 'Bytes changed', { default: false, computed: true, filter: 'select', show: false }),
  },
  list: {
    search: ['note', 'fileName'],
    sort: { field: 'id', way: 'DESC' },
    tabOf: { document: { by: { documentId: 'id' } } },
    shownAs: { card: { title: 'no', subtitle: 'note', tags: ['standing'], person: 'byId', due: 'effectiveOn' } },
    empty: ['在文档里点“上传新版本”', 'Upload a version in its document'],
  },
  record: { label: 'no' },
  storage: {
    key: ['documentId', 'no'],
    unique: [['documentId', 'effectiveOn']],
    index: [['orgId', '-id'], ['orgId', 'effectiveOn'], ['orgId', 'checkedOn'], ['sha256'], ['byId']],
  },
  life: {
    states: machine('state', {
      editBy: byAny(byAuthor, byField('ownerId')),
      states: { draft: { edit: ['note'], remove: true }, fixed: { final: true } },
      steps: {
        putInForce: {
          title: ['使其生效', 'Put in force'],
          from: ['draft'],
          to: 'fixed',
          may: mayPublish,
          input: { effectiveOn: 'required' },
          tone: 'primary',
          tell: ['ownerId'],
        },
        takeBack: {
          title: ['取消生效', 'Take back'],
          from: ['fixed'],
          to: 'draft',
          may: mayPublish,
          guards: [{ where: `standing = ${standings.later[0]}`, reason: ['已经生效，不能取消', 'It is in force already'] }],
          set: { effectiveOn: null },
        },
      },
    }),
    approval: approval(
      { putInForce: { title: ['文档生效', 'Document in force'], steps: ['putInForce'] } },
      { figures: ['documentId', 'no', 'note', 'effectiveOn', 'file', 'closedFile'] },
    ),
  },
})
