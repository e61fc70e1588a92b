/** 样品 and 测试: what is made to be judged, where it is, and what laboratories say of it. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, dictionary, files, integer, longText, money, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, self, through } from '#platform/declare/scope.ts'
import { byAll, byAny, byAuthor, byField, byOperation, machine, notBy } from '#platform/declare/states.ts'
import { chosen, project, researchRights, shown, staff } from './words.ts'

const keeper = byAny(byField('keeperId'), byOperation(operations.edit))
const cost = (more: object = {}) =>
  money('费用（CNY）', 'Cost (CNY)', { optional: true, min: 0, total: true, see: researchRights.cost, width: 110, ...more })
export const sampleResults = {
  open: [1, '待判', 'To judge', 'quiet'],
  good: [2, '合格', 'Good', 'good'],
  change: [3, '修改', 'To change', 'warn'],
  bad: [4, '不合格', 'Not good', 'bad'],
} as const
const judged = { good: sampleResults.good, change: sampleResults.change, bad: sampleResults.bad } as const

export const sample = resource('sample', {
  type: 'sample',
  title: ['样品', 'Sample'],
  access: { scope: anyOf(ownedBy('keeperId'), through('projectId')) },
  fields: {
    no: text('编号', 'No.', { max: 20, optional: true, filter: 'equals', sort: true, set: { onAdd: { number: 'DY' } }, width: 140 }),
    name: text('样品名称', 'Name', { max: 100, filter: 'contains', width: 160 }),
    projectId: project({ optional: true }),
    state: choice(
      '状态',
      'State',
      {
        asked: [0, '申请', 'Asked for', 'quiet'],
        making: [1, '制作中', 'Being made', 'info'],
        arrived: [2, '已到样', 'Arrived', 'info'],
        tested: [3, '已测试', 'Judged', 'info'],
        sealed: [4, '已封样', 'Sealed', 'good'],
        scrapped: [5, '报废', 'Scrapped', 'quiet'],
        cancelled: [6, '取消', 'Cancelled', 'quiet'],
      },
      { default: 0, filter: 'select', width: 90 },
    ),
    kind: choice(
      '类别',
      'Kind',
      {
        mock: [1, '手板', 'Mock-up'],
        first: [2, '首样', 'First'],
        changed: [3, '改样', 'Changed'],
        reference: [4, '封样', 'Reference'],
        rival: [5, '竞品', 'Of a competitor'],
        shown: [6, '展示', 'To show'],
      },
      { filter: 'select', width: 80 },
    ),
    revision: text('版本', 'Version', { max: 20, optional: true, width: 70 }),
    quantity: integer('数量', 'Quantity', { min: 1, max: 100_000, default: 1, width: 70 }),
    onHand: integer('在手', 'On hand', { default: 0, computed: true, total: true, width: 70 }),
    lent: integer('借出', 'Lent', { default: 0, computed: true, total: true, width: 70 }),
    keeperId: staff('保管人', 'Keeper'),
    result: choice('结论', 'Result', sampleResults, { default: 1, computed: true, filter: 'select', width: 80 }),
    productId: reference('商品', 'Product', 'product', { ...chosen, show: false, width: 180 }),
    supplierId: reference('供应商', 'Supplier', 'supplier', { ...chosen, show: false, width: 160 }),
    dueOn: date('应到日期', 'Due', { optional: true, filter: 'range', sort: true, width: 110 }),
    arrivedOn: date('到样日期', 'Arrived on', { ...shown, filter: 'range', show: false, width: 110 }),
    cost: cost(),
    defects: longText('问题', 'Defects', { max: 1_000, optional: true, computed: true, show: false }),
    pictures: files('照片', 'Pictures', { accept: 'image', optional: true, max: 8, show: false }),
    askedOn: date('申请日期', 'Asked on', { set: { onAdd: 'now' }, filter: 'range', sort: true, show: false, width: 110 }),
    remark: longText('备注', 'Remark', { max: 500, optional: true, show: false }),
  },
  list: {
    sort: { field: 'askedOn', way: 'DESC' },
    find: 'no',
    tabOf: { rdProject: { by: { projectId: 'id' } } },
    scans: [{ field: 'no', kind: 'document' }],
    views: [
      { name: 'here', title: ['已到样', 'Arrived'], field: 'state', codes: [2, 3, 4] },
      { name: 'late', title: ['逾期未到', 'Late'], past: 'dueOn' },
    ],
    shownAs: {
      board: { by: 'state' },
      card: { title: 'name', subtitle: 'no', tags: ['state', 'result'], person: 'keeperId', due: 'dueOn' },
    },
    empty: ['打样、首样、竞品都登记在这里，借还扫标签', 'Samples of all kinds; lend and return by their label'],
  },
  record: {
    label: 'name',
    option: { search: ['no'], detail: ['no'] },
    labels: { name: ['样品标签', 'Sample labels'], size: [60, 40], of: { code: 'no', lines: ['name', 'revision'] } },
  },
  storage: {
    key: ['no'],
    index: [
      ['orgId', '-askedOn'],
      ['keeperId', '-askedOn'],
      ['projectId', '-askedOn'],
      ['state', '-askedOn'],
      ['productId'],
      ['supplierId'],
    ],
    checks: ['on_hand >= 0', 'lent >= 0'],
  },
  life: {
    states: machine('state', {
      states: {
        asked: { edit: 'all', remove: true },
        making: { edit: ['dueOn', 'cost', 'supplierId', 'remark', 'keeperId'] },
        arrived: { edit: ['cost', 'remark', 'pictures', 'keeperId', 'productId'] },
        tested: { edit: ['cost', 'remark', 'pictures', 'keeperId', 'productId'] },
        sealed: { edit: ['remark', 'pictures', 'keeperId'], final: true },
        scrapped: { final: true },
        cancelled: { final: true },
      },
      steps: {
        submit: { title: ['开始制作', 'Have it made'], from: ['asked'], to: 'making', may: keeper, tone: 'primary' },
        arrive: { title: ['到样', 'Arrived'], from: ['making'], to: 'arrived', may: keeper, set: { arrivedOn: 'now' }, tone: 'primary' },
        judge: {
          title: ['判定', 'Judge'],
          from: ['arrived'],
          to: 'tested',
          may: byOperation(operations.audit, ['判定样品和测试', 'Judge samples and tests']),
          input: { verdict: choice('结论', 'Result', judged), defects: 'optional' },
          set: { result: ({ input }) => Number(input['verdict']) },
          note: 'defects',
          tell: ['keeperId'],
          tone: 'primary',
        },
        seal: {
          title: ['封样', 'Seal'],
          from: ['tested'],
          to: 'sealed',
          may: byOperation(operations.audit),
          guards: [{ where: 'result = 2', reason: ['只有合格的样品可以封样', 'Only a good one is sealed'] }],
        },
        scrap: {
          title: ['报废', 'Scrap'],
          from: ['arrived', 'tested', 'sealed'],
          to: 'scrapped',
          may: keeper,
          guards: [{ where: 'lent = 0', reason: ['还有借出未还的，收回后再报废', 'Some are lent: take them back first'] }],
          input: { reason: longText('原因', 'Reason', { max: 200 }) },
          note: 'reason',
          tone: 'danger',
        },
        cancel: { title: ['取消', 'Cancel'], from: ['asked', 'making'], to: 'cancelled', may: keeper, tone: 'danger' },
      },
    }),
    approval: approval(
      { submit: { title: ['打样', 'A sample'], steps: ['submit'] } },
      { figures: ['name', 'projectId', 'kind', 'quantity', 'dueOn', 'cost'] },
    ),
  },
})

export const moveKinds = {
  in: [1, '入', 'In', 'good'],
  lend: [2, '借', 'Lent', 'warn'],
  back: [3, '还', 'Returned', 'info'],
  sent: [4, '寄', 'Sent', 'info'],
  scrapped: [5, '废', 'Scrapped', 'bad'],
} as const
export const loanStates = { out: [1, '借出中', 'Out', 'warn'], back: [2, '已还清', 'Returned', 'good'] } as const

/** 样品流水: only added; what is on hand is their sum. A loan says how much of it came back. */
export const sampleMove = resource('sample_move', {
  type: 'sampleMove',
  title: ['样品流水', 'Moves of samples'],
  access: { scope: anyOf(self('borrowerId'), through('sampleId')), permission: 'sample' },
  fields: {
    sampleId: reference('样品', 'Sample', 'sample', { filter: 'select', width: 160 }),
    day: date('日期', 'Day', { opens: 'today', filter: 'range', sort: true, width: 110 }),
    kind: choice('类型', 'Kind', moveKinds, { filter: 'select', width: 70 }),
    quantity: integer('数量', 'Quantity', { min: 1, max: 100_000, width: 70 }),
    borrowerId: staff('借用人', 'Borrower', { optional: true }),
    toName: text('寄往', 'Sent to', { max: 100, optional: true, width: 140 }),
    dueOn: date('应还日期', 'Back by', { optional: true, filter: 'range', width: 110 }),
    returned: integer('已还', 'Returned', { default: 0, computed: true, width: 70 }),
    loan: choice('借用状态', 'Loan', loanStates, { ...shown, filter: 'select', width: 90 }),
    loanId: reference('还的是哪次借用', 'Of which loan', 'sample_move', { optional: true, show: false, width: 140 }),
    note: text('说明', 'Note', { max: 200, optional: true, width: 160 }),
  },
  list: {
    sort: { field: 'day', way: 'DESC' },
    search: false,
    tabOf: { sample: { by: { sampleId: 'id' } } },
    views: [
      { name: 'out', title: ['未还', 'Out'], field: 'loan', codes: [1] },
      { name: 'mine', title: ['我借的', 'Lent to me'], me: 'borrowerId' },
    ],
    shownAs: { card: { title: 'sampleId', tags: ['kind', 'loan'], person: 'borrowerId', due: 'dueOn' } },
    empty: ['到样、借还、寄出和报废自动记在这里', 'Arrivals, loans, returns, parcels and scrap'],
  },
  record: { label: 'day' },
  storage: {
    index: [['sampleId', '-day'], ['borrowerId', 'loan'], ['loanId'], ['orgId', '-day'], { on: ['orgId', 'dueOn'], where: 'loan = 1' }],
    checks: ['returned <= quantity'],
  },
})

