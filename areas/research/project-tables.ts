/** 研发项目: an idea that passes gates, each with what must be there before the next. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, files, flag, image, integer, links, longText, money, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, member, ownedBy, ownOrganisation, self, tasked, through } from '#platform/declare/scope.ts'
import { byAny, byField, byOperation, machine, type Step } from '#platform/declare/states.ts'
import { chosen, gateNames, gates, project, researchRights, shown, staff } from './words.ts'

export const projectGates = { ...gates, stopped: [8, '终止', 'Stopped', 'bad'] } as const
export const proofs = {
  files: [1, '文件', 'Files'],
  sample: [2, '样品', 'Sample'],
  test: [3, '测试', 'Test'],
  check: [4, '侵权排查', 'Infringement check'],
  certificate: [5, '证照', 'Certificate'],
  contract: [6, '合同', 'Contract'],
} as const
export const deliverableStates = {
  open: [0, '未开始', 'Not begun', 'quiet'],
  working: [1, '进行中', 'In work', 'info'],
  done: [2, '完成', 'Done', 'good'],
  spared: [3, '不适用', 'Not needed', 'quiet'],
} as const
const gate = (more: object = {}) => choice('关口', 'Gate', gates, { filter: 'select', width: 80, ...more })
const keeper = byAny(byField('managerId'), byOperation(operations.audit, ['管理全部项目', 'Keep all projects']))
const reason = longText('原因', 'Reason', { max: 500 })
const steps: Record<string, Step> = {}
for (const [n, name] of gateNames.entries()) {
  const [next, before] = [gateNames[n + 1], gateNames[n - 1]]
  const [, zh, en] = gates[name]
  if (next !== undefined)
    steps[`pass_${name}`] = {
      title: [`通过${zh}`, `Pass ${en}`],
      from: [name],
      to: next,
      may: keeper,
      input: { minutes: longText('评审结论和纪要', 'Decision and minutes', { max: 2_000 }) },
      note: 'minutes',
      tell: ['managerId', 'memberIds'],
      tone: 'primary',
    }
  if (before !== undefined && next !== undefined)
    steps[`back_${name}`] = {
      title: [`退回${gates[before][1]}`, `Back to ${gates[before][2]}`],
      from: [name],
      to: before,
      may: keeper,
      input: { reason },
      note: 'reason',
      tell: ['managerId', 'memberIds'],
    }
}
const passing = Object.keys(steps).filter(name => name.startsWith('pass_'))

export const rdProject = document('rd_project', {
  type: 'rdProject',
  title: ['研发项目', 'Research project'],
  number: 'YF',
  access: { scope: anyOf(ownedBy('managerId'), member('rd_member', { record: 'projectId' }), tasked) },
  fields: {
    name: text('项目名称', 'Name', { max: 100, filter: 'contains', width: 180 }),
    gate: choice('关口', 'Gate', projectGates, { default: 1, filter: 'select', width: 80 }),
    health: choice(
      '状况',
      'Health',
      { good: [1, '正常', 'Good', 'good'], risk: [2, '有风险', 'At risk', 'warn'], late: [3, '延误', 'Late', 'bad'] },
      { default: 1, filter: 'select', inline: true, width: 80 },
    ),
    managerId: staff('项目负责人', 'Manager'),
    memberIds: links('成员', 'Members', 'employee', { ...chosen, rowsIn: 'rd_member', show: false }),
    categoryId: reference('品类', 'Category', 'product_category', { filter: 'select', width: 110 }),
    productId: reference('商品', 'Product', 'product', { ...chosen, width: 180, help: ['有了商品档案再填', 'Once there is one'] }),
    marketCodes: links('目标市场', 'Markets', 'country', { ...chosen, width: 130 }),
    targetOn: date('目标上市', 'To be sold from', { optional: true, filter: 'range', sort: true, width: 110 }),
    openRequired: integer('未完成的必交项', 'Required and open', { default: 0, computed: true, width: 110 }),
    gateOn: date('进入关口', 'In the gate since', { ...shown, width: 110 }),
    targetCost: money('目标成本（CNY）', 'Target cost (CNY)', { optional: true, min: 0, see: researchRights.cost, width: 120 }),
    targetPrice: money('目标售价（USD）', 'Target price (USD)', {
      optional: true,
      min: 0,
      see: researchRights.cost,
      show: false,
      width: 120,
    }),
    budget: money('预算（CNY）', 'Budget (CNY)', {
      optional: true,
      min: 0,
      total: true,
      see: researchRights.cost,
      show: false,
      width: 120,
    }),
    sampleCost: money('样品费用（CNY）', 'Cost of samples (CNY)', {
      default: '0',
      computed: true,
      total: true,
      see: researchRights.cost,
      show: false,
      width: 120,
    }),
    bomCost: money('物料清单成本（CNY）', 'Cost by the bill (CNY)', {
      ...shown,
      see: researchRights.cost,
      show: false,
      width: 140,
      help: ['按现行物料清单和今天的成本，每天更新', 'By the bill in force and the costs of today, brought up each day'],
    }),
    idea: longText('产品设想和分析', 'Idea and analysis', { max: 5_000, optional: true, show: false }),
    cover: image('图片', 'Picture', { optional: true }),
    workProjectId: reference('关联任务项目', 'Project of tasks', 'project', { optional: true, show: false }),
  },
  list: {
    views: [{ name: 'led', title: ['我负责的', 'Led by me'], me: 'managerId' }],
    shownAs: {
      board: { by: 'gate' },
      card: { title: 'name', tags: ['gate', 'health'], person: 'managerId', due: 'targetOn' },
    },
    empty: ['一个产品设想立成项目，按关口交付、评审，直到量产', 'An idea becomes a project that passes gates until it is produced'],
  },
  record: { label: 'name', option: { detail: ['gate'] }, thread: true },
  storage: { index: [['managerId', '-businessOn'], ['gate', '-businessOn'], ['categoryId'], ['productId'], ['workProjectId']] },
  life: {
    states: machine('gate', {
      editBy: keeper,
      states: {
        ...Object.fromEntries(gateNames.map(name => [name, name === 'idea' ? { edit: 'all', remove: true } : { edit: 'all' }])),
        production: { edit: ['health', 'remark', 'attachments', 'productId', 'memberIds'], final: true },
        stopped: { final: true },
      },
      steps: {
        ...steps,
        stop: {
          title: ['终止项目', 'Stop the project'],
          from: gateNames.slice(0, -1),
          to: 'stopped',
          may: keeper,
          input: { reason },
          note: 'reason',
          tell: ['managerId', 'memberIds'],
          tone: 'danger',
        },
      },
    }),
    approval: approval(
      { pass: { title: ['关口评审', 'Gate'], steps: passing } },
      { figures: ['name', 'gate', 'managerId', 'openRequired', 'targetOn'] },
    ),
  },
})

/** Who takes part, kept from the field of the project. */
export const rdMember = resource('rd_member', {
  title: ['研发项目成员', 'Member of a research project'],
  access: { scope: through('projectId') },
  fields: { projectId: project({ noForeignKey: true }), employeeId: reference('成员', 'Member', 'employee') },
  storage: { key: ['projectId', 'employeeId'], index: [['employeeId']] },
})

