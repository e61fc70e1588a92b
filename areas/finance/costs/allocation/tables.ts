/**
 * 费用分摊: a document says which fee falls on which shops or SKUs by what; its shares are lines of the profit while it is posted. Each
 * run keeps its shares: what was tried last, what is in force, what was reversed.
 */
import { approval } from '#platform/declare/approval.ts'
import { document, lines } from '#platform/declare/document.ts'
import { choice, date, decimal, integer, links, longText, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops, ownedBy } from '#platform/declare/scope.ts'
import { postingStates } from '../../base/posting-states.ts'
import {
  allocatedItems,
  allocationBases,
  allocationLevels,
  allocationPermission as permission,
  amountSources,
  repeats,
  shareStates,
} from './words.ts'

const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 80 })

export const costAllocation = document('cost_allocation', {
  type: 'costAllocation',
  title: ['费用分摊单', 'Cost allocation'],
  number: 'FYFT',
  access: { permission, scope: ownedBy('authorId') },
  fields: {
    name: text('费用名称', 'Fee', { max: 100, filter: 'contains', sort: true, width: 180 }),
    month: month('入账月份', 'Booked in', {
      filter: 'range',
      sort: true,
      help: ['依据取到这个月为止的数字，份额计入这个月的第一天。', 'Weights are up to this month, shares are booked on its first day.'],
    }),
    since: month('依据起始月份', 'Weights since', {
      optional: true,
      show: false,
      help: [
        '费用属于几个月时填写，依据取这段期间的合计；不填只取入账月份。',
        'For a fee of several months: weights are of all of them together.',
      ],
    }),
    amount: money('费用金额', 'Expense', {
      currency: 'currency',
      default: '0',
      total: true,
      sort: true,
      help: [
        '费用为正数，退款或减免为负数；金额来源不是手工时不用填写。',
        'A fee is positive, a credit is negative. Not asked for where the amount comes from elsewhere.',
      ],
    }),
    currency: currency(),
    source: choice('金额来源', 'Amount from', amountSources, {
      default: amountSources.entered[0],
      filter: 'select',
      width: 190,
      help: [
        '平台账单：当月账单里没有 SKU 的仓储、订阅、广告、优惠券等金额，归到本店的 SKU，店铺合计不变。尾程：当月承运商的费用。两者试算时自动取数。',
        'Billed: amounts of the month without a SKU, moved to SKUs of their shop. Carriers: charges of the month. Trying finds both.',
      ],
    }),
    item: choice('财务科目', 'Finance item', allocatedItems, { default: allocatedItems.allocated[0], filter: 'select', width: 120 }),
    basis: choice('分摊依据', 'Basis', allocationBases, { default: allocationBases.sales[0], filter: 'select', width: 140 }),
    level: choice('分摊到', 'Falls on', allocationLevels, { default: allocationLevels.sku[0], as: 'radio', filter: 'select', width: 110 }),
    kgPerCbm: decimal('每立方米折算公斤', 'Kilograms per m³', 2, { default: '167', min: 0, show: false }),
    shopIds: links('分摊店铺', 'Shops', 'shop', {
      optional: true,
      max: 50,
      help: ['不选时为公司全部营业店铺。', 'All open shops unless some are chosen.'],
    }),
    skus: longText('限定 SKU', 'SKUs', {
      optional: true,
      max: 20_000,
      show: false,
      help: ['一行一个平台 SKU；不填时为店铺的全部 SKU。', 'A seller SKU a line; all of the shops unless some are given.'],
    }),
    shipmentId: reference('头程货件', 'Consignment', 'first_leg_shipment', {
      optional: true,
      show: false,
      help: [
        '费用属于一个货件时选择：只分到装箱单里的商品，数量、体积、重量和申报价值取自装箱单。',
        'For a fee of one consignment: it falls on what is packed in it, and units, volume, weight and value are those of its lines.',
      ],
    }),
    repeats: choice('重复', 'Repeats', repeats, {
      default: 0,
      filter: 'select',
      width: 90,
      help: ['每月：次月 1 日自动生成下一个月的单据，核对后再过账。', 'Monthly: the document of the next month is made on its first day.'],
    }),
    state: choice(
      '状态',
      'State',
      { open: [0, '未过账', 'Open', 'warn'], posted: [1, '已过账', 'Posted', 'good'] },
      { default: 0, filter: 'select', width: 90 },
    ),
    fromId: reference('来源单据', 'Made from', 'cost_allocation', { optional: true, computed: true, show: false }),
    authorId: reference('登记人', 'Author', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
  },
  list: { empty: ['登记仓储费、订阅费、广告费等整笔费用，试算后过账分到店铺和 SKU', 'Whole fees that are divided among shops and SKUs'] },
  storage: { index: [['fromId'], ['month'], ['shipmentId']] },
  life: {
    closes: { on: 'month' },
    states: postingStates({
      post: ['按分摊依据过账，份额计入利润？可先用“试算”查看每行的金额', 'Post this allocation? Try it first to see each share'],
      reverse: ['冲销后份额不再计入利润，确定冲销？', 'Its shares no longer count. Reverse it?'],
    }),
    approval: approval(
      { post: { title: ['费用分摊过账', 'Posting an allocation'], steps: ['post'] } },
      { figures: ['name', 'amount', 'month'] },
    ),
  },
})

export const costAllocationWeight = lines('cost_allocation_weight', {
  type: 'costAllocationWeight',
  title: ['自定义比例', 'Own sheet'],
  of: { allocationId: reference('费用分摊单', 'Cost allocation', 'cost_allocation', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 5_000,
  access: { permission },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140 }),
    sku: text('MSKU', 'Seller SKU', { max: 100, default: '', filter: 'contains', width: 160, synonyms: ['平台 SKU'] }),
    weight: decimal('比例', 'Weight', 6, { min: 0, total: true, width: 120 }),
  },
})

