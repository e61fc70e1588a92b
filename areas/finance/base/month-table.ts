/** The months of the books that were closed, with the figures they were closed with. */
import { approval } from '#platform/declare/approval.ts'
import { choice, dateTime, integer, json, money, month, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { ClosedResult } from './answers.ts'

/** Month of the books of one organisation. No row: open. Months are closed and reopened in order (month-close.ts). */
export const financeMonth = resource('finance_month', {
  type: 'financeMonth',
  title: ['月结', 'Month close'],
  access: { scope: ownOrganisation, permission: 'finance.month' },
  fields: {
    month: month('月份', 'Month', { sort: true }),
    state: choice(
      '状态',
      'State',
      { open: [0, '未结账', 'Open', 'info'], closed: [1, '已结账', 'Closed', 'good'] },
      { default: 0, filter: 'select' },
    ),
    profit: money('结账时利润（人民币）', 'Profit at closing (CNY)', { optional: true, width: 180 }),
    closedByName: text('结账人', 'Closed by', { optional: true }),
    closedAt: dateTime('结账时间', 'Closed at', { optional: true, width: 170 }),
    /** why it was opened again the last time */
    reopenReason: text('反结账原因', 'Why it was reopened', { max: 300, default: '', width: 200 }),
    /** closed when moves of a day went by the text of their numbers: 9 after 10 (costs/layers) */
    movesAsText: integer('移动按文本排序', 'Moves go as text', { default: 0, computed: true, hidden: true }),
    /** the figures it was closed with, by currency: what a later change of map, rate or cost is held against */
    result: json<ClosedResult>('结账结果', 'Result at closing'),
  },
  list: { sort: { field: 'month', way: 'DESC' }, empty: ['还没有结过账的月份', 'No month has been closed yet'] },
  record: { editable: [], label: 'month' },
  storage: { kind: 'reference', key: ['month'] },
  life: {
    happens: { 'month.closed': ['月份结账', 'A month was closed'] },
    approval: approval(
      { reopen: { title: ['反结账', 'Reopen a month'], action: 'reopen' } },
      { figures: ['month', 'profit', 'closedByName'] },
    ),
  },
})
