/** Gifts, their stock, and who has exchanged points for them. */
import { choice, computed, dateTime, dictionary, image, integer, reference, richText, text } from '#platform/declare/fields.ts'
import { ledger } from '#platform/declare/ledger.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedBy, ownOrganisation } from '#platform/declare/scope.ts'
import { byField, byOperation, machine } from '#platform/declare/states.ts'

/** number of the dictionary of kinds of gifts */
const giftKinds = 112
/** the right to hand over and to reject */
export const handOverOperation = 100

export const giftStates = {
  onShelf: [1, '上架', 'On the shelf', 'good'],
  soldOut: [2, '售罄', 'Sold out', 'warn'],
  offShelf: [3, '下架', 'Off the shelf', 'quiet'],
} as const
export const limitPeriods = { ever: [0, '总共', 'Ever'], month: [1, '每月', 'A month'], year: [2, '每年', 'A year'] } as const
const stateChoice = choice('状态', 'Status', giftStates, { filter: 'select', width: 90 })

export const culturalGift = resource('cultural_gift', {
  type: 'culturalGift',
  title: ['礼品', 'Gift'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('礼品名称', 'Name', { max: 50, filter: 'contains', width: 180 }),
    image: image('图片', 'Picture', { optional: true, show: false, crop: { width: 480, height: 480 } }),
    typeId: dictionary('分类', 'Kind', giftKinds, { optional: true, filter: 'select' }),
    points: integer('所需积分', 'Points', { min: 1, max: 1_000_000, sort: true, width: 90 }),
    stock: integer('库存', 'Stock', {
      min: 0,
      max: 1_000_000,
      default: 0,
      editDisabled: true,
      width: 80,
      total: true,
      help: ['保存后用“调整库存”增减', 'Later changed by “Adjust stock”'],
    }),
    reserved: integer('已占用', 'Reserved', { default: 0, computed: true, total: true, width: 80 }),
    limitQty: integer('每人限兑', 'Limit each', { min: 1, max: 10_000, optional: true, help: ['不填则不限', 'Empty: no limit'] }),
    limitPeriod: choice('限兑周期', 'Limit counts', limitPeriods, { default: 0, as: 'radio', width: 80 }),
    content: richText('介绍', 'About it', { optional: true, max: 1_000_000 }),
    /** as an editor has set it */
    setStatus: choice('上下架', 'Shelf', giftStates, { default: 1, computed: true, hidden: true }),
    status: computed.sql(stateChoice, 'case when set_status = 1 and stock <= reserved then 2 else set_status end'),
  },
  list: {
    shownAs: { card: { amount: 'points' } },
    sort: { field: 'id', way: 'DESC' },
    empty: ['员工可以用积分兑换的礼品', 'What employees can exchange points for'],
  },
  record: { picture: 'image' },
  storage: { key: ['name'], index: [['orgId', '-id']], checks: ['stock >= reserved', 'reserved >= 0'] },
})

/** Pieces of each gift; what of them lies on the shelf is free. */
export const giftStock = ledger('gift_stock', {
  title: ['礼品库存明细', 'Stock of gifts'],
  type: 'giftStock',
  permission: 'culturalGift',
  scope: ownOrganisation,
  cell: { giftId: reference('礼品', 'Gift', 'cultural_gift', { noForeignKey: true, width: 180 }) },
  amount: integer('数量', 'Pieces', { total: true }),
  kinds: {
    earn: ['入库', 'In'],
    reserve: ['占用', 'Reserved'],
    release: ['释放', 'Released'],
    spend: ['兑出', 'Handed over'],
    expire: ['过期', 'Expired'],
    correct: ['调整', 'Corrected'],
  },
  extraFields: { note: text('说明', 'Note', { max: 200, width: 260 }) },
  floor: 0,
  reserve: true,
  empty: ['入库、兑换和调整都是一条明细', 'Each receipt, exchange and correction is an entry'],
})

export const exchangeStates = {
  waiting: [1, '待兑换', 'Waiting', 'info'],
  done: [2, '已兑换', 'Handed over', 'good'],
  rejected: [3, '已驳回', 'Rejected', 'bad'],
  cancelled: [4, '已取消', 'Cancelled', 'quiet'],
} as const
const handled = { handledBy: 'employee', handledAt: 'now' } as const
const handler = byOperation(handOverOperation, ['兑换发放', 'Hand over gifts'])

const exchangeMachine = machine('state', {
  editBy: byField('employeeId'),
  states: { waiting: { edit: ['remark'] }, done: { final: true }, rejected: { final: true }, cancelled: { final: true } },
  steps: {
    confirm: {
      title: ['确认兑换', 'Hand over'],
      from: ['waiting'],
      to: 'done',
      may: handler,
      set: handled,
      tell: ['employeeId'],
      tone: 'primary',
    },
    reject: {
      title: ['驳回', 'Reject'],
      from: ['waiting'],
      to: 'rejected',
      may: handler,
      input: { reason: 'required' },
      note: 'reason',
      set: handled,
      tell: ['employeeId'],
      tone: 'danger',
    },
    cancel: {
      title: ['取消兑换', 'Cancel'],
      from: ['waiting'],
      to: 'cancelled',
      may: byField('employeeId'),
      set: handled,
      confirm: ['取消后积分退回，确定取消吗？', 'The points come back. Cancel the exchange?'],
      tone: 'danger',
    },
  },
})

export const culturalExchange = resource('cultural_exchange', {
  type: 'culturalExchangeHistory',
  title: ['兑换记录', 'Exchange'],
  access: { scope: ownedBy('employeeId'), forEverybody: true },
  fields: {
    no: text('兑换单号', 'No.', { max: 30, set: { onAdd: { number: 'LP' } }, filter: 'equals', width: 150 }),
    giftId: reference('礼品', 'Gift', 'cultural_gift', { filter: 'select', computed: true, width: 180 }),
    employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', computed: true, width: 110 }),
    quantity: integer('数量', 'Pieces', { min: 1, max: 1_000, computed: true, total: true }),
    points: integer('积分', 'Points', { computed: true, total: true, sort: true }),
    state: choice('状态', 'State', exchangeStates, { default: 1, filter: 'select' }),
    remark: text('备注', 'Remark', { max: 200, optional: true, width: 160 }),
    handledBy: reference('处理人', 'Handled by', 'employee', { optional: true, computed: true }),
    handledAt: dateTime('处理时间', 'Handled at', { optional: true, computed: true }),
    reason: text('驳回原因', 'Reason', { max: 200, optional: true, computed: true }),
  },
  list: {
    find: 'no',
    views: [{ name: 'mine', title: ['我的兑换', 'Mine'], me: 'employeeId' }],
    sort: { field: 'id', way: 'DESC' },
    empty: ['员工在礼品商城提交的兑换', 'Exchanges that employees have asked for'],
  },
  record: { label: 'no' },
  storage: {
    key: ['no'],
    index: [
      ['orgId', '-id'],
      ['orgId', 'employeeId', '-id'],
      ['giftId', 'employeeId'],
    ],
  },
  life: { states: exchangeMachine },
})

const named = { culturalExchange }
export const giftTables = [culturalGift, culturalExchange, ...giftStock.resources]
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
