/** Route map of bank matching: open lines with accepting and matching by hand, matches, expected payments, rules. */
import { choice, decimal, links, money, text } from '#platform/declare/fields.ts'
import { Array as List, Boolean as Flag, Object as O, Optional, String as Text } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { act, call, demanding, Id, Month, Query, RowId, refuse, type Context, type RouteMap } from '#platform/server/area.ts'
import { keyOfRowId, storedSentence } from '#platform/server/lists.ts'
import { family, add, exportOf, list, remove, update } from '#platform/server/records.ts'
import { bankStatement } from '../bank/tables.ts'
import { candidates, keyOfKept } from './candidates.ts'
import { makeMatch, refuseTakenLines, unmatch } from './match.ts'
import { bankInTransit } from './in-transit.ts'
import { bankOpenLine } from './open-lines.ts'
import { overview } from './overview.ts'
import { bankMonth, bankPosition } from './positions.ts'
import { orderSuggestions, refreshMatching } from './refresh.ts'
import { expectedHooks, expectedRule, ruleHooks } from './rules.ts'
import { unitsOf } from './sides.ts'
import { bankExpected, bankMatch, bankMatchSide, bankRule, bankTrace } from './tables.ts'
import { bankItems, matchPermission, remainders } from './words.ts'

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
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(one => asText(one)) : value == null ? [] : [asText(value)])
const chosen = (input: Readonly<Record<string, unknown>>): string[] => [...textsOf(input['ids']), ...textsOf(input['id'])]
/** Rows of the view are known by their key, which is the line. */
const lineIdsOf = (input: Readonly<Record<string, unknown>>): string[] =>
  chosen(input).map(id => {
    const [lineId] = keyOfRowId(openLines, id) ?? []
    if (lineId === undefined) throw refuse.unknown(bankStatement.title)
    return lineId
  })

interface Matched {
  readonly changed: number
  /** by which they are taken back */
  readonly matchIds: readonly string[]
}

/**
 * What was proposed for these lines becomes matches: all of them or none. `key`: what was shown; suggestions are worked out anew beside
 * whoever looks at them, and another one is not taken for it.
 */
export async function accept(context: Context, ids: readonly string[], key?: string): Promise<Matched> {
  if (ids.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择流水` }])
  return context.write(async (tx, inside) => {
    const proposals = await tx
      .selectFrom('bank_suggestion')
      .select(['line_ids as lines', 'expected_ids as payments', 'item', 'rule_id as ruleId', 'difference', 'line_id as lineId', 'kind'])
      .where('line_id', 'in', ids)
      .orderBy('id')
      .execute()
    const found = new Set(proposals.map(one => String(one['lineId'])))
    const without = ids.filter(id => !found.has(id))
    if (without.length > 0) {
      await refuseTakenLines(tx, without)
      throw refuse.rule(sentence`选中的流水里有的没有建议，或已被处理，请刷新后再操作`)
    }
    // lines of one proposal name the same lines
    const each = new Map(proposals.map(one => [String(one['lines']), one]))
    const keys = [...each.values()].map(one =>
      keyOfKept({ kind: one['kind'], lines: textsOf(one['lines']), payments: textsOf(one['payments']) }),
    )
    if (key !== undefined && keys.some(one => one !== key)) throw refuse.conflict(sentence`建议已更新，请核对后再接受`)
    const matchIds: string[] = []
    for (const one of each.values()) {
      const made = await makeMatch(inside, {
        lineIds: textsOf(one['lines']),
        expectedIds: textsOf(one['payments']),
        item: one['item'] as number | null,
        ruleId: one['ruleId'] === null ? null : asText(one['ruleId']),
        remainder: unitsOf(asText(one['difference'])) === 0n ? 'keep' : 'charge',
        rate: null,
        fee: 0n,
        reason: '',
        suggested: true,
      })
      matchIds.push(made)
    }
    return { changed: matchIds.length, matchIds }
  })
}

const remainderOf = (code: unknown) =>
  (Object.keys(remainders) as (keyof typeof remainders)[]).find(name => remainders[name][0] === Number(code)) ?? 'keep'

async function byHand(context: Context, input: Readonly<Record<string, unknown>>): Promise<Matched> {
  const made = await makeMatch(context, {
    lineIds: lineIdsOf(input),
    expectedIds: textsOf(input['expectedIds']),
    item: input['item'] == null ? null : Number(input['item']),
    ruleId: null,
    remainder: remainderOf(input['remainder']),
    rate: input['rate'] == null || asText(input['rate']) === '' ? null : asText(input['rate']),
    fee: unitsOf(asText(input['fee'] ?? '0') || '0'),
    reason: asText(input['reason'] ?? '').trim(),
    suggested: false,
  })
  return { changed: 1, matchIds: [made] }
}

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
      (context, { input }) => accept(context, lineIdsOf(input), input['key'] as string | undefined),
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
        accountId: input['accountId'] as string | undefined,
        month: input['month'] as string | undefined,
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
    (context, { input }) =>
      context.write(async (tx, inside) => {
        const done = await unmatch(inside, chosen(input))
        await orderSuggestions(tx, inside.house, inside.caller.orgId)
        return done
      }),
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
