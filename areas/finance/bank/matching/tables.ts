/**
 * 银行对账: what is expected to come or go, matches of it with lines of statements, and rules learnt from what people matched. The sides of
 * a match add up to zero in each currency: bank lines, what they pay, charges, exchange differences, conversions.
 */
import {
  bigInteger,
  choice,
  computed,
  date,
  decimal,
  flag,
  integer,
  json,
  money,
  reference,
  referenceBy,
  text,
} from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShopsOrNone, through } from '#platform/declare/scope.ts'
import {
  bankItems,
  confidences,
  directions,
  expectedPermission,
  expectedSources,
  expectedStates,
  matchKinds,
  matchPermission,
  positionPermission,
  rulePermission,
  sideRoles,
  traceSteps,
} from '../../base/match-words.ts'

const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 })
const account = (more: object = {}) => reference('账户', 'Account', 'bank_account', { filter: 'select', width: 160, ...more })
const counted = { computed: true } as const

export const bankExpected = resource('bank_expected', {
  type: 'bankExpected',
  title: ['应收应付待核销', 'Expected payments'],
  access: { permission: expectedPermission, scope: grantedShopsOrNone },
  fields: {
    dueOn: date('应收付日期', 'Due on', { filter: 'range', sort: true, width: 110 }),
    source: choice('来源', 'Source', expectedSources, { default: expectedSources.hand[0], filter: 'select', width: 120, ...counted }),
    reference: text('编号', 'Reference', {
      max: 100,
      filter: 'contains',
      width: 170,
      help: ['结算编号、放款编号、账单号；流水里写有它时优先核对。', 'Looked for in the texts of bank lines.'],
    }),
    party: text('对方', 'With whom', { max: 100, default: '', filter: 'contains', width: 150 }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', width: 140 }),
    amount: money('应收付金额', 'Amount', {
      currency: 'currency',
      total: true,
      sort: true,
      filter: 'range',
      width: 120,
      help: ['应收为正数，应付为负数。', 'Positive comes in, negative is to be paid.'],
    }),
    currency: currency(),
    matched: money('已核金额', 'Matched', { currency: 'currency', total: true, default: '0', width: 110, ...counted }),
    open: computed.sql(money('未核金额', 'Open', { currency: 'currency', total: true, sort: true, width: 120 }), 'amount - matched'),
    state: choice('状态', 'State', expectedStates, { filter: 'select', default: 1, width: 100, ...counted }),
    remark: text('备注', 'Remark', { max: 200, default: '', inline: true, width: 160 }),
    /** what the fact is known by among those of its source */
    factKey: text('事实标识', 'Fact', { max: 120, optional: true, hidden: true, computed: true }),
  },
  list: {
    search: ['reference', 'party'],
    sort: { field: 'dueOn', way: 'DESC' },
    shownAs: { card: { title: 'reference', subtitle: 'party', tags: ['source'], amount: 'amount', state: 'state' } },
    empty: ['点“更新”从结算、放款和账单取得应收应付款项，也可以手工登记', 'Pay-outs and bills appear here; others are entered by hand'],
  },
  record: { label: 'reference', option: { search: ['reference', 'party', 'amount'], detail: ['party', 'dueOn', 'amount', 'currency'] } },
  storage: { unique: [['source', 'factKey']], index: [['orgId', '-dueOn'], { on: ['orgId', 'currency', 'dueOn'], where: 'state <= 2' }] },
})

export const bankMatch = resource('bank_match', {
  type: 'bankMatch',
  title: ['对账记录', 'Bank matches'],
  access: { permission: matchPermission, scope: through('accountId') },
  fields: {
    no: text('对账编号', 'Match no.', { max: 20, filter: 'equals', sort: true, set: { onAdd: { number: 'DZ' } }, width: 140 }),
    matchedOn: date('入账日期', 'Booked on', { filter: 'range', sort: true, width: 110, ...counted }),
    kind: choice('类型', 'Kind', matchKinds, { filter: 'select', filterAs: 'tags', width: 90, ...counted }),
    accountId: account(counted),
    lines: integer('流水笔数', 'Bank lines', { width: 80, ...counted }),
    payments: integer('款项笔数', 'Payments', { width: 80, ...counted }),
    amount: money('流水金额', 'Bank amount', { currency: 'currency', sort: true, width: 120, ...counted }),
    currency: currency(),
    toAmount: money('换得金额', 'Converted to', { currency: 'toCurrency', optional: true, width: 120, ...counted }),
    toCurrency: referenceBy('换得币种', 'Into', 'currency', 'code', { optional: true, filter: 'select', width: 90, ...counted }),
    rate: decimal('换汇汇率', 'Rate', 10, { optional: true, width: 110, ...counted }),
    charge: money('手续费', 'Charge', { currency: 'currency', default: '0', width: 100, ...counted }),
    realised: money('已实现汇兑差额（元）', 'Realised difference (CNY)', {
      optional: true,
      total: true,
      width: 150,
      help: [
        '换得的钱减去换出的钱，都按公司当月汇率折成人民币。',
        'What was got less what was given, both at the company’s rate of the month.',
      ],
      ...counted,
    }),
    item: choice('归类', 'Booked as', bankItems, { optional: true, filter: 'select', width: 110, ...counted }),
    suggested: flag('按建议', 'As suggested', { default: false, filter: 'select', width: 90, ...counted }),
    reason: text('确认原因', 'Reason', { max: 200, default: '', width: 160, ...counted }),
    note: text('备注', 'Note', { max: 200, default: '', inline: true, width: 160 }),
    matchedBy: text('对账人', 'Matched by', { max: 60, default: '', filter: 'contains', width: 100, ...counted }),
    bookedAccountId: reference('差额账户', 'Account of the difference', 'bank_account', { optional: true, show: false, ...counted }),
    bookedCurrency: referenceBy('差额账户币种', 'Its currency', 'currency', 'code', { optional: true, show: false, ...counted }),
    /** the first day of its lines: a closed month holds it */
    firstOn: date('最早流水日期', 'First line', { show: false, ...counted }),
    /** the rule that it taught or followed */
    ruleId: bigInteger('规则', 'Rule', { optional: true, hidden: true, computed: true }),
  },
  list: {
    search: false,
    sort: { field: 'matchedOn', way: 'DESC' },
    shownAs: { card: { title: 'accountId', subtitle: 'matchedOn', tags: ['kind'], amount: 'amount' } },
    empty: ['在“银行对账”里接受建议或手工勾对后，这里显示每次勾对', 'Matches appear here once lines are matched'],
  },
  record: { editable: ['note'], label: 'no' },
  storage: {
    index: [['orgId', '-matchedOn'], ['accountId', '-matchedOn'], { on: ['bookedAccountId', 'matchedOn'], where: 'realised is not null' }],
  },
  life: { closes: { on: 'firstOn', but: ['note', 'ruleId'] } },
})

export const bankMatchSide = resource('bank_match_side', {
  type: 'bankMatchSide',
  title: ['对账明细', 'Sides of matches'],
  access: { permission: matchPermission, scope: through('matchId') },
  fields: {
    day: date('日期', 'Day', { filter: 'range', sort: true, width: 110 }),
    matchId: reference('对账记录', 'Match', 'bank_match', { width: 140 }),
    role: choice('项目', 'Side', sideRoles, { filter: 'select', filterAs: 'tags', width: 110 }),
    accountId: account({ optional: true }),
    text: text('流水说明', 'What the line says', { max: 200, default: '', filter: 'contains', width: 200 }),
    lineId: reference('银行流水', 'Bank line', 'bank_statement', { optional: true, show: false }),
    expectedId: reference('应收应付待核销', 'Expected payment', 'bank_expected', { optional: true, width: 160 }),
    amount: money('金额', 'Amount', {
      currency: 'currency',
      total: true,
      sort: true,
      width: 120,
      help: ['同一次对账里，每个币种的金额合计为零。', 'The sides of a match add up to zero in each currency.'],
    }),
    currency: currency(),
    item: choice('归类', 'Booked as', bankItems, { optional: true, filter: 'select', width: 110 }),
  },
  list: {
    search: false,
    sort: { field: 'day', way: 'DESC' },
    empty: ['每次勾对的流水、款项、手续费和差额', 'Lines, payments, charges and differences of each match'],
  },
  record: { editable: [], label: 'day' },
  storage: { index: [['orgId', '-day'], ['matchId'], ['lineId'], ['expectedId']] },
})

/** What a line might be, found by the last run. One a line; lines of one proposal name each other in `also`. */
export const bankSuggestion = resource('bank_suggestion', {
  title: ['对账建议', 'Suggestions'],
  access: { scope: through('lineId') },
  fields: {
    lineId: reference('银行流水', 'Bank line', 'bank_statement', { noForeignKey: true }),
    kind: choice('类型', 'Kind', matchKinds),
    confidence: choice('匹配度', 'Confidence', confidences),
    score: integer('得分', 'Score'),
    lineIds: json<readonly string[]>('流水', 'Lines'),
    expectedIds: json<readonly string[]>('款项', 'Payments'),
    expectedId: reference('应收应付待核销', 'Expected payment', 'bank_expected', { optional: true, noForeignKey: true }),
    otherLineId: reference('对方流水', 'Other line', 'bank_statement', { optional: true, noForeignKey: true }),
    item: choice('归类', 'Booked as', bankItems, { optional: true }),
    difference: money('差额', 'Difference', { default: '0' }),
    reasons: text('理由', 'Reasons', { max: 2_000, default: '' }),
    ruleId: bigInteger('规则', 'Rule', { optional: true }),
  },
  list: { search: false },
  record: { editable: [], label: 'score' },
  storage: { unique: [['lineId']], index: [['lineId']] },
})

export const bankRule = resource('bank_rule', {
  type: 'bankRule',
  title: ['对账规则', 'Matching rules'],
  access: { permission: rulePermission, scope: through('accountId') },
  fields: {
    words: text('流水里的文字', 'Words of the line', {
      max: 200,
      filter: 'contains',
      sort: true,
      width: 220,
      help: ['对方户名、用途或摘要含有这些文字，不分大小写。', 'Found in counterparty, purpose or summary, whatever the case.'],
    }),
    accountId: account({ editDisabled: true }),
    direction: choice('收支', 'In or out', directions, { default: 1, as: 'radio', filter: 'select', width: 80 }),
    source: choice('对应款项来源', 'Expected from', expectedSources, { optional: true, filter: 'select', width: 130 }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', width: 140 }),
    item: choice('或直接归类', 'Or booked as', bankItems, { optional: true, filter: 'select', width: 120 }),
    isOn: flag('启用', 'On', { default: true, filter: 'select', inline: true, width: 70 }),
    origin: choice(
      '来历',
      'Origin',
      { learnt: [1, '学习得到', 'Learnt', 'info'], hand: [2, '手工登记', 'By hand', 'quiet'] },
      { default: 2, filter: 'select', width: 90, ...counted },
    ),
    hits: integer('已用次数', 'Used', { default: 0, sort: true, width: 90, ...counted }),
    lastOn: date('最近使用', 'Last used', { optional: true, sort: true, width: 110, ...counted }),
    remark: text('备注', 'Remark', { max: 200, default: '', inline: true, width: 160 }),
  },
  list: {
    sort: { field: 'hits', way: 'DESC' },
    empty: ['勾对流水时系统记住对方和归类，下次自动建议；也可以自己登记', 'Learnt from what people match; others are entered by hand'],
  },
  record: { label: 'words' },
  storage: { key: ['accountId', 'direction', 'words'], index: [['orgId', '-hits']] },
})

/** Where the money of payments went, worked out with the suggestions. */
export const bankTrace = resource('bank_trace', {
  type: 'bankTrace',
  title: ['资金流向', 'Where payments went'],
  access: { permission: positionPermission, scope: through('expectedId') },
  fields: {
    day: date('日期', 'Day', { filter: 'range', sort: true, width: 110 }),
    expectedId: reference('款项', 'Payment', 'bank_expected', { noForeignKey: true, width: 170 }),
    no: integer('步骤', 'Step', { identifier: true, width: 70 }),
    step: choice('去向', 'What became of it', traceSteps, { filter: 'select', filterAs: 'tags', width: 120 }),
    accountId: account(),
    amount: money('金额', 'Amount', { currency: 'currency', total: true, sort: true, width: 120 }),
    currency: currency(),
    toAccountId: reference('转入账户', 'Into', 'bank_account', { optional: true, filter: 'select', width: 160 }),
    toAmount: money('转入金额', 'Amount there', { currency: 'toCurrency', optional: true, width: 120 }),
    toCurrency: referenceBy('转入币种', 'Currency there', 'currency', 'code', { optional: true, filter: 'select', width: 90 }),
    rate: decimal('实际汇率', 'Rate with fees', 10, { optional: true, width: 110 }),
  },
  list: {
    search: false,
    sort: { field: 'day', way: 'DESC' },
    shownAs: { card: { title: 'expectedId', subtitle: 'accountId', amount: 'amount', state: 'step' } },
    empty: [
      '款项核对到流水后，这里按先进先出显示它转到哪里、按什么汇率换汇',
      'Where payments went once they are matched, first in first out',
    ],
  },
  record: { editable: [], label: 'day' },
  storage: {
    index: [
      ['orgId', '-day'],
      ['expectedId', 'no'],
    ],
  },
})

const named = { bankExpected, bankMatch, bankMatchSide, bankSuggestion, bankRule }
export const matchTables = { ...named, bankTrace }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
