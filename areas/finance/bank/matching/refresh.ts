/** Suggestions as they are kept: worked out anew for all open lines of the organisation, after expected payments were read again. */
import { sql } from 'kysely'
import { listed, sentence, toStored } from '#platform/declare/sentence.ts'
import { merged, timed } from '#platform/server/jobs.ts'
import type { Context, Tx, House } from '#platform/server/area.ts'
import { syncExpected, type Synced } from './expected.ts'
import { openOf } from './open.ts'
import { textOfUnits } from './sides.ts'
import { traceAnew } from './trace.ts'
import { suggestionsOf, type Proposal } from './suggest.ts'
import { confidences, matchKinds } from '../../base/match-words.ts'

/** Suggestions of the organisation, also of lines that are gone. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()
export const suggestJob = 'bank.suggest'
const [sure, likely] = [70, 50]

export const confidenceOf = (score: number): number =>
  (score >= sure ? confidences.high : score >= likely ? confidences.middle : confidences.low)[0]

const rowsOf = (proposals: readonly Proposal[]) =>
  proposals.flatMap(one =>
    one.lines.map(lineId => ({
      lineId,
      kind: matchKinds[one.kind][0],
      confidence: confidenceOf(one.score),
      score: one.score,
      lineIds: one.lines,
      expectedIds: one.payments,
      expectedId: one.payments[0] ?? null,
      otherLineId: one.lines.find(id => id !== lineId) ?? null,
      item: one.item,
      difference: textOfUnits(one.difference),
      reasons: toStored(listed(one.reasons, '；')),
      ruleId: one.ruleId,
    })),
  )

/** As the organisation's system. Answers for how many lines there is one. */
export async function suggestAnew(context: Context, tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank suggestions ${context.caller.orgId}`}, 0))`.execute(tx)
  const rows = rowsOf(suggestionsOf(await openOf(tx)))
  await sql`delete from bank_suggestion where org_id = ${context.caller.orgId}`.execute(behind(tx))
  // they follow from lines and payments and are no records of their own: no trail
  await sql`insert into bank_suggestion (org_id, line_id, kind, confidence, score, line_ids, expected_ids, expected_id, other_line_id, item,
      difference, reasons, rule_id)
    select ${context.caller.orgId}::bigint, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("lineId" bigint, kind smallint,
      confidence smallint, score int, "lineIds" jsonb, "expectedIds" jsonb, "expectedId" bigint, "otherLineId" bigint, item smallint,
      difference numeric, reasons text, "ruleId" bigint)`.execute(behind(tx))
  return rows.length
}

/** Reads expected payments again and works the suggestions out, whoever asks. */
export async function refreshMatching({
  house,
  caller,
}: Pick<Context, 'house' | 'caller'>): Promise<Synced & { readonly suggested: number }> {
  return refreshAs(await house.asSystem(caller.orgId, 'expected payments and suggestions for bank lines'))
}

async function refreshAs(system: Context): Promise<Synced & { readonly suggested: number }> {
  const synced = await system.write((tx, inside) => syncExpected(inside, tx))
  const suggested = await system.write((tx, inside) => suggestAnew(inside, tx))
  await system.write((tx, inside) => traceAnew(inside, tx))
  return { ...synced, suggested }
}

export const matchingTimed = timed('bank.suggest', ['更新应收应付待核销和对账建议', 'Expected payments and suggestions for bank lines'], {
  at: '05:40',
  work: async inside => {
    const { added, changed, removed, suggested } = await refreshAs(inside)
    return sentence`新增应收应付 ${added} 笔，更新 ${changed} 笔，撤回 ${removed} 笔；${suggested} 笔流水有建议`
  },
})

/** In the transaction that opened or brought lines. */
export const orderSuggestions = (tx: Tx, house: House, orgId: string): Promise<void> => house.jobs.addOnce(tx, suggestJob, { orgId })

export const suggestHandler = merged('figures', async (house, payload) => {
  await refreshMatching(await house.asSystem(String(payload['orgId']), 'suggestions for bank lines'))
})
