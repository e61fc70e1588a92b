/** What of finance must be in order before a month is closed. Each asks once for all shops; names are cut after a few. */
import { sql, type RawBuilder } from 'kysely'
import type { Title } from '#platform/declare/title.ts'
import type { CloseGroup } from '#platform/declare/close-groups.ts'
import type { CloseAsk, CloseGap, CloseItem, Context } from '#platform/server/area.ts'
import { anyTable, columnRef, isOneOf, tablesOf } from '#platform/server/database.ts'
import { proveRollup, type Difference } from '#platform/server/reports.ts'
import { corrections } from '../../facts/corrections/tables.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { cellsAgainstLayers } from '../../costs/layers/cells-proof.ts'
import { missingCosts } from '../../profit/report/product-costs.ts'
import { findingKinds } from '../../profit/checks/tables.ts'
import { parcelSources } from '../../costs/freight/carrier-tables.ts'
import { checks as voucherChecks, voucherStates } from '../vouchers/words.ts'
import { figureItems } from './figures.ts'
import type { stockProof } from '../../costs/layers/stock-proof.ts'

const namedMax = 20

/** Files that tell of money day by day. */
const moneyFamilies = [
  'amazonTransaction',
  'amazonSettlement',
  'amazonSummary',
  'amazonView',
  'ebayReport',
  'ebayApi',
  'walmartReconciliation',
]

const gap = (path: string, zh: string, en: string): CloseGap => ({ path, text: [zh, en] })
const countOf = (n: number, path: string, zh: (n: number) => string, en: (n: number) => string): CloseGap[] =>
  n === 0 ? [] : [gap(path, zh(n), en(n))]
