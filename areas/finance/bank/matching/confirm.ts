/** What people decide about open lines: suggestions accepted, lines matched by hand, matches taken back. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { keyOfRowId } from '#platform/server/lists.ts'
import { bankStatement } from '../statements/tables.ts'
import { keyOfKept } from './candidates.ts'
import { makeMatch, refuseTakenLines, unmatch } from './match.ts'
import { bankOpenLine } from './open-lines.ts'
import { orderSuggestions } from './refresh.ts'
import { unitsOf } from './sides.ts'
import { remainders } from '../../base/match-words.ts'

type Input = Readonly<Record<string, unknown>>

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(one => asText(one)) : value == null ? [] : [asText(value)])
const chosen = (input: Input): string[] => [...textsOf(input['ids']), ...textsOf(input['id'])]
/** Rows of the view are known by their key, which is the line. */
const lineIdsOf = (input: Input): string[] =>
  chosen(input).map(id => {
    const [lineId] = keyOfRowId(bankOpenLine, id) ?? []
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

export async function byHand(context: Context, input: Input): Promise<Matched> {
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

/** The call: lines chosen in the list of open lines. */
export const acceptChosen = (context: Context, input: Input): Promise<Matched> =>
  accept(context, lineIdsOf(input), input['key'] as string | undefined)

/** Matches no longer hold; what is open again gets suggestions. */
export const takeBack = (context: Context, input: Input): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    const done = await unmatch(inside, chosen(input))
    await orderSuggestions(tx, inside.house, inside.caller.orgId)
    return done
  })
