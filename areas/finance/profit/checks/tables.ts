/**
 * 店铺订单核对: what orders, money, returns and fees say that does not fit together. A finding is a record with its amount and the lines it
 * stands on; checks open and close it, people take it over or accept it with a reason.
 */
import { choice, date, dateTime, decimal, flag, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf, type Resource } from '#platform/declare/resource.ts'
import { grantedShops, ownOrganisation, through } from '#platform/declare/scope.ts'
import { byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { operations } from '#platform/declare/operations.ts'
import { evidenceFields, evidencePlace } from './evidence.ts'
import { tierTables } from './tiers.ts'

export const checkPermission = 'finance.orderCheck'

export const findingKinds = {
  unsettled: [1, '订单未结算', 'Order without settlement'],
  unordered: [2, '结算无订单', 'Settlement without order'],
  overRefunded: [3, '退款超过销售', 'Refund above the sale'],
  notRefunded: [4, '已退货未退款', 'Returned, not refunded'],
  notReturned: [5, '已退款未退货', 'Refunded, not returned'],
  overCharged: [6, 'FBA 配送费偏高', 'FBA fee above the preview'],
  heavier: [7, 'FBA 计费重量偏大', 'FBA weight above ours'],
  tier: [8, 'FBA 尺寸分段偏大', 'FBA size tier above ours'],
} as const
export type FindingKind = keyof typeof findingKinds

export const findingCauses = {
  noMoney: [1, '结算文件已到，没有这笔订单', 'Settlements came without it'],
  heldBack: [2, '平台暂扣，尚未放款', 'Held back by the marketplace'],
  noFile: [3, '之后的结算文件还没有导入', 'No later settlement was imported'],
  noOrder: [4, '订单文件里没有这个订单', 'No file of orders names it'],
  moreThanSold: [5, '退款合计大于销售合计', 'More was refunded than sold'],
  onlyReturned: [6, '已收到退货，没有退款', 'It came back, nothing was refunded'],
  onlyRefunded: [7, '已退款，没有退货，也没有赔偿', 'Refunded, neither returned nor reimbursed'],
  aboveOfDay: [8, '高于收费当日的费用预览', 'Above the fee preview of the day'],
  aboveLater: [9, '高于之后的费用预览（当日没有）', 'Above a later fee preview, the day has none'],
  aboveNet: [10, '预览的包裹重量高于我方实测', 'The preview weighs more than we measured'],
  tierAbove: [11, '预览的尺寸分段大于按实测应属的分段', 'The preview is in a larger tier than what we measured'],
  tierUnknown: [12, '预览的尺寸分段不在分段规则里', 'No rule has the size tier of the preview'],
} as const

export const findingStates = {
  open: [1, '待处理', 'Open', 'warn'],
  working: [2, '处理中', 'In work', 'info'],
  solved: [3, '已消除', 'Gone', 'good'],
  accepted: [4, '已接受', 'Accepted', 'quiet'],
} as const

const change = byOperation(operations.edit)
const reason = text('原因', 'Reason', { max: 200 })

export const orderFinding = resource('order_finding', {
  type: 'orderFinding',
  title: ['店铺订单核对', 'Order checks'],
  access: { scope: grantedShops, permission: checkPermission },
  fields: {
    subject: text('核对对象', 'Subject', { max: 240, computed: true, filter: 'contains', width: 180, show: false }),
    kind: choice('核对项', 'Check', findingKinds, { filter: 'select', filterAs: 'tags', computed: true, width: 150 }),
    sku: text('MSKU', 'Seller SKU', { max: 120, default: '', filter: 'contains', computed: true, width: 140 }),
    amount: money('涉及金额', 'Amount', { currency: 'currency', total: true, sort: true, filter: 'range', computed: true, width: 110 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { computed: true, width: 70 }),
    state: choice('状态', 'State', findingStates, { filter: 'select', default: 1, width: 90 }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, computed: true, width: 140 }),
    orderNo: text('订单号', 'Order no.', { max: 100, default: '', filter: 'equals', computed: true, width: 180, linkTo: 'order' }),
    happenedOn: date('发生日期', 'Day', { filter: 'range', sort: true, computed: true }),
    expected: decimal('应为', 'Expected', 4, { optional: true, computed: true, width: 100 }),
    actual: decimal('实为', 'Actual', 4, { optional: true, computed: true, width: 100 }),
    cause: choice('原因', 'Cause', findingCauses, { filter: 'select', computed: true, width: 220 }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true, filter: 'select', inline: true, width: 100 }),
    foundOn: date('发现日期', 'Found on', { sort: true, computed: true }),
    closedAt: dateTime('消除时间', 'Gone at', { optional: true, computed: true, width: 170 }),
    remark: text('备注', 'Remark', { max: 200, default: '', filter: 'contains', inline: true, width: 180 }),
  },
  list: {
    sort: { field: 'amount', way: 'DESC' },
    shownAs: {
      card: { title: 'subject', subtitle: 'cause', tags: ['kind'], person: 'ownerId', amount: 'amount', state: 'state' },
      board: { by: 'state' },
    },
    empty: ['点“核对”选择期间后，对不上的订单显示在这里', 'Press “Check” and choose a period: orders that do not fit appear here'],
  },
  record: {
    editable: ['ownerId', 'remark'],
    label: 'subject',
    recordPage: {
      head: ['kind', 'state', 'shopId', 'amount'],
      groups: [
        { title: ['差异', 'Difference'], fields: ['orderNo', 'sku', 'happenedOn', 'amount', 'currency', 'expected', 'actual', 'cause'] },
        { title: ['处理', 'Work'], fields: ['ownerId', 'remark', 'foundOn', 'closedAt'] },
      ],
    },
    thread: true,
  },
  storage: {
    key: ['shopId', 'kind', 'subject'],
    index: [
      ['orgId', '-amount'],
      ['shopId', 'kind', 'happenedOn'],
      ['shopId', 'orderNo'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        open: { edit: ['ownerId', 'remark'] },
        working: { edit: ['ownerId', 'remark'] },
        solved: { final: true, edit: ['remark'] },
        accepted: { final: true, edit: ['remark'] },
      },
      steps: {
        take: { title: ['接手', 'Take over'], from: ['open'], to: 'working', may: change, set: { ownerId: 'employee' }, tone: 'primary' },
        accept: {
          title: ['接受差异', 'Accept'],
          from: ['open', 'working'],
          to: 'accepted',
          may: byOperation(operations.audit),
          input: { reason },
          note: 'reason',
          tell: ['ownerId'],
        },
        putBack: { title: ['重新处理', 'Reopen'], from: ['accepted'], to: 'open', may: change },
        solve: { title: ['消除', 'Gone'], from: ['open', 'working', 'accepted'], to: 'solved', may: byProgram, set: { closedAt: 'now' } },
        reopen: {
          title: ['再次出现', 'Came back'],
          from: ['solved', 'accepted'],
          to: 'open',
          may: byProgram,
          set: { closedAt: null },
          tell: ['ownerId'],
        },
      },
    }),
  },
})