export const rdTest = document('rd_test', {
  type: 'rdTest',
  title: ['测试', 'Test'],
  number: 'CS',
  access: { scope: through('sampleId'), permission: 'sample' },
  fields: {
    sampleId: reference('样品', 'Sample', 'sample', { filter: 'select', width: 160 }),
    projectId: project({ optional: true, atCreation: 'sampleId.projectId' }),
    kind: dictionary('测试类别', 'Kind', 125, { filter: 'select', width: 110 }),
    verdict: choice(
      '结论',
      'Verdict',
      { open: [1, '待判', 'To judge', 'quiet'], good: [2, '合格', 'Good', 'good'], bad: [3, '不合格', 'Not good', 'bad'] },
      { default: 1, filter: 'select', width: 80 },
    ),
    lab: text('实验室', 'Laboratory', { max: 100, optional: true, filter: 'contains', width: 140 }),
    standard: text('标准', 'Standard', { max: 200, optional: true, width: 160 }),
    cost: cost(),
    report: files('报告', 'Report', { optional: true, max: 8, width: 120 }),
    inspectionId: reference('检验单', 'Inspection', 'inspection', {
      ...chosen,
      show: false,
      width: 150,
      help: ['测量有限值时填研发检验单，合格了才能判合格', 'Measured against limits: an inspection, which must be good'],
    }),
    askedBy: staff('申请人', 'Asked by', { set: { onAdd: 'employee' } }),
    judgedOn: date('判定日期', 'Judged on', { ...shown, show: false, width: 110 }),
  },
  list: {
    tabOf: { sample: { by: { sampleId: 'id' } } },
    shownAs: { board: { by: 'verdict' }, card: { subtitle: 'sampleId', tags: ['verdict'], person: 'askedBy' } },
    empty: ['样品送检、判定：由申请人以外的人判', 'Tests of samples, judged by another than who asked'],
  },
  storage: { index: [['sampleId', '-businessOn'], ['projectId'], ['askedBy'], ['inspectionId']] },
  life: {
    states: machine('verdict', {
      states: {
        open: { edit: 'all', remove: true },
        good: { edit: ['remark', 'attachments'], final: true },
        bad: { edit: ['remark', 'attachments'], final: true },
      },
      steps: Object.fromEntries(
        (['good', 'bad'] as const).map(verdict => [
          verdict,
          {
            title: verdict === 'good' ? ['判合格', 'Good'] : ['判不合格', 'Not good'],
            from: ['open'],
            to: verdict,
            may: byAll(byOperation(operations.audit), notBy(byField('askedBy')), notBy(byAuthor)),
            input: { finding: longText('依据', 'Grounds', { max: 500 }) },
            note: 'finding',
            set: { judgedOn: 'now' as const },
            tell: ['askedBy'],
            tone: verdict === 'good' ? ('primary' as const) : ('danger' as const),
          },
        ]),
      ),
    }),
  },
})
