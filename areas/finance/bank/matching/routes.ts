/** Route map of bank matching: open lines with accepting and matching by hand, matches, expected payments, rules. */
import { choice, decimal, links, money, text } from '#platform/declare/fields.ts'
import { Array as List, Boolean as Flag, Object as O, Optional, String as Text } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { act, call, demanding, Id, Month, Query, RowId, type RouteMap } from '#platform/server/area.ts'
import { storedSentence } from '#platform/server/lists.ts'
import { family, add, exportOf, list, remove, update } from '#platform/server/records.ts'
import { candidates } from './candidates.ts'
import { acceptChosen, byHand, takeBack } from './confirm.ts'
import { bankInTransit } from './in-transit.ts'
import { bankOpenLine } from './open-lines.ts'
import { overview } from './overview.ts'
import { bankMonth, bankPosition } from './positions.ts'
import { refreshMatching } from './refresh.ts'
import { expectedHooks, expectedRule, ruleHooks } from './rules.ts'
import { bankExpected, bankMatch, bankMatchSide, bankRule, bankTrace } from './tables.ts'
import { bankItems, matchPermission, remainders } from '../../base/match-words.ts'

const plain = (r: unknown): Resource => r as Resource
const [openLines, expected, matches, sides, rules] = [bankOpenLine, bankExpected, bankMatch, bankMatchSide, bankRule].map(plain) as [
  Resource,
  Resource,
  Resource,
  Resource,
  Resource,
]
const words = { reasons: storedSentence }
const { edit } = operations
const acceptInput = O({
  id: Optional(RowId()),
  ids: Optional(List(RowId(), { title: '选中的行', maxItems: 10_000 })),
  key: Optional(Text({ title: '建议', maxLength: 4000 })),
})

export const matchRoutes: RouteMap = {
  'POST /bankReconcile/list': list(openLines, { words }),
  'POST /bankReconcile/listExport': exportOf(openLines, words),
  'POST /bankReconcile/accept': {
    ...act(
      openLines,
      { name: 'accept', title: ['接受建议', 'Accept'], over: 'rows', operation: edit },
      (context, { input }) => acceptChosen(context, input),
      acceptInput,
    ),
    shown: demanding(acceptInput, ['ids'], ['id']),
  },
  'POST /bankReconcile/match': act(
    openLines,
    {
      name: 'match',
      title: ['手工勾选核销', 'Match'],
      over: 'rows',
      operation: edit,
      input: {
        expectedIds: links('应收应付待核销', 'Expected payments', 'bank_expected', {
          optional: true,
          max: 100,
          help: ['自有账户间的转账、换汇不选款项，同时选中转出和转入的流水。', 'None for transfers: choose the lines out and in together.'],
        }),
        item: choice('直接归类', 'Or booked as', bankItems, {
          optional: true,
          help: ['没有单据的流水，例如手续费、工资、税费。', 'For lines without a document, such as charges, salaries and taxes.'],
        }),
        remainder: choice('余下的差额', 'What is left', remainders, { default: remainders.keep[0], as: 'radio' }),
        rate: decimal('换汇汇率', 'Rate', 10, {
          optional: true,
          min: 0,
          help: ['换出的币种 1 单位换得多少；不填时按两边金额计算。', 'What one unit gives; worked out of the amounts unless entered.'],
        }),
        fee: money('换汇手续费', 'Fee', { optional: true, min: 0, help: ['换出的币种。', 'In the currency that is given.'] }),
        reason: text('确认原因', 'Reason', {
          max: 200,
          optional: true,
          help: ['两边金额不符合汇率时填写。', 'Where both sides do not follow the rate.'],
        }),
      },
    },
    (context, { input }) => byHand(context, input),
  ),
  'POST /bankReconcile/candidates': call(
    {
      demand: needs(matchPermission, operations.view),
      summary: '一笔流水可以核对的款项',
      input: Query({ lineId: Id('银行流水'), keyword: Optional(Text({ title: '查找', maxLength: 100 })) }),
      write: false,
    },
    (context, { input }) =>
      candidates(context, {
        lineId: asText(input['lineId']),
        keyword: input['keyword'] === undefined ? undefined : asText(input['keyword']),
      }),
  ),
  'POST /bankReconcile/overview': call(
    {
      demand: needs(matchPermission, operations.view),
      summary: '未核流水的概况',
      input: Query({ accountId: Optional(Id('账户')), month: Optional(Month()), withHigh: Optional(Flag({ title: '高匹配的流水' })) }),
      write: false,
    },
    (context, { input }) =>
      overview(context, {
        accountId: input.accountId,
        month: input.month,
        withHigh: input['withHigh'] === true,
      }),
  ),
  'POST /bankReconcile/run': act(
    openLines,
    { name: 'run', title: ['更新建议', 'Refresh'], over: 'page', operation: edit },
    refreshMatching,
  ),
  'POST /bankMatch/list': list(matches),
  'POST /bankMatch/listExport': exportOf(matches),
  'POST /bankMatch/update': update(matches),
  'POST /bankMatch/undoMatch': act(
    matches,
    {
      name: 'undoMatch',
      title: ['取消勾对', 'Take back'],
      over: 'rows',
      operation: edit,
      confirm: ['取消选中的 {n} 次勾对？流水和款项回到未核对', 'Take back {n} matches? Their lines and payments are open again'],
    },
    (context, { input }) => takeBack(context, input),
  ),
  'POST /bankInTransit/list': list(plain(bankInTransit)),
  'POST /bankInTransit/listExport': exportOf(plain(bankInTransit)),
  'POST /bankPosition/list': list(plain(bankPosition)),
  'POST /bankPosition/listExport': exportOf(plain(bankPosition)),
  'POST /bankMonth/list': list(plain(bankMonth)),
  'POST /bankMonth/listExport': exportOf(plain(bankMonth)),
  'POST /bankTrace/list': list(bankTrace),
  'POST /bankTrace/listExport': exportOf(bankTrace),
  'POST /bankMatchSide/list': list(sides),
  'POST /bankMatchSide/listExport': exportOf(sides),
  ...family('bankExpected', expected, expectedRule),
  'POST /bankExpected/update': update(expected, expectedHooks),
  'POST /bankExpected/delete': remove(expected, expectedHooks),
  ...family('bankRule', rules),
  'POST /bankRule/insert': add(rules, ruleHooks),
  'POST /bankRule/update': update(rules, ruleHooks),
}
