/**
 * 索赔: what Amazon owes for lost, damaged and not returned units. A claim is a record with its units, value and the lines it stands on; runs
 * open it, count its days and close it when Amazon pays; people send it or leave it.
 */
import { seeCost } from '#platform/declare/cost.ts'
import { choice, date, dateTime, decimal, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf, type Resource } from '#platform/declare/resource.ts'
import { grantedShops, through } from '#platform/declare/scope.ts'
import { byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { operations } from '#platform/declare/operations.ts'
import { evidenceFields, evidencePlace } from '../checks/evidence.ts'
import { claimRule } from './rules.ts'
import { claimKinds, claimPermission } from './words.ts'

export const claimCauses = {
  misplaced: [1, '仓库丢失，未找回也未赔偿', 'Misplaced, neither found nor reimbursed'],
  damaged: [2, '可售库存在亚马逊仓库损坏', 'A sellable unit was damaged at Amazon'],
  onlyRefunded: [3, '已退款，没有退回', 'Refunded, not sent back'],
  noParcel: [4, '移除订单写已发运，没有货件', 'The removal order says shipped, no parcel does'],
  unconfirmed: [5, '移除货件未确认收到', 'Arrival of the parcel is not confirmed'],
  unaccounted: [6, '移除订单完成，数量有缺', 'The removal order is completed, units are missing'],
  notReceived: [7, '入库数量少于装箱数量', 'Fewer units were received than packed'],
} as const
export const valueNotes = {
  noProduct: [1, '平台 SKU 未对应商品', 'The SKU is mapped to no product'],
  noCost: [2, '商品没有成本', 'The product has no cost'],
  noRate: [3, '缺当月汇率', 'No exchange rate of the month'],
  noSale: [4, '前 90 天没有销售', 'Nothing was sold in the 90 days before'],
} as const
export const claimStates = {
  open: [1, '可索赔', 'Open', 'info'],
  due: [2, '即将到期', 'Due soon', 'bad'],
  filed: [3, '已提交', 'Sent', 'warn'],
  paid: [4, '已赔付', 'Paid', 'good'],
  expired: [5, '已过期', 'Expired', 'quiet'],
  dropped: [6, '不追究', 'Left', 'quiet'],
  gone: [7, '依据已撤回', 'Evidence taken back', 'quiet'],
} as const

const change = byOperation(operations.edit)
const counted = { computed: true } as const
const byRun = (zh: string, en: string, from: readonly string[], to: string, more: object = {}) => ({
  title: [zh, en] as const,
  from,
  to,
  may: byProgram,
  ...more,
})

export const claim = resource('amazon_claim', {
  type: 'amazonClaim',
  title: ['亚马逊索赔', 'Amazon claims'],
  access: { scope: grantedShops, permission: claimPermission },
  fields: {
    subject: text('索赔对象', 'Subject', { max: 300, filter: 'contains', show: false, width: 200, ...counted }),
    sku: text('MSKU', 'Seller SKU', { max: 120, default: '', filter: 'contains', width: 140, ...counted }),
    daysLeft: integer('剩余天数', 'Days left', {
      optional: true,
      sort: true,
      filter: 'range',
      width: 90,
      help: ['按站点当地日期，最后一天为 0；已赔付、已过期和不追究的为空。', 'By the day of the marketplace: 0 on the last one.'],
      ...counted,
    }),
    state: choice('状态', 'State', claimStates, { filter: 'select', default: 1, width: 100 }),
    kind: choice('索赔类型', 'Kind', claimKinds, { filter: 'select', filterAs: 'tags', width: 130, ...counted }),
    value: money('索赔金额', 'Value', {
      currency: 'currency',
      optional: true,
      total: true,
      sort: true,
      filter: 'range',
      width: 110,
      see: seeCost,
      ...counted,
    }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70, ...counted }),
    quantity: integer('未赔件数', 'Units owed', { total: true, sort: true, width: 90, ...counted }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140, ...counted }),
    fnsku: text('FNSKU', 'FNSKU', { max: 40, default: '', filter: 'equals', width: 120, ...counted }),
    orderNo: text('订单号', 'Order no.', { max: 100, default: '', filter: 'equals', width: 180, linkTo: 'order', ...counted }),
    cause: choice('原因', 'Cause', claimCauses, { filter: 'select', width: 210, ...counted }),
    happenedOn: date('发生日期', 'Day', { filter: 'range', sort: true, ...counted }),
    claimFrom: date('最早申请日', 'From', { show: false, ...counted }),
    dueOn: date('最后申请日', 'Last day', { sort: true, filter: 'range', ...counted }),
    lost: integer('涉及件数', 'Units', { show: false, ...counted }),
    recovered: integer('已赔或找回', 'Recovered', { show: false, ...counted }),
    unitValue: decimal('单件金额', 'Value of a unit', 4, { optional: true, width: 100, see: seeCost, ...counted }),
    valueNote: choice('无金额原因', 'Why no value', valueNotes, { optional: true, filter: 'select', width: 160, ...counted }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true, filter: 'select', inline: true, width: 100 }),
    caseId: text('问题编号', 'Case id', { max: 60, default: '', filter: 'equals', inline: true, width: 120 }),
    filedAt: dateTime('提交时间', 'Sent at', { optional: true, show: false, ...counted }),
    foundOn: date('发现日期', 'Found on', { show: false, ...counted }),
    closedAt: dateTime('赔付时间', 'Paid at', { optional: true, show: false, ...counted }),
    remark: text('备注', 'Remark', { max: 200, default: '', filter: 'contains', inline: true, width: 180 }),
  },
  list: {
    sort: { field: 'daysLeft', way: 'ASC' },
    shownAs: {
      card: { title: 'sku', subtitle: 'cause', tags: ['kind'], person: 'ownerId', amount: 'value', state: 'state' },
      board: { by: 'state' },
    },
    empty: ['点“查找索赔”后，亚马逊应赔未赔的每一件显示在这里', 'Press “Find claims”: what Amazon owes appears here'],
  },
  record: {
    editable: ['ownerId', 'caseId', 'remark'],
    label: 'subject',
    recordPage: {
      head: ['daysLeft', 'state', 'kind', 'value'],
      groups: [
        {
          title: ['案件', 'Case'],
          fields: ['shopId', 'sku', 'fnsku', 'orderNo', 'cause', 'happenedOn', 'claimFrom', 'dueOn', 'lost', 'recovered', 'quantity'],
        },
        { title: ['金额', 'Value'], fields: ['unitValue', 'value', 'currency', 'valueNote'] },
        { title: ['处理', 'Work'], fields: ['ownerId', 'caseId', 'filedAt', 'foundOn', 'closedAt', 'remark'] },
      ],
    },
    thread: true,
  },
  storage: {
    key: ['shopId', 'kind', 'subject'],
    index: [
      ['orgId', 'daysLeft'],
      ['shopId', 'kind', 'happenedOn'],
      ['shopId', 'orderNo'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        open: { edit: ['ownerId', 'remark'] },
        due: { edit: ['ownerId', 'remark'] },
        filed: { edit: ['ownerId', 'caseId', 'remark'] },
        paid: { final: true, edit: ['remark'] },
        expired: { final: true, edit: ['remark'] },
        dropped: { final: true, edit: ['remark'] },
        gone: { final: true, edit: ['remark'] },
      },
      steps: {
        file: {
          title: ['已提交平台', 'Sent to Amazon'],
          from: ['open', 'due'],
          to: 'filed',
          may: change,
          input: { caseId: 'required' },
          set: { ownerId: 'employee', filedAt: 'now' },
          tone: 'primary',
        },
        withdraw: {
          title: ['撤回提交', 'Not sent'],
          from: ['filed'],
          to: 'open',
          may: change,
          set: { filedAt: null, caseId: { value: '' } },
        },
        drop: {
          title: ['不追究', 'Leave it'],
          from: ['open', 'due', 'filed'],
          to: 'dropped',
          may: change,
          input: { reason: text('原因', 'Reason', { max: 200, help: ['例如移除货件已收到', 'Such as: the parcel arrived'] }) },
          note: 'reason',
          set: { daysLeft: null },
        },
        resume: { title: ['重新追究', 'Claim it again'], from: ['dropped'], to: 'open', may: change },
        mature: byRun('可以申请', 'May be sent', ['due', 'expired', 'paid', 'gone'], 'open', { set: { closedAt: null } }),
        press: byRun('即将到期', 'Due soon', ['open', 'expired', 'paid', 'gone'], 'due', { set: { closedAt: null }, tell: ['ownerId'] }),
        expire: byRun('已过期', 'Expired', ['open', 'due', 'paid', 'gone'], 'expired', { set: { closedAt: null } }),
        pay: byRun('已赔付', 'Paid', ['open', 'due', 'filed', 'expired', 'dropped', 'gone'], 'paid', { set: { closedAt: 'now' } }),
        unpay: byRun('赔付撤回', 'Payment taken back', ['paid', 'gone'], 'filed', { set: { closedAt: null }, tell: ['ownerId'] }),
        vanish: byRun('依据已撤回', 'Evidence taken back', ['open', 'due', 'filed', 'expired', 'paid'], 'gone'),
      },
    }),
  },
})

export const claimSources = {
  ledger: [1, '库存分类账', 'Inventory ledger'],
  refund: [2, '退款', 'Refund'],
  removalOrder: [3, '移除订单', 'Removal order'],
  parcel: [4, '移除货件', 'Removal parcel'],
  packed: [5, '装箱单', 'Packing list'],
} as const

/** The lines of files that a claim stands on, as the run read them. */
export const claimLine = resource('amazon_claim_line', {
  type: 'amazonClaimLine',
  title: ['索赔依据', 'Evidence of claims'],
  access: { permission: claimPermission, scope: through('claimId') },
  fields: {
    claimId: reference('索赔', 'Claim', 'amazon_claim', { filter: 'select', editDisabled: true, noForeignKey: true, width: 170 }),
    place: evidencePlace,
    source: choice('来源', 'Source', claimSources, { filter: 'select', width: 110 }),
    ...evidenceFields,
  },
  list: { search: false, sort: { field: 'claimId', way: 'DESC' } },
  record: { editable: [], label: 'what' },
  storage: { unique: [['claimId', 'place']], index: [['orgId', '-claimId', 'place']] },
})

const named = { claim, claimRule }
export const claimTables: Readonly<Record<string, Resource>> = { ...named, claimLine }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
