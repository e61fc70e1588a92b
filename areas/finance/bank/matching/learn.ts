/** Rules learnt from what people match: the words of a line and what it was. Used again they count up, taken back they count down. */
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/server/area.ts'
import { create, removeRecords, setDerived } from '#platform/server/records.ts'
import { keyWords } from './line-words.ts'
import { bankRule } from './tables.ts'
import { expectedSources, type MatchKind } from '../../base/match-words.ts'

const learnt = bankRule.fields.origin.choices.learnt[0]
/** words that are shorter say nothing */
const wordsMin = 2

interface Taught {
  readonly kind: MatchKind
  readonly lineIds: readonly string[]
  readonly expectedIds: readonly string[]
  readonly item: number | null
  /** the rule that the suggestion followed */
  readonly ruleId: string | null
  readonly day: string
}

/** The rule that this match followed or taught; null: there is nothing to learn. */
export async function learn(context: Context, tx: Tx, taught: Taught): Promise<string | null> {
  const { kind, lineIds, expectedIds, item, day } = taught
  if (kind === 'transfer' || kind === 'conversion') return null
  const lines = await tx
    .selectFrom('bank_statement')
    .select([
      sql<string>`account_id::text`.as('accountId'),
      sql<1 | 2>`direction`.as('direction'),
      sql<string>`counterparty`.as('counterparty'),
      sql<string>`purpose`.as('purpose'),
      sql<string>`summary`.as('summary'),
    ])
    .where('id', 'in', lineIds)
    .execute()
  const said = [...new Set(lines.map(line => `${line.accountId}|${line.direction}|${keyWords({ ...line, serialNo: '' })}`))]
  const [first] = lines
  const words = first === undefined ? '' : keyWords({ ...first, serialNo: '' })
  // lines that differ teach nothing
  if (first === undefined || said.length !== 1 || words.length < wordsMin) return null
  const target = await targetOf(tx, expectedIds, item)
  if (target === null) return null
  const known = await tx
    .selectFrom('bank_rule')
    .select([sql<string>`id::text`.as('id'), sql<number>`hits`.as('hits'), sql<number>`origin`.as('origin')])
    .select([sql<number | null>`source`.as('source'), sql<string | null>`shop_id::text`.as('shopId'), sql<number | null>`item`.as('item')])
    .where('account_id', '=', first.accountId)
    .where('direction', '=', first.direction)
    .where('words', '=', words)
    .forUpdate('bank_rule')
    .executeTakeFirst()
  if (known === undefined) {
    const made = await create(context, bankRule, {
      words,
      accountId: first.accountId,
      direction: first.direction,
      ...target,
      origin: learnt,
      hits: 1,
      lastOn: day,
    })
    return String(made.id)
  }
  const isSame = known.source === target.source && known.item === target.item
  // what a person wrote stays as he wrote it
  if (!isSame && known.origin !== learnt) return null
  // of several shops the rule is of none
  const shopId = isSame && known.shopId === target.shopId ? known.shopId : isSame ? null : target.shopId
  await setDerived(context, bankRule, [
    { id: known.id, source: target.source, item: target.item, shopId, hits: isSame ? known.hits + 1 : 1, lastOn: day },
  ])
  return known.id
}

async function targetOf(tx: Tx, expectedIds: readonly string[], item: number | null) {
  if (item !== null) return { source: null, shopId: null, item }
  if (expectedIds.length === 0) return null
  const found = await tx
    .selectFrom('bank_expected')
    .select(['source', sql<string | null>`shop_id::text`.as('shopId')])
    .distinct()
    .where('id', 'in', expectedIds)
    .execute()
  const [first] = found
  if (first === undefined || new Set(found.map(one => one.source)).size > 1 || first.source === expectedSources.hand[0]) return null
  return { source: first.source as number, shopId: found.length === 1 ? first.shopId : null, item: null }
}

/** Rules that matches followed which are taken back; what was learnt of nothing else goes. */
export async function forget(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const held = await tx
    .selectFrom('bank_rule')
    .select([sql<string>`id::text`.as('id'), sql<number>`hits`.as('hits'), sql<number>`origin`.as('origin')])
    .where('id', 'in', [...new Set(ids)])
    .forUpdate('bank_rule')
    .execute()
  const left = held.map(one => ({ ...one, hits: Math.max(0, one.hits - ids.filter(id => id === one.id).length) }))
  const gone = left.filter(one => one.hits === 0 && one.origin === learnt)
  const stays = left.filter(one => !gone.includes(one))
  await setDerived(
    context,
    bankRule,
    stays.map(({ id, hits }) => ({ id, hits })),
  )
  if (gone.length > 0)
    await removeRecords(
      context,
      bankRule,
      gone.map(one => one.id),
      { undoable: false },
    )
}