export const evidenceSources = {
  order: [1, '订单', 'Order'],
  money: [2, '结算', 'Settlement'],
  returned: [3, '退货', 'Return'],
  preview: [4, '费用预览', 'Fee preview'],
  product: [5, '商品资料', 'Product'],
} as const

/** The lines of files that a finding stands on, as the check read them. */
export const findingLine = resource('order_finding_line', {
  type: 'orderFindingLine',
  title: ['核对依据', 'Evidence'],
  access: { permission: checkPermission, scope: through('findingId') },
  fields: {
    findingId: reference('核对结果', 'Finding', 'order_finding', { filter: 'select', editDisabled: true, noForeignKey: true, width: 170 }),
    place: evidencePlace,
    source: choice('来源', 'Source', evidenceSources, { filter: 'select', width: 100 }),
    ...evidenceFields,
  },
  list: { search: false, sort: { field: 'findingId', way: 'DESC' } },
  record: { editable: [], label: 'what' },
  storage: { unique: [['findingId', 'place']], index: [['orgId', '-findingId', 'place']] },
})

/** How a check judges: days it waits, and what is too little to speak of. A check without a rule goes by `checkDefaults`. */
export const checkRule = resource('order_check_rule', {
  type: 'orderCheckRule',
  title: ['核对规则', 'Rules of the checks'],
  access: { scope: ownOrganisation, permission: 'finance.orderCheckRule' },
  fields: {
    kind: choice('核对项', 'Check', findingKinds, { filter: 'select', editDisabled: true, width: 160 }),
    isOn: flag('启用', 'In use', { default: true, inline: true, width: 80 }),
    days: integer('等待天数', 'Days to wait', {
      min: 0,
      max: 365,
      inline: true,
      help: ['过了这么多天才算有问题，例如订单 21 天未结算。', 'It speaks up after so many days, e.g. 21 days without settlement.'],
    }),
    tolerance: decimal('容差', 'Tolerance', 4, {
      default: '0',
      min: 0,
      inline: true,
      help: [
        '金额按店铺币种，重量按百分比；差异不超过它的不提出。',
        'Amounts in the currency of the shop, weights in per cent: what is not above it is left out.',
      ],
    }),
    remark: text('备注', 'Remark', { optional: true, max: 200, width: 200 }),
  },
  list: {
    sort: { field: 'kind', way: 'ASC' },
    empty: ['没有登记规则的核对项按系统默认的天数和容差执行', 'A check without a rule goes by the usual days and tolerance'],
  },
  record: { label: 'kind' },
  storage: { kind: 'reference', key: ['kind'] },
})

export const checkDefaults: Readonly<Record<FindingKind, { readonly days: number; readonly tolerance: string }>> = {
  unsettled: { days: 21, tolerance: '0' },
  unordered: { days: 0, tolerance: '0' },
  overRefunded: { days: 0, tolerance: '0.05' },
  notRefunded: { days: 14, tolerance: '0' },
  notReturned: { days: 45, tolerance: '0' },
  overCharged: { days: 0, tolerance: '0.02' },
  heavier: { days: 0, tolerance: '30' },
  tier: { days: 0, tolerance: '0' },
}

const named = { orderFinding, checkRule }
export const checkTables: Readonly<Record<string, Resource>> = { ...named, ...tierTables, findingLine } as Record<string, Resource>
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
