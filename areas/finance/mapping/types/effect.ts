/**
 * What a mapping would move, before it is saved: amounts by month and currency that would go from one finance item to another. Nothing is
 * recomputed: amounts are read by kind, and meanings are joined as the report does.
 */
import { sql } from 'kysely'
import { isMonth } from '#platform/format/dates.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { anyTable, columnRef, isOneOf } from '#platform/server/database.ts'
import { financeItems } from '../../base/finance-items.ts'
import { lastClosed } from '../../base/closed-months.ts'
import { amounts } from '../../facts/amounts.ts'

export interface EffectAsk {
  readonly kindId: string
  readonly item: number
  /** YYYY-MM from which the mapping would hold; absent: the mapping in force, or the beginning, as the dialog saves it */
  readonly validFrom?: string
}
export interface Moved {
  readonly month: string
  readonly currency: string
  /** null: not mapped */
  readonly from: number | null
  readonly to: number
  readonly amount: string
  readonly lines: number
  /** keeps what it was closed with: such a mapping is refused */
  readonly closed: boolean
}

const beginning = '1995-01'

export async function effectOf(context: Context, { kindId, item, validFrom }: EffectAsk): Promise<{ list: Moved[] }> {
  if (validFrom !== undefined && !isMonth(validFrom))
    throw refuse.invalid([{ field: 'validFrom', message: sentence`月份格式应为 YYYY-MM，例如 2025-10` }])
  if (!Object.values(financeItems).some(({ id }) => id === item))
    throw refuse.invalid([{ field: 'item', message: sentence`没有这个财务项目` }])
  const [byMonth] = amounts.grains
  if (!byMonth) throw new Error('amounts have no grain by month')
  const maps = await context.db
    .selectFrom('amazon_type_map')
    .select(sql<string>`to_char(valid_from, 'YYYY-MM')`.as('from'))
    .where('kind_id', '=', kindId)
    .orderBy('valid_from')
    .execute()
  const from = validFrom ?? maps.at(-1)?.from ?? beginning
  const until = maps.find(one => one.from > from)?.from ?? null
  const closed = await lastClosed(context.db)
  const list = await anyTable(context.db)
    .selectFrom(`${byMonth.table} as f`)
    .leftJoin('amazon_type_map as m', j =>
      j.on(sql<boolean>`m.kind_id = f.kind_id and m.valid_from <= f.month and (m.valid_to is null or m.valid_to > f.month)`),
    )
    .where(isOneOf(columnRef('f', 'shopId'), context.caller.shops))
    .where(sql<boolean>`f.kind_id = ${kindId} and f.month >= ${`${from}-01`}::date`)
    .where(until === null ? sql<boolean>`true` : sql<boolean>`f.month < ${`${until}-01`}::date`)
    .where(sql<boolean>`m.item is distinct from ${item}`)
    .select([
      sql<string>`to_char(f.month, 'YYYY-MM')`.as('month'),
      sql<string>`f.currency`.as('currency'),
      sql<number | null>`m.item`.as('from'),
      sql<number>`${item}::int`.as('to'),
      sql<string>`sum(f.amount)::text`.as('amount'),
      sql<number>`sum(f.n)::int`.as('lines'),
      sql<boolean>`coalesce(f.month <= ${closed}::date, false)`.as('closed'),
    ])
    .groupBy(sql`f.month, f.currency, m.item`)
    .orderBy('month')
    .orderBy('currency')
    .execute()
  return { list }
}
