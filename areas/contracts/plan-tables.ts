/** 收付计划 and 履约: what is to be paid when, and what happened that dates it. */
import { choice, date, decimal, files, integer, links, money, reference, text } from '#platform/declare/fields.ts'
import { lines } from '#platform/declare/document.ts'
import { resource } from '#platform/declare/resource.ts'
import { through } from '#platform/declare/scope.ts'
import { amounts, contractRights, directions } from './words.ts'

export const triggers = {
  sign: [1, '签订', 'Signing'],
  day: [2, '固定日期', 'A day'],
  delivery: [3, '交货', 'Delivery'],
  acceptance: [4, '验收', 'Acceptance'],
  invoice: [5, '开票', 'Invoice'],
  warranty: [6, '质保期满', 'End of warranty'],
} as const
export const planStates = {
  waiting: [1, '待触发', 'Not dated', 'quiet'],
  later: [2, '未到期', 'Later', 'quiet'],
  due: [3, '待收付', 'Due', 'warn'],
  partly: [4, '部分', 'Partly', 'info'],
  done: [5, '完成', 'Done', 'good'],
  late: [6, '逾期', 'Overdue', 'bad'],
  cancelled: [7, '取消', 'Cancelled', 'quiet'],
} as const
const of = { permission: 'contract' } as const
const kept = { default: '0', computed: true, see: amounts, total: true, width: 110 } as const
const hidden = { optional: true, computed: true, hidden: true } as const

export const contractPlan = lines('contract_plan', {
  type: 'contractPlan',
  title: ['收付计划', 'Planned payment'],
  of: { contractId: reference('合同', 'Contract', 'contract', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 120,
  access: of,
  fields: {
    name: text('款项', 'Payment', { max: 60, filter: 'contains', width: 140 }),
    direction: choice('方向', 'Way', directions, { default: 1, filter: 'select', width: 80 }),
    trigger: choice('触发', 'Due by', triggers, { default: 2, filter: 'select', width: 90 }),
    days: integer('后（天）', 'Days after', { default: 0, min: 0, max: 3_660, width: 80 }),
    dueOn: date('应收付日期', 'Due on', {
      optional: true,
      sort: true,
      filter: 'range',
      width: 110,
      help: ['固定日期时填写，其他由签订或履约得出', 'Typed for a day; else it follows from signing or what happened'],
    }),
    share: decimal('比例（%）', 'Share, %', 4, { optional: true, min: 0, max: 100, width: 90 }),
    amount: money('金额', 'Amount', {
      optional: true,
      min: 0.01,
      see: amounts,
      total: true,
      width: 120,
      help: [
        '填了比例就按比例算，比例合计 100 时最后一笔补足到分',
        'Follows from the share; at 100 % together the last one takes the cent',
      ],
    }),
    state: choice('状态', 'State', planStates, { default: 1, computed: true, filter: 'select', filterAs: 'tags', width: 90 }),
    matched: money('已收付', 'Matched', kept),
    held: money('采购单已含', 'In orders', { ...kept, help: ['采购单的请款已经包含，不再另算', 'Asked for by purchase orders already'] }),
    open: money('未收付', 'Open', kept),
    late: money('逾期金额', 'Overdue', { ...kept, show: false }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true, computed: true, filter: 'select', noForeignKey: true, width: 100 }),
    /** for figures */
    kindId: reference('类型', 'Kind', 'contract_kind', { ...hidden, noForeignKey: true }),
    companyId: reference('我方公司', 'Our company', 'company', { ...hidden, noForeignKey: true }),
    partyName: text('对方名称', 'Party', { max: 100, optional: true, computed: true, filter: 'contains', width: 160 }),
    currency: text('币种', 'Currency', { max: 3, optional: true, computed: true, width: 70 }),
    plannedOn: date('计划日期', 'Planned on', hidden),
    counts: integer('计入', 'Counts', { default: 0, computed: true, hidden: true }),
  },
  list: {
    search: ['name'],
    sort: { field: 'dueOn', way: 'ASC' },
    views: [
      { name: 'late', title: ['逾期', 'Overdue'], field: 'state', codes: [6] },
      { name: 'due', title: ['待收付', 'Due'], field: 'state', codes: [3, 4] },
      { name: 'mine', title: ['我负责', 'Mine'], me: 'ownerId' },
    ],
    shownAs: {
      calendar: { from: 'dueOn' },
      card: { title: 'name', subtitle: 'partyName', tags: ['state'], amount: 'amount', due: 'dueOn' },
    },
    empty: ['合同什么时候收付多少，到期和逾期一目了然', 'What contracts bring and cost when'],
  },
  record: { label: 'name' },
  storage: {
    index: [
      ['orgId', 'dueOn'],
      ['orgId', 'state', 'dueOn'],
      ['ownerId', 'plannedOn'],
    ],
  },
})

export const eventKinds = {
  delivery: [1, '交货', 'Delivery'],
  acceptance: [2, '验收', 'Acceptance'],
  invoiceOut: [3, '开票', 'Invoice sent'],
  invoiceIn: [4, '收票', 'Invoice received'],
  warranty: [5, '质保期满', 'End of warranty'],
  dispute: [6, '纠纷', 'Dispute', 'bad'],
  note: [7, '备注', 'Note'],
} as const

export const contractEvent = resource('contract_event', {
  type: 'contractEvent',
  title: ['履约记录', 'Event of a contract'],
  access: { ...of, scope: through('contractId') },
  fields: {
    contractId: reference('合同', 'Contract', 'contract', { filter: 'select', editDisabled: true, width: 150 }),
    kind: choice('事项', 'What', eventKinds, { filter: 'select', width: 100 }),
    day: date('日期', 'Day', { sort: true, filter: 'range', opens: 'today', width: 110 }),
    /** invoices of a framework add up to what it turns over */
    amount: money('金额', 'Amount', { optional: true, min: 0, see: contractRights.money, width: 120 }),
    planIds: links('对应收付', 'Payments', 'contract_plan', {
      optional: true,
      max: 60,
      help: ['不选时是这类触发的所有款项', 'Empty: all payments that wait for such an event'],
    }),
    files: files('单据', 'Files', { optional: true, max: 10 }),
    note: text('说明', 'Note', { max: 200, optional: true, width: 200 }),
  },
  list: {
    sort: { field: 'day', way: 'DESC' },
    tabOf: { contract: { by: { contractId: 'id' } } },
    empty: ['交货、验收、开票：登记后对应的款项就有了日期', 'Deliveries, acceptances, invoices: they date the payments that wait for them'],
  },
  record: { label: 'kind' },
  storage: {
    index: [
      ['contractId', '-day'],
      ['orgId', '-day', '-id'],
    ],
  },
})
