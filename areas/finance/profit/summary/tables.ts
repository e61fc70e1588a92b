/**
 * 财务汇总: what a shop's month amounts to by currency and finance item, as somebody audits it. Amounts of files, corrections and
 * costs are built from the facts; what is entered by hand stands beside them. An audited row stays as it is: what the facts say since is
 * shown beside it.
 */
import { choice, computed, dateTime, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { financeItemChoices } from '../../base/finance-item-choices.ts'
import { auditState } from '../../facts/amazon/lines/table-words.ts'

/** finance items, and what no mapping covers yet: so that a month's rows add up to all that its files tell */
const itemChoices = { unmapped: [0, '未映射', 'Not mapped'], ...financeItemChoices } as const

const built = (zh: string, en: string) => money(zh, en, { currency: 'currency', total: true, sort: true, default: '0', computed: true })

export const financeSummary = resource('finance_summary', {
  type: 'financeSummary',
  title: ['财务汇总', 'Summary of transactions'],
  access: { scope: grantedShops, permission: 'finance.summary' },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, editDisabled: true, width: 140 }),
    month: month('月份', 'Month', { filter: 'range', sort: true, editDisabled: true }),
    item: choice('财务科目', 'Finance item', itemChoices, { filter: 'select', editDisabled: true, width: 130 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 80, filter: 'select', editDisabled: true }),
    total: computed.sql(
      money('合计', 'Sum', { currency: 'currency', total: true, sort: true }),
      'file_amount + correction_amount + cost_amount + hand_amount',
    ),
    fileAmount: built('账单金额', 'Of files'),
    correctionAmount: built('调整金额', 'Of corrections'),
    costAmount: built('成本金额', 'Of costs'),
    handAmount: money('补录金额', 'By hand', { currency: 'currency', total: true, sort: true, default: '0' }),
    factAmount: built('当前数据', 'Facts now'),
    difference: computed.sql(
      money('差异', 'Difference', {
        currency: 'currency',
        total: true,
        sort: true,
        help: [
          '账单、调整与成本之和减去最近一次同步时的数据；只有已审核的行会不同。',
          'Files, corrections and costs less the facts of the last sync.',
        ],
      }),
      'file_amount + correction_amount + cost_amount - fact_amount',
    ),
    auditState: auditState(),
    auditedBy: text('审核人', 'Audited by', { default: '', computed: true, width: 90 }),
    auditedAt: dateTime('审核时间', 'Audited at', { optional: true, computed: true, width: 170 }),
    remark: text('备注', 'Remark', { max: 200, default: '', filter: 'contains', width: 200 }),
  },
  list: {
    sort: { field: 'month', way: 'DESC' },
    shownAs: { card: { title: 'shopId', subtitle: 'item', amount: 'total', state: 'auditState' } },
    empty: ['同步一个月后，这里显示各店铺各科目的合计', 'Sync a month to see its sums by shop and finance item'],
  },
  record: { label: 'month' },
  storage: { key: ['shopId', 'month', 'currency', 'item'], index: [['month', 'shopId']] },
  life: { closes: { on: 'month', but: ['factAmount', 'auditState', 'auditedBy', 'auditedAt', 'remark'] } },
})

const named = { financeSummary }
export const summaryTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