const inMonth = (column: string, { first, last }: CloseAsk): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} between ${first}::date and ${last}::date`
const n = sql<number>`count(*)::int`.as('n')

const imports = '/finance/amazon/imports'
/** Days of a shop that no file of money covers, from its first file on. */
async function files({ db }: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const told = db
    .selectFrom('import_run as r')
    .where('r.state', '=', 2)
    .where('r.family', 'in', moneyFamilies)
    .where(sql<boolean>`r.first_day is not null and r.last_day is not null and r.first_day < ${ask.next}::date`)
    .where(isOneOf(columnRef('r', 'shopId'), ask.shopIds))
    .groupBy('r.shop_id')
    .select([
      'r.shop_id as shop',
      sql<string>`unnest(datemultirange(daterange(greatest(min(r.first_day), ${ask.first}::date),
          greatest(min(r.first_day), ${ask.next}::date)))
        - range_agg(daterange(r.first_day, r.last_day, '[]')))`.as('days'),
    ])
  const rows = await db
    .selectFrom(told.as('t'))
    .innerJoin('shop as s', 's.id', 't.shop')
    .where('s.status', '=', 1)
    .groupBy(['s.id', 's.name'])
    .select(['s.name', sql<number>`sum(upper(t.days) - lower(t.days))::int`.as('n'), sql<string>`min(lower(t.days))::text`.as('from')])
    .orderBy('s.name')
    .limit(namedMax)
    .execute()
  return rows.map(row =>
    gap(
      imports,
      `${row.name} 有 ${row.n} 天没有资金文件，从 ${row.from} 起`,
      `${row.name}: no file of money for ${row.n} days, from ${row.from} on`,
    ),
  )
}

/** SKUs that were sold and have no cost, and units that no layer had. */
async function costsKnown(books: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const { missingCosts: skus } = await missingCosts(books, { startDate: ask.first, endDate: ask.last })
  const row = await books.db
    .selectFrom('stock_shortage as s')
    .select(sql<number>`count(distinct s.product_id)::int`.as('n'))
    .where(inMonth('s.day', ask))
    .executeTakeFirst()
  return [
    ...countOf(
      skus,
      '/finance/product-cost',
      many => `${many} 个 SKU 没有产品成本`,
      many => `${many} SKUs have no product cost`,
    ),
    ...countOf(
      row?.n ?? 0,
      '/finance/stock/shortages',
      many => `${many} 个商品有成本缺口`,
      many => `${many} products have units without cost`,
    ),
  ]
}

const [invoice] = parcelSources.invoice
/** Consignments that no actual bill was divided among, parcels that no carrier has invoiced. */
async function freight({ db }: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const sent = await db
    .selectFrom('first_leg_shipment as s')
    .leftJoin('first_leg_bill as b', join => join.on(sql<boolean>`b.shipment_id = s.id and b.state = 1 and b.meaning = 1`))
    .where(sql<boolean>`s.period = ${ask.first}::date and b.id is null`)
    .select(n)
    .executeTakeFirst()
  const parcels = await db
    .selectFrom('final_leg_fee as f')
    .where(inMonth('f.shipped_on', ask))
    .where(sql<boolean>`f.voided = 0 and f.source <> ${invoice}`)
    .select(n)
    .executeTakeFirst()
  return [
    ...countOf(
      sent?.n ?? 0,
      '/finance/freight/bills',
      many => `${many} 个头程货件还没有实际账单`,
      many => `${many} consignments have no actual freight bill yet`,
    ),
    ...countOf(
      parcels?.n ?? 0,
      '/finance/freight/final-leg',
      many => `${many} 个包裹的尾程运费还是预估`,
      many => `Freight of ${many} parcels is estimated`,
    ),
  ]
}

/** Documents that were entered and are in no profit yet. */
async function allocations({ db }: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const of = async (table: string, more: RawBuilder<boolean>): Promise<number> =>
    (
      await anyTable(db)
        .selectFrom(`${table} as d`)
        .where(sql<boolean>`d.month = ${ask.first}::date and d.state = 0`)
        .where(more)
        .select(n)
        .executeTakeFirst()
    )?.n ?? 0
  return [
    ...countOf(
      await of('cost_allocation', sql<boolean>`true`),
      '/finance/shop-profit/allocations',
      many => `${many} 张费用分摊单未过账`,
      many => `${many} allocations are not posted`,
    ),
    ...countOf(
      // those of a shop count as they are
      await of('shop_profit_item', sql<boolean>`d.shop_id is null`),
      '/finance/shop-profit/items',
      many => `${many} 笔公司或部门费用未分摊到店铺`,
      many => `${many} items of companies or departments are not divided`,
    ),
  ]
}

async function accrued({ db }: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const row = await db
    .selectFrom('finance_accrual as a')
    .where(sql<boolean>`a.month = ${ask.first}::date`)
    .where(isOneOf(columnRef('a', 'shopId'), ask.shopIds))
    .select(n)
    .executeTakeFirst()
  return (row?.n ?? 0) > 0 ? [] : [gap('/finance/accrual', '这个月还没有计提', 'Nothing was accrued for the month')]
}

const reconcile = '/finance/bank/reconcile'
/** Lines of statements and expected payments that are not matched. */
async function bank({ db }: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const lines = await db
    .selectFrom('bank_statement as l')
    .innerJoin('bank_account as a', 'a.id', 'l.account_id')
    .where(inMonth('l.posted_on', ask))
    .where(sql<boolean>`l.direction <= 2 and l.matched < l.income + l.outgo`)
    .groupBy(sql`a.id, a.name`)
    .select([sql<string>`a.name`.as('name'), n])
    .orderBy(sql`a.name`)
    .limit(namedMax)
    .execute()
  const due = await db
    .selectFrom('bank_expected as e')
    .where(inMonth('e.due_on', ask))
    .where(sql<boolean>`e.state <= 2`)
    .select(n)
    .executeTakeFirst()
  return [
    ...lines.map(row => gap(reconcile, `${row.name} 有 ${row.n} 笔流水未勾对`, `${row.name}: ${row.n} bank lines are not matched`)),
    ...countOf(
      due?.n ?? 0,
      '/finance/bank/in-transit',
      many => `${many} 笔应收付款项没有对应的流水`,
      many => `${many} expected payments have no bank line`,
    ),
  ]
}

const kindTitles = new Map<number, Title>(Object.values(findingKinds).map(([code, zh, en]) => [code, [zh, en]]))
async function checks({ db }: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const rows = await db
    .selectFrom('order_finding as f')
    .where(isOneOf(columnRef('f', 'shopId'), ask.shopIds))
    .where(inMonth('f.happened_on', ask))
    .where(sql<boolean>`f.state in (1, 2)`)
    .groupBy('f.kind')
    .select([sql<number>`f.kind`.as('kind'), n])
    .orderBy(sql`f.kind`)
    .execute()
  return rows.map(row => {
    const [zh, en] = kindTitles.get(row.kind) ?? ['', '']
    return gap('/finance/checks/orders', `${zh}：${row.n} 笔未处理`, `${en}: ${row.n} open`)
  })
}

/** Settlements whose two reports disagree, and files whose own sums nobody could explain yet. */
async function stated({ db }: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const settlements = await db
    .selectFrom('amazon_settlement')
    .select(n)
    .where('reconciled', '=', 2)
    .where('deposit_on', '>=', ask.first)
    .where('deposit_on', '<', ask.next)
    .executeTakeFirst()
  const doubts = await db
    .selectFrom('import_finding as f')
    .innerJoin('import_run as r', 'r.id', 'f.import_id')
    .where(sql<boolean>`f.state = 1 and r.first_day <= ${ask.last}::date and r.last_day >= ${ask.first}::date`)
    .select(n)
    .executeTakeFirst()
  return [
    ...countOf(
      settlements?.n ?? 0,
      '/finance/amazon/settlements',
      many => `${many} 张结算单对账有差异`,
      many => `${many} settlements do not reconcile`,
    ),
    ...countOf(
      doubts?.n ?? 0,
      '/finance/bank/findings',
      many => `${many} 处文件写明的合计未查明`,
      many => `${many} stated totals of files are not explained`,
    ),
  ]
}

/** Layers, movements and values of the month's end that are not one figure. */
async function stock({ db }: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const row = await tablesOf<typeof stockProof>(db)
    .selectFrom('stock_proof as p')
    .select(sql<string>`trim_scale(p.difference)::text`.as('difference'))
    .where(sql<boolean>`p.month = ${ask.first}::date and p.difference <> 0`)
    .executeTakeFirst()
  return row === undefined
    ? []
    : [gap('/finance/stock/proof', `存货核对差异 ${row.difference}`, `The proof of stock differs by ${row.difference}`)]
}

/** Warehouses whose cells are not what the layers of their place have left. */
async function goodsProven({ db, caller }: Context): Promise<CloseGap[]> {
  const off = Map.groupBy(await cellsAgainstLayers(db, caller.orgId), one => one.name)
  return [...off].map(([name, all]) =>
    gap(
      '/finance/stock/layers',
      `${name}：${all.length} 个商品的库存与成本批次数量不符`,
      `${name}: stock and layers of ${all.length} products differ in units`,
    ),
  )
}

/** What is stored of the month is what its facts say, to the last place; told by shop, which may be asked one by one. */
async function proof(books: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const found: Difference[] = []
  for (const one of [amounts, costs, corrections]) found.push(...(await proveRollup(books, one, ask.month, ask.shopIds)))
  if (found.length === 0) return []
  const shops = await books.db
    .selectFrom('shop')
    .select(['id', 'name'])
    .where('id', 'in', [...ask.shopIds])
    .orderBy('id')
    .execute()
  return shops.flatMap(({ id, name }) =>
    countOf(
      found.filter(one => one.ownerId === id).length,
      '/finance/profit',
      many => `${name}：利润与明细有 ${many} 处不符，请重新计算这个月的利润`,
      many => `${name}: profit and lines differ in ${many} places, compute the profit of the month anew`,
    ),
  )
}

/** Vouchers of this month and before that lack an item; companies whose month before was closed and has none. */
async function vouchers({ db }: Context, ask: CloseAsk): Promise<CloseGap[]> {
  const path = '/finance/vouchers/list'
  const lacking = await db
    .selectFrom('voucher as v')
    .select(n)
    .where(sql<boolean>`v.month <= ${ask.first}::date and v.completeness = ${voucherChecks.lacking[0]}`)
    .where(sql<boolean>`v.state in (${voucherStates.open[0]}, ${voucherStates.exported[0]})`)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('voucher_book as b')
    .innerJoin('company as c', 'c.id', 'b.company_id')
    .innerJoin('finance_month as m', join =>
      join.on(sql<boolean>`m.state = 1 and m.month = ${ask.first}::date - interval '1 month' and m.month >= b.start_month`),
    )
    .leftJoin('voucher as v', join => join.on(sql<boolean>`v.company_id = b.company_id and v.month = m.month`))
    .where(sql<boolean>`v.id is null`)
    .select([sql<string>`c.name`.as('name'), sql<string>`to_char(m.month, 'YYYY-MM')`.as('month')])
    .orderBy(sql`c.name`)
    .limit(namedMax)
    .execute()
  return [
    ...rows.map(row => gap(path, `${row.name} 的 ${row.month} 还没有生成凭证`, `${row.name}: no vouchers of ${row.month} yet`)),
    ...countOf(
      lacking?.n ?? 0,
      path,
      many => `${many} 张凭证缺辅助核算项目`,
      many => `${many} vouchers lack an auxiliary item`,
    ),
  ]
}

const item = (
  code: string,
  title: Title,
  group: CloseGroup,
  path: string,
  gaps: CloseItem['gaps'],
  more: Partial<Pick<CloseItem, 'by' | 'needs' | 'isLong'>> = {},
): CloseItem => ({ code, title, group, by: 'organisation', needs: 'reason', path, gaps, ...more })
const byCompany = { by: 'company' } as const

export const financeCloseItems: readonly CloseItem[] = [
  item('files', ['文件齐全', 'Files complete'], 'data', imports, files, byCompany),
  ...figureItems,
  item('costs', ['成本齐全', 'Costs known'], 'costs', '/finance/product-cost', costsKnown),
  item('freight', ['运费为实际账单', 'Freight is actual'], 'fees', '/finance/freight/bills', freight),
  item('allocations', ['费用已分摊', 'Allocations posted'], 'fees', '/finance/shop-profit/allocations', allocations),
  item('accruals', ['已计提', 'Accrued'], 'fees', '/finance/accrual', accrued, byCompany),
  item('bank', ['银行已对账', 'Bank matched'], 'match', reconcile, bank),
  item('checks', ['订单核对已处理', 'Order checks looked at'], 'match', '/finance/checks/orders', checks, byCompany),
  item('stated', ['文件合计已查明', 'Stated totals explained'], 'match', '/finance/bank/findings', stated),
  item('stock', ['存货相符', 'Stock proven'], 'match', '/finance/stock/proof', stock),
  item('goods', ['库存与批次相符', 'Stock is what layers have'], 'match', '/finance/stock/layers', goodsProven, { needs: 'clean' }),
  item('proof', ['账实相符', 'Figures proven'], 'match', '/finance/profit', proof, { needs: 'clean', isLong: true }),
  item('vouchers', ['凭证齐全', 'Vouchers complete'], 'vouchers', '/finance/vouchers/list', vouchers),
  item('review', ['利润表已复核', 'Profit reviewed'], 'review', '/finance/profit', () => Promise.resolve([]), {
    by: 'company',
    needs: 'look',
  }),
]
