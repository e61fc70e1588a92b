/** 月结清单: who answers for an item of a month, and what somebody said of it. What is lacking is never stored, it is asked for. */
import { bigInteger, choice, dateTime, longText, month, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

export const itemStates = { open: [0, '未确认', 'Open', 'warn'], said: [1, '已确认', 'Confirmed', 'good'] } as const

/** An item without a row was neither taken nor said anything of. Of a closed month all stays as it was. */
export const financeCloseItem = resource('finance_close_item', {
  type: 'financeCloseItem',
  title: ['月结清单', 'Month-end checklist'],
  access: { scope: ownOrganisation, permission: 'finance.month' },
  fields: {
    month: month('月份', 'Month', { sort: true }),
    /** legal entity of the shops; 0: the organisation, or shops without one */
    companyId: bigInteger('公司主体', 'Legal entity', { default: '0' }),
    item: text('清单项目', 'Item', { max: 40 }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true }),
    state: choice('状态', 'State', itemStates, { default: 0 }),
    reason: text('说明', 'Reason', { max: 300, default: '' }),
    /** what was lacking when somebody said why it may: with anything else it is open again */
    found: longText('确认时的缺口', 'Lacking then', { default: '' }),
    saidBy: text('确认人', 'Confirmed by', { max: 60, default: '' }),
    saidAt: dateTime('确认时间', 'Confirmed at', { optional: true }),
  },
  list: { search: false },
  record: { editable: [], label: 'item' },
  storage: { key: ['month', 'companyId', 'item'] },
  life: { closes: { on: 'month' } },
})

const named = { financeCloseItem }
export const closeTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
