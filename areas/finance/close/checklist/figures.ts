/**
 * What keeps a month open because its figures are not yet what they will be: imports that run, days and layers that are being computed,
 * kinds without mapping, months without rate. Each is an item of the checklist too, which nobody can say away.
 */
import { sql } from 'kysely'
import type { Title } from '#platform/declare/title.ts'
import type { ReportAnswer } from '#platform/declare/wire.ts'
import type { CloseAsk, CloseItem, Context } from '#platform/server/area.ts'
import { anyTable, columnRef, isOneOf } from '#platform/server/database.ts'
import { readReport } from '#platform/server/reports.ts'
import type { Finding } from '../../base/answers.ts'
import { amounts } from '../../facts/amounts.ts'
import { wholeProfit } from '../../profit/report/profit.ts'

export interface Found extends Omit<Finding, 'message'> {
  readonly text: Title
  /** the page where it is solved; null: waiting or another month does */
  readonly path: string | null
}
type Figures = Pick<ReportAnswer, 'computing' | 'missingRates'>
const namedMax = 5
const rates = '/reference/currencyRate'
const profit = '/finance/profit'

/** What keeps a month open whose turn it is. */
export async function keptOpenBy(books: Context, days: { readonly first: string }, cny: Figures): Promise<Found[]> {
  return [
    ...(await running(books)),
    ...computingOf(cny),
    ...(await layers(books)),
    ...(await unmapped(books, days)),
    ...missingRatesOf(cny),
  ]
}

/** The figures of a month in CNY, as far as they tell what is lacking. */
const figuresOf = (books: Context, { first, last }: CloseAsk): Promise<Figures> =>
  readReport(books, wholeProfit, { by: ['month'], startDate: first, endDate: last, currency: 'CNY' })

const gapsOf = (found: readonly Found[], path: string) => found.map(one => ({ text: one.text, path: one.path ?? path }))
const clean = (
  code: string,
  title: Title,
  path: string,
  find: (books: Context, ask: CloseAsk) => Promise<readonly Found[]>,
): CloseItem => ({
  code,
  title,
  group: code === 'running' ? 'data' : 'costs',
  by: 'organisation',
  needs: 'clean',
  path,
  gaps: async (books, ask) => gapsOf(await find(books, ask), path),
})

/** A check of a month names what they lack among what keeps it open, so it asks for them only where they are asked for by their code. */
export const figureItems: readonly CloseItem[] = [
  clean('running', ['导入已结束', 'Imports finished'], '/finance/amazon/imports', running),
  clean('unmapped', ['费用类型已映射', 'Fee types mapped'], '/finance/amazon/type-map', unmapped),
  clean('missingRate', ['汇率齐全', 'Rates known'], rates, async (books, ask) => missingRatesOf(await figuresOf(books, ask))),
  clean('computing', ['利润已算完', 'Profit computed'], profit, async (books, ask) => [
    ...computingOf(await figuresOf(books, ask)),
    ...(await layers(books)),
  ]),
]
export const isOfFigures = ({ code }: Pick<CloseItem, 'code'>): boolean => figureItems.some(one => one.code === code)

const byMonth = (): string => {
  const [grain] = amounts.grains
  if (!grain) throw new Error('amounts have no grain by month')
  return grain.table
}

/** The first month with amounts in any shop the context may see; null: none yet. */
export async function firstMonth(books: Context): Promise<string | null> {
  const row = await anyTable(books.db)
    .selectFrom(`${byMonth()} as f`)
    .where(isOneOf(columnRef('f', 'shopId'), books.caller.shops))
    .select(sql<string | null>`to_char(min(f.month), 'YYYY-MM')`.as('month'))
    .executeTakeFirst()
  return row?.month ?? null
}

/** Imports that run. */
async function running(books: Context): Promise<Found[]> {
  const runs = await books.db
    .selectFrom('import_run')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('state', 'in', [0, 1])
    .executeTakeFirst()
  if (!runs || runs.n === 0) return []
  return [
    {
      code: 'running',
      text: [`有 ${runs.n} 个导入尚未结束`, `${runs.n} imports are not finished`],
      path: '/finance/amazon/imports',
    },
  ]
}

function computingOf({ computing }: Figures): Found[] {
  if (computing.length === 0) return []
  const names = computing.slice(0, namedMax).join('、')
  return [{ code: 'computing', text: [`利润计算中：${names}`, `Profit is being computed: ${names}`], path: profit }]
}

const missingRatesOf = ({ missingRates }: Figures): Found[] =>
  missingRates.map(r => ({
    code: 'missingRate',
    text: [`缺少 ${r.month} 的 ${r.currency} 汇率`, `No ${r.currency} rate for ${r.month}`],
    path: rates,
  }))

async function layers(books: Context): Promise<Found[]> {
  const stale = await books.db
    .selectFrom('stock_stale')
    .select(sql<number>`count(distinct product_id)::int`.as('n'))
    .executeTakeFirst()
  if (!stale || stale.n === 0) return []
  return [
    {
      code: 'layers',
      text: [`${stale.n} 个商品的成本批次正在计算`, `Cost layers of ${stale.n} products are being computed`],
      path: '/finance/stock/layers',
    },
  ]
}

/** Kinds with amounts in the month that no mapping of that month covers, each with its lines and sums. */
async function unmapped(books: Context, days: { first: string }): Promise<Found[]> {
  const rows = await anyTable(books.db)
    .selectFrom(`${byMonth()} as f`)
    .innerJoin('amazon_kind as k', 'k.id', 'f.kind_id')
    .leftJoin('amazon_type_map as m', j =>
      j.on(sql<boolean>`m.kind_id = f.kind_id and m.valid_from <= f.month and (m.valid_to is null or m.valid_to > f.month)`),
    )
    .where(isOneOf(columnRef('f', 'shopId'), books.caller.shops))
    .where(sql<boolean>`f.month = ${days.first}::date and m.id is null`)
    .select([
      sql<string>`coalesce(nullif(k.title, ''), k.type)`.as('title'),
      sql<string>`f.currency`.as('currency'),
      sql<number>`sum(f.n)::int`.as('lines'),
      sql<string>`sum(f.amount)::text`.as('amount'),
    ])
    .groupBy(sql`k.id, k.title, k.type, f.currency`)
    .orderBy(sql`k.id`)
    .execute()
  return rows.map(r => ({
    code: 'unmapped',
    text: [
      `费用类型 ${r.title} 未映射：${r.lines} 行，${r.currency} ${r.amount}`,
      `Kind ${r.title} is not mapped: ${r.lines} lines, ${r.currency} ${r.amount}`,
    ],
    path: '/finance/amazon/type-map',
  }))
}
