/**
 * The mapping queue: kinds of Amazon's files and the finance item each means, from a month on. A change recomputes nothing: the map is
 * joined when read.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { type RecordChange, type Hooks, type Context, type Tx, refuse } from '#platform/server/area.ts'
import { within, anyTable } from '#platform/server/database.ts'
import { updateRecord, change, create, columnValues } from '#platform/server/records.ts'
import { labelSql } from '#platform/server/lists.ts'
import { amounts } from '../../facts/amounts.ts'
import { chargesFollow } from '../../facts/advertising/charges.ts'
import { costsFollow } from '../../base/costs-follow.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { financeItems } from '../../base/finance-items.ts'
import { kindsInUse } from './kinds-in-use.ts'
import { amazonKind, amazonTypeMap, families, platforms } from '../../facts/amazon/tables.ts'
import { suggester, type MappedWords } from '../types/suggest.ts'

const [listMax, wordsMax] = [1_000, 5_000]
/** set by a person, not by the house */
const byHand = amazonTypeMap.fields.source.choices.person[0]
const beginning = '1995-01'
interface QueueAsk {
  readonly unmappedOnly?: unknown
  readonly keyword?: string
  readonly family?: number
  readonly platform?: number
}

/** Kinds with their mapping in force, unmapped first; of those only what has lines. */
export async function mappingQueue(context: Context, ask: QueueAsk): Promise<unknown> {
  if (ask.keyword?.includes('\0')) throw refuse.invalid([{ field: 'keyword', message: sentence`关键字含有无法查找的字符` }])
  if (ask.family !== undefined && !Object.values(families).some(([code]) => code === ask.family))
    throw refuse.invalid([{ field: 'family', message: sentence`没有这种报告，请重新选择` }])
  if (ask.platform !== undefined && !Object.values(platforms).some(([code]) => code === ask.platform))
    throw refuse.invalid([{ field: 'platform', message: sentence`没有这个平台，请重新选择` }])
  let query = context.db
    .selectFrom('amazon_kind as k')
    .leftJoin('amazon_type_map as m', j => j.onRef('m.kind_id', '=', 'k.id').on('m.valid_to', 'is', null))
    .select([
      'k.id as kindId',
      'k.platform',
      'k.family',
      'k.language',
      'k.type',
      'k.amount_type as amountType',
      'k.description',
      'k.column_name as columnName',
      labelSql(amazonKind, context.language, 'k').as('title'),
      'm.id',
      'm.item',
      'm.source',
      'm.version',
      sql<string | null>`to_char(m.valid_from, 'YYYY-MM')`.as('validFrom'),
    ])
    .where(sql<boolean>`not (k.family = ${families.transaction[0]} and k.column_name = '')`)
  if (ask.unmappedOnly) query = query.where('m.id', 'is', null)
  if (ask.family !== undefined) query = query.where('k.family', '=', ask.family as 1)
  if (ask.platform !== undefined) query = query.where('k.platform', '=', ask.platform as 1)
  if (ask.keyword)
    query = query.where(
      sql<boolean>`(k.title || ' ' || k.title_en || ' ' || k.type || ' ' || k.amount_type || ' ' || k.description) ilike ${`%${ask.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
    )
  const rows = await query
    .orderBy(sql`m.id is not null`)
    .orderBy('k.family')
    .orderBy('k.id')
    .limit(listMax)
    .execute()
  const waiting = rows.filter(r => r.id === null).map(r => r.kindId)
  const inUse = await kindsInUse(context, waiting)
  const suggest = waiting.length === 0 ? null : suggester(await mappedWords(context))
  const list = rows
    .filter(r => r.id !== null || inUse.has(r.kindId))
    .map(r => ({ ...r, suggestion: r.id === null && suggest !== null ? suggest(r) : null }))
  return { list, total: list.length, pageNum: 1, pageSize: listMax }
}

/** Kinds that are mapped today, of every marketplace: what suggestions come from. */
const mappedWords = (context: Context): Promise<MappedWords[]> =>
  context.db
    .selectFrom('amazon_kind as k')
    .innerJoin('amazon_type_map as m', 'm.kind_id', 'k.id')
    .where('m.valid_to', 'is', null)
    .select([
      'k.type',
      'k.amount_type as amountType',
      'k.description',
      'k.column_name as columnName',
      'm.item',
      labelSql(amazonKind, context.language, 'k').as('title'),
    ])
    .orderBy('k.id')
    .limit(wordsMax)
    .execute() as Promise<MappedWords[]>

/** A kind gets its item from a month on; the mapping before ends there. */
export async function insertMapping(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ id: string }> {
  const values = columnValues(amazonTypeMap, { validFrom: beginning, ...input }, 'add')
  return context.write(async tx => {
    const kindId = String(values['kind_id'])
    const from = String(values['valid_from'])
    const kind = await tx.selectFrom('amazon_kind').select('id').where('id', '=', kindId).forUpdate().executeTakeFirst()
    if (!kind) throw refuse.unknown(['费用类型', 'Kind of fee'])
    const around = await tx.selectFrom('amazon_type_map').selectAll().where('kind_id', '=', kindId).orderBy('valid_from').execute()
    if (around.some(m => m.valid_from === from))
      throw refuse.invalid([{ field: 'validFrom', message: sentence`该类型在 ${from.slice(0, 7)} 已有映射，请直接修改` }])
    const next = around.find(m => m.valid_from > from)
    await keepClosed(context, tx, kindId, from, next?.valid_from ?? null)
    const inside = within(context, tx)
    for (const m of around)
      if (m.valid_from < from && (m.valid_to === null || m.valid_to > from)) await change(inside, amazonTypeMap, m.id, { validTo: from })
    const row = await create(inside, amazonTypeMap, {
      kindId,
      item: values['item'],
      validFrom: from,
      validTo: next?.valid_from ?? null,
      source: byHand,
    })
    await costsAfter(context, tx, kindId, [values['item'], ...around.map(m => m.item)], from)
    return { id: row.id }
  })
}

/** Deleting a mapping lets the one before hold on. Mapping by mapping: each is held against the money of its own kind. */
export const mappingHooks: Hooks = {
  written: async (context, tx, changes) => {
    for (const one of changes) await mappingChanged(context, tx, one)
  },
}
export const updateMapping = (context: Context, input: Readonly<Record<string, unknown>>) =>
  updateRecord(context, amazonTypeMap, input, { ...mappingHooks, besides: { source: byHand } })

async function mappingChanged(context: Context, tx: Tx, { before, after }: RecordChange): Promise<void> {
  const mapping = before ?? after
  const kindId = String(mapping?.['kindId'])
  const from = `${String(mapping?.['validFrom'])}-01`
  const until = mapping?.['validTo']
  const to = typeof until === 'string' ? `${until}-01` : null
  if (before?.['item'] !== after?.['item']) await keepClosed(context, tx, kindId, from, to)
  if (after === null) {
    const all = await tx
      .selectFrom('amazon_type_map')
      .select(['id', 'valid_from', 'valid_to'])
      .where('kind_id', '=', kindId)
      .orderBy('valid_from')
      .execute()
    for (const [i, m] of all.entries()) {
      const validTo = all[i + 1]?.valid_from ?? null
      if (m.valid_to !== validTo) await change(within(context, tx), amazonTypeMap, m.id, { validTo })
    }
  }
  await costsAfter(context, tx, kindId, [before?.['item'], after?.['item']], from)
}

/** Units sold are quantities of kinds mapped to product sales: only then does a mapping touch stored cost lines. */
async function costsAfter(context: Context, tx: Tx, kindId: string, items: readonly unknown[], fromMonth: string): Promise<void> {
  if (items.includes(financeItems.productSales.id)) await costsFollow(tx, context, { kindId, fromMonth })
  // which charges are of advertising
  if (items.includes(financeItems.advertising.id)) await chargesFollow(tx, context)
}

/**
 * A closed month keeps the mapping it was closed with: what would give money of closed months another meaning is refused, naming the month
 * to begin with.
 */
async function keepClosed(context: Context, tx: Tx, kindId: string, from: string, to: string | null): Promise<void> {
  const closed = await closedUntil(tx, context.caller.orgId)
  if (closed === null || from > closed) return
  const until = to !== null && to <= closed ? to : addDays(closed, 1)
  const [byMonth] = amounts.grains
  if (!byMonth) throw new Error('amounts have no grain by month')
  const hit = await anyTable((await context.house.asSystem(context.caller.orgId, 'mapping: money in closed months of any shop', tx)).db)
    .selectFrom(`${byMonth.table} as f`)
    .where(sql<boolean>`f.kind_id = ${kindId} and f.month >= ${from} and f.month < ${until}`)
    .select(sql<string | null>`to_char(max(f.month), 'YYYY-MM')`.as('month'))
    .executeTakeFirst()
  if (!hit?.month) return
  const first = addDays(closed, 1).slice(0, 7)
  throw refuse.rule(sentence`${hit.month} 已结账，其中有这类金额，它的映射不能再变。请让新的映射从 ${first} 起生效，或先反结账`)
}
