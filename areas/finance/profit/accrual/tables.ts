/**
 * 计提: what a month earned or cost and a later one settles: sales that are not paid out, with their cost; storage and surcharges that are
 * billed later; advertising, freight and purchases not yet charged or invoiced. A row a shop, month, kind and currency, first leg and
 * purchases without a shop; what comes reverses it.
 */
import { choice, computed, date, integer, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShopsOrNone } from '#platform/declare/scope.ts'

export const accrualPermission = 'finance.accrual'

export const accrualKinds = {
  sales: [1, '已销售未结算', 'Sold, not settled'],
  cost: [2, '已销售未结算的成本', 'Cost of what is not settled'],
  storage: [3, '次月收取的仓储费', 'Storage billed next month'],
  surcharge: [4, '次月收取的超龄附加费', 'Aged inventory surcharge billed next month'],
  advertising: [5, '未扣款的广告费', 'Advertising not yet charged'],
  freight: [6, '未开账单的运费', 'Freight not yet invoiced'],
  firstLeg: [7, '未开账单的头程', 'First leg not yet billed'],
  purchase: [8, '未开票的采购', 'Purchases not yet invoiced'],
} as const
/** of the company as a whole: consignments and receipts are of no single shop */
export type CompanyKind = 'firstLeg' | 'purchase'
export type AccrualKind = Exclude<keyof typeof accrualKinds, CompanyKind>

const states = {
  open: [1, '未冲回', 'Open', 'warn'],
  partly: [2, '部分冲回', 'Partly reversed', 'info'],
  reversed: [3, '已冲回', 'Reversed', 'good'],
} as const
export const accrualStates = { open: states.open[0], partly: states.partly[0], reversed: states.reversed[0] }

const bands = {
  month: [1, '30 天内', 'Within 30 days'],
  two: [2, '31-60 天', '31-60 days'],
  three: [3, '61-90 天', '61-90 days', 'warn'],
  older: [4, '90 天以上', 'Above 90 days', 'bad'],
} as const
/** days since the end of the month up to which a band reaches */
export const bandDays = [30, 60, 90] as const

const made = (zh: string, en: string, help?: readonly [string, string]) =>
  money(zh, en, { currency: 'currency', total: true, sort: true, default: '0', computed: true, ...(help ? { help } : {}) })

export const financeAccrual = resource('finance_accrual', {
  type: 'financeAccrual',
  title: ['计提', 'Accruals'],
  access: { scope: grantedShopsOrNone, permission: accrualPermission },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, editDisabled: true }),
    shopId: reference('店铺', 'Shop', 'shop', {
      optional: true,
      filter: 'select',
      sort: true,
      editDisabled: true,
      width: 140,
      help: ['头程和采购属于整个公司，不分店铺。', 'First leg and purchases are of the company, of no single shop.'],
    }),
    kind: choice('计提项目', 'Kind', accrualKinds, { filter: 'select', filterAs: 'tags', editDisabled: true, width: 190 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', editDisabled: true, width: 80 }),
    amount: computed.sql(money('计提金额', 'Accrued', { currency: 'currency', total: true, sort: true }), 'fact_amount + hand_amount'),
    reversed: made('已冲回', 'Reversed', ['之后的文件实际结算、收取或开出的金额。', 'What later files settled, charged or invoiced.']),
    open: computed.sql(
      money('未冲回', 'Open', { currency: 'currency', total: true, sort: true }),
      `case when state = ${states.reversed[0]} then 0.0000 else fact_amount + hand_amount - reversed end`,
    ),
    difference: computed.sql(
      money('差异', 'Difference', {
        currency: 'currency',
        total: true,
        sort: true,
        help: ['冲回完成后，实际金额减去计提金额。', 'Once reversed: what came less what was accrued.'],
      }),
      `case when state = ${states.reversed[0]} then reversed - fact_amount - hand_amount else 0.0000 end`,
    ),
    state: choice('状态', 'State', states, { filter: 'select', default: 1, computed: true, width: 90 }),
    reversedOn: date('最近冲回日期', 'Last reversed on', { optional: true, sort: true, computed: true }),
    age: integer('账龄（天）', 'Age (days)', {
      default: 0,
      sort: true,
      computed: true,
      width: 90,
      help: ['从月末到今天；已冲回的到最后一次冲回。', 'From the end of the month until today, or until it was reversed.'],
    }),
    band: choice('账龄段', 'Age band', bands, { filter: 'select', default: 1, computed: true, width: 100 }),
    factAmount: made('按资料计提', 'From facts'),
    handAmount: money('人工计提', 'By hand', {
      currency: 'currency',
      total: true,
      sort: true,
      default: '0',
      help: [
        '收入为正，费用为负；系统没有资料的项目（例如未扣款的广告费）在这里填写。',
        'Income is positive, cost negative: for what no file tells, e.g. advertising that is not yet charged.',
      ],
    }),
    note: text('说明', 'Note', { max: 200, default: '', filter: 'contains', width: 200 }),
  },
  list: {
    sort: { field: 'month', way: 'DESC' },
    shownAs: { card: { title: 'kind', subtitle: 'shopId', amount: 'open', state: 'state' } },
    empty: ['点“计提”选择月份后，这里列出当月应计未结的金额和之后的冲回', 'Press “Accrue” and choose a month'],
  },
  record: { label: 'month' },
  storage: { key: ['shopId', 'month', 'kind', 'currency'], index: [['month', 'shopId']] },
  life: { closes: { on: 'month', but: ['reversed', 'state', 'reversedOn', 'age', 'band', 'note'] } },
})

const named = { financeAccrual }
export const accrualTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