/** 阶段模板: what each gate asks for, for all products or for one category. */
export const gateTemplate = resource('gate_template', {
  type: 'gateTemplate',
  title: ['阶段模板', 'Gate template'],
  access: { scope: ownOrganisation, permission: 'rdProject' },
  fields: {
    gate: gate({ sort: true }),
    name: text('交付项', 'Deliverable', { max: 100, filter: 'contains', width: 220 }),
    categoryId: reference('品类', 'Category', 'product_category', {
      ...chosen,
      width: 110,
      help: ['不填用于所有品类；有自己模板的品类只用自己的', 'Empty: all categories without a template of their own'],
    }),
    proof: choice('凭证', 'Proof', proofs, { default: 1, filter: 'select', width: 90 }),
    required: flag('必交', 'Required', { default: true, width: 70 }),
    days: integer('进入关口后几天到期', 'Due, days after the gate opened', { default: 14, min: 0, max: 730, width: 150 }),
    sort: integer('顺序', 'Order', { default: 0, min: 0, show: false }),
  },
  list: { sort: { field: 'gate', way: 'ASC' }, empty: ['每个关口要交什么、几天到期', 'What each gate asks for, and by when'] },
  record: { label: 'name' },
  storage: { key: ['categoryId', 'gate', 'name'], index: [['orgId', 'gate']] },
})