/** A fact of its shop: written by the hundred thousand in one statement, so no foreign key and no column is checked row by row. */
export const costAllocationShare = resource('cost_allocation_share', {
  type: 'costAllocationShare',
  title: ['费用分摊份额', 'Shares of allocations'],
  access: { permission, scope: grantedShops },
  fields: {
    day: date('入账日期', 'Booked on', { filter: 'range', sort: true }),
    documentNo: text('分摊单号', 'Allocation no.', { max: 20, filter: 'equals', sort: true, width: 150 }),
    allocationId: reference('费用分摊单', 'Cost allocation', 'cost_allocation', { noForeignKey: true, show: false }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
    sku: text('MSKU', 'Seller SKU', { max: 100, default: '', filter: 'contains', width: 160, synonyms: ['平台 SKU'] }),
    share: money('分摊金额', 'Share', { currency: 'currency', total: true, sort: true, width: 120 }),
    currency: currency(),
    basis: choice('实际依据', 'Basis used', allocationBases, { filter: 'select', width: 140 }),
    weight: decimal('依据数值', 'Weight', 6, { total: true, width: 120 }),
    item: choice('财务科目', 'Finance item', allocatedItems, { filter: 'select', width: 120 }),
    run: integer('分摊次数', 'Run', { identifier: true, sort: true, width: 90 }),
    state: choice('是否生效', 'In force', shareStates, { filter: 'select', width: 90 }),
    moves: integer('自未归 SKU 转出', 'Taken off the line without a SKU', { default: 0, hidden: true }),
  },
  list: {
    search: false,
    bound: { field: 'day', days: 365 },
    sort: { field: 'day', way: 'DESC' },
    empty: ['分摊单试算或过账后，这里显示每个店铺和 SKU 的份额和依据', 'Shares of allocations with their basis'],
  },
  record: { editable: [], label: 'documentNo' },
  storage: { kind: 'shop', primary: ['allocationId', 'run', 'shopId', 'sku'], index: [['-day', 'shopId']] },
  life: { closes: { on: 'day' } },
})

export const allocationTables = { costAllocation, costAllocationWeight, costAllocationShare }
