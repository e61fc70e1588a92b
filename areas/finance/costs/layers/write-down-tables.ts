/** 存货跌价准备: by how much stock of an age is written down, and the documents that propose and book it. */
import { approval } from '#platform/declare/approval.ts'
import { document } from '#platform/declare/document.ts'
import { choice, decimal, integer, money, month, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation, through } from '#platform/declare/scope.ts'
import { postingStates } from '../../base/posting-states.ts'
import { costAmounts, permissions } from './words.ts'

const permission = permissions.writeDown
const amount = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { default: '0', computed: true, total: true, sort: true, see: costAmounts, width: 130, ...more })

export const writeDownBand = resource('write_down_band', {
  type: 'financeWriteDownBand',
  title: ['跌价计提比例', 'Write-down bands'],
  access: { permission, scope: ownOrganisation },
  fields: {
    validFrom: month('启用月份', 'From month', {
      filter: 'range',
      sort: true,
      editDisabled: true,
      width: 110,
      help: ['同一启用月份的各档是一套；每月用不晚于它的最近一套', 'Bands of one month are a set; a month takes the latest set'],
    }),
    fromDays: integer('库龄天数起', 'From days', { min: 0, max: 36_500, sort: true, editDisabled: true, width: 110 }),
    percent: decimal('跌价比例（%）', 'Write-down (%)', 2, { min: 0, max: 100, sort: true, width: 120 }),
    remark: text('备注', 'Remark', { max: 200, default: '' }),
  },
  list: {
    search: ['remark'],
    sort: { field: 'validFrom', way: 'DESC' },
    empty: [
      '登记库龄档和比例，例如 181 天起 20%、365 天起 50%；生成跌价准备建议时按月末库龄套用',
      'Ages and percentages, such as 20% from 181 days and 50% from 365',
    ],
  },
  record: { label: 'fromDays' },
  storage: { key: ['validFrom', 'fromDays'], index: [['-validFrom', '-id']] },
})

export const stockWriteDown = document('stock_write_down', {
  type: 'financeStockWriteDown',
  title: ['存货跌价准备', 'Write-down of stock'],
  number: 'CHDJ',
  access: { permission, scope: ownOrganisation },
  fields: {
    month: month('计提月份', 'Month', { filter: 'range', sort: true, help: ['按这个月末的库龄和价值', 'By age and value at its end'] }),
    // stocks of a month each, which are no sum over documents
    value: amount('存货价值', 'Value of stock', { total: false }),
    needed: amount('应计提', 'To be written down', { total: false }),
    earlier: amount('此前已计提', 'Written down before', { total: false }),
    amount: amount('本次计提', 'Now', { help: ['负数为转回', 'Below zero: taken back'] }),
    state: choice(
      '状态',
      'State',
      { open: [0, '未过账', 'Open', 'warn'], posted: [1, '已过账', 'Posted', 'good'] },
      { default: 0, filter: 'select', width: 90 },
    ),
  },
  list: {
    empty: ['新增一张单据并选择月份，点“生成建议”按库龄算出应计提的金额，核对后过账', 'A proposal by age of stock, which a person posts'],
  },
  storage: { index: [['month']] },
  life: {
    states: postingStates({
      post: ['按已生成的建议过账，跌价准备计入存货核对的账面净值？', 'Post this proposal? It counts in the net value of stock'],
      reverse: ['冲销后这次计提不再计入账面净值，确定冲销？', 'It no longer counts in the net value. Reverse it?'],
    }),
    approval: approval(
      { post: { title: ['存货跌价准备过账', 'Posting a write-down'], steps: ['post'] } },
      { figures: ['month', 'needed', 'amount'] },
    ),
  },
})

export const stockWriteDownLine = resource('stock_write_down_line', {
  type: 'financeStockWriteDownLine',
  title: ['跌价准备明细', 'Lines of write-downs'],
  access: { permission, scope: through('writeDownId') },
  fields: {
    writeDownId: reference('跌价准备单', 'Write-down', 'stock_write_down', { filter: 'select', noForeignKey: true, width: 150 }),
    productId: reference('商品', 'Product', 'product', { filter: 'select', width: 200 }),
    // stocks of a month each, which are no sum over documents
    value: amount('存货价值', 'Value of stock', { total: false }),
    needed: amount('应计提', 'To be written down', { total: false }),
    earlier: amount('此前已计提', 'Written down before', { total: false }),
    amount: amount('本次计提', 'Now'),
    madeOf: text('库龄构成', 'By age', {
      max: 500,
      default: '',
      computed: true,
      see: costAmounts,
      width: 320,
      help: ['库龄天数起：价值 × 比例', 'From days: value × percentage'],
    }),
  },
  list: {
    search: false,
    sort: { field: 'writeDownId', way: 'DESC' },
    empty: ['跌价准备单生成建议后，这里显示每个商品的应计提金额和库龄构成', 'What each proposal says of each product'],
  },
  record: { editable: [], label: 'productId' },
  storage: { unique: [['writeDownId', 'productId']], index: [['-writeDownId', '-id'], ['productId']] },
})

export const writeDownTables = [writeDownBand, stockWriteDown, stockWriteDownLine]