export const rdDeliverable = resource('rd_deliverable', {
  type: 'rdDeliverable',
  title: ['交付项', 'Deliverable'],
  access: { scope: anyOf(self('ownerId'), through('projectId')), permission: 'rdProject' },
  fields: {
    projectId: project({ editDisabled: true, goes: true }),
    gate: gate({ editDisabled: true, sort: true }),
    name: text('交付项', 'Deliverable', { max: 100, filter: 'contains', width: 200 }),
    state: choice('状态', 'State', deliverableStates, { default: 0, filter: 'select', width: 90 }),
    required: flag('必交', 'Required', { default: true, filter: 'select', width: 70 }),
    ownerId: staff('负责人', 'Owner'),
    dueOn: date('到期', 'Due', { optional: true, filter: 'range', sort: true, width: 110 }),
    proof: choice('凭证', 'Proof', proofs, { default: 1, width: 90 }),
    files: files('文件', 'Files', { optional: true, max: 20, width: 140 }),
    sampleId: reference('样品', 'Sample', 'sample', { optional: true, narrowedBy: { projectId: 'projectId' }, show: false }),
    testId: reference('测试', 'Test', 'rd_test', { optional: true, narrowedBy: { projectId: 'projectId' }, show: false }),
    checkId: reference('侵权排查', 'Infringement check', 'infringement_check', {
      optional: true,
      narrowedBy: { projectId: 'projectId' },
      show: false,
    }),
    certificateId: reference('证照', 'Certificate', 'certificate', { optional: true, show: false }),
    contractId: reference('合同', 'Contract', 'contract', { optional: true, show: false }),
    doneOn: date('完成日期', 'Done on', { ...shown, width: 110 }),
    note: text('说明', 'Note', { max: 500, optional: true, width: 200 }),
  },
  list: {
    sort: { field: 'gate', way: 'ASC' },
    search: false,
    tabOf: { rdProject: { by: { projectId: 'id' } } },
    views: [
      { name: 'mine', title: ['我的', 'Mine'], me: 'ownerId' },
      { name: 'late', title: ['已过期', 'Late'], past: 'dueOn' },
    ],
    shownAs: {
      card: { title: 'name', tags: ['proof', 'state'], person: 'ownerId', due: 'dueOn' },
      checklist: { by: 'gate', done: [2, 3], required: 'required' },
    },
    empty: ['进入关口时按模板列出，也可以自己加', 'Listed from the template when a gate opens; more may be added'],
  },
  record: { label: 'name' },
  storage: {
    key: ['projectId', 'gate', 'name'],
    index: [
      ['orgId', 'gate'],
      ['ownerId', 'dueOn'],
      ['sampleId'],
      ['testId'],
      ['checkId'],
      ['certificateId'],
      ['contractId'],
      { on: ['orgId', 'dueOn'], where: 'state < 2' },
    ],
  },
  life: {
    states: machine('state', {
      states: { open: { edit: 'all', remove: true }, working: { edit: 'all' }, done: { final: true }, spared: { final: true } },
      steps: {
        start: { title: ['开始', 'Begin'], from: ['open'], to: 'working', may: byAny(byField('ownerId'), byOperation(operations.edit)) },
        finish: {
          title: ['完成', 'Done'],
          from: ['open', 'working'],
          to: 'done',
          may: byAny(byField('ownerId'), byOperation(operations.edit)),
          set: { doneOn: 'now' },
          tone: 'primary',
        },
        spare: {
          title: ['不适用', 'Not needed'],
          from: ['open', 'working'],
          to: 'spared',
          may: byOperation(operations.edit),
          input: { note: 'required' },
          note: 'note',
        },
        reopen: {
          title: ['重新打开', 'Reopen'],
          from: ['done', 'spared'],
          to: 'working',
          may: byOperation(operations.edit),
          set: { doneOn: null },
        },
      },
    }),
  },
})

/** Each stay in a gate: what the report counts. One that has not ended has no day of leaving. */
export const rdGateStay = resource('rd_gate_stay', {
  type: 'rdGateStay',
  title: ['关口记录', 'Gates passed'],
  access: { scope: through('projectId'), permission: 'rdProject' },
  fields: {
    projectId: project({ goes: true }),
    gate: gate(),
    enteredOn: date('进入日期', 'Entered on', { filter: 'range', sort: true, width: 110 }),
    leftOn: date('离开日期', 'Left on', { optional: true, filter: 'range', width: 110 }),
    ended: choice(
      '结果',
      'Result',
      { passed: [1, '通过', 'Passed', 'good'], back: [2, '退回', 'Sent back', 'warn'], stopped: [3, '终止', 'Stopped', 'bad'] },
      { optional: true, filter: 'select', width: 80 },
    ),
    days: integer('天数', 'Days', { default: 0, total: true, width: 70 }),
    firstTry: integer('一次通过', 'Passed at first', { default: 0, total: true, width: 90 }),
    leaves: integer('离开次数', 'Left', { default: 0, total: true, show: false }),
    passes: integer('通过次数', 'Passed', { default: 0, total: true, show: false }),
    managerId: reference('项目负责人', 'Manager', 'employee', { filter: 'select', width: 100 }),
  },
  list: {
    sort: { field: 'enteredOn', way: 'DESC' },
    search: false,
    empty: ['项目进出每个关口的日期', 'When the project was in which gate'],
  },
  storage: {
    index: [
      ['projectId', 'enteredOn'],
      ['orgId', '-enteredOn'],
      ['managerId', 'leftOn'],
    ],
  },
})
