/** For tests: a company's books in a database of its own, with shops, kinds, mappings, rates and costs, behind the real door. */
import pg from 'pg'
import { pino } from 'pino'
import { admin, createRights } from '#areas/admin/index.ts'
import { reference } from '#areas/reference/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Area } from '#platform/server/contract/area.ts'
import type { Caller, Context } from '#platform/server/contract/context.ts'
import { openHouse, type OpenHouse } from '#platform/server/open-house.ts'
import { testDatabase } from './database.ts'
import { tablesOf } from './tables-of.ts'
import { attendance } from '#areas/attendance/index.ts'
import { contracts } from '#areas/contracts/index.ts'
import { goods } from '#areas/goods/index.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { production } from '#areas/production/index.ts'
import { projects } from '#areas/projects/index.ts'
import { quality } from '#areas/quality/index.ts'
import { research } from '#areas/research/index.ts'
import { workOrders } from '#areas/work-orders/index.ts'
import { supply } from '#areas/supply/index.ts'
import { sales } from '#areas/sales/index.ts'
import { statistics } from '#areas/statistics/index.ts'
import { profitFigures } from '#areas/finance/profit/report/calc.ts'
import { amazonTables } from '#areas/finance/facts/amazon/tables.ts'
import { followTogether } from '#platform/server/records/together.ts'
import { booksOfFinance } from '#areas/finance/books.ts'
import { markets } from '#areas/finance/profit/markets/index.ts'
import { profitRoutes } from '#areas/finance/profit/report/profit-routes.ts'
import { advertising } from '#areas/finance/facts/advertising/index.ts'
import { accrualPart } from '#areas/finance/profit/accrual/index.ts'
import { checkPart } from '#areas/finance/profit/checks/index.ts'
import { shopProfitPart } from '#areas/finance/profit/shop-profit/index.ts'
import { claimPart } from '#areas/finance/profit/claims/index.ts'
import { sheetPart } from '#areas/finance/profit/sheets/index.ts'
import { aliexpressResources } from '#areas/finance/facts/aliexpress/index.ts'
import { returnFigures } from '#areas/finance/facts/fba/returned-units.ts'
import { stockFigures } from '#areas/finance/facts/fba/stock-on-hand.ts'
import { receivableFigures } from '#areas/finance/profit/clocks/receivable-report.ts'
import { fbaResources } from '#areas/finance/facts/fba/tables.ts'
import { bankTables } from '#areas/finance/bank/statements/tables.ts'
import { matchPart } from '#areas/finance/bank/matching/index.ts'
import { freight } from '#areas/finance/costs/freight/index.ts'
import { layerPart } from '#areas/finance/costs/layers/index.ts'
import { secretKey } from './secret-key.ts'

const finance: Area = {
  name: 'finance',
  title: ['财务', 'Finance'],
  routes: {
    ...profitRoutes,
    ...profitFigures.routes,
    ...returnFigures.routes,
    ...stockFigures.routes,
    ...receivableFigures.routes,
    ...sheetPart.routes,
    ...checkPart.routes,
    ...claimPart.routes,
    ...accrualPart.routes,
    ...shopProfitPart.routes,
    ...layerPart.routes,
  },
  books: [...profitFigures.books, ...returnFigures.books, ...stockFigures.books, ...receivableFigures.books, ...sheetPart.books],
  follows: followTogether([profitFigures.follows, booksOfFinance.follows, sheetPart.follows, freight.follows, layerPart.follows]),
  rowLocks: { ...booksOfFinance.rowLocks, ...sheetPart.rowLocks, ...layerPart.rowLocks },
  resources: [
    ...(Object.values(amazonTables) as unknown as Resource[]),
    ...booksOfFinance.resources,
    ...profitFigures.resources,
    ...markets.resources,
    ...sheetPart.resources,
    ...layerPart.resources,
    ...freight.resources,
    ...fbaResources,
    ...returnFigures.resources,
    ...stockFigures.resources,
    ...receivableFigures.resources,
    ...aliexpressResources,
    ...advertising.resources,
    ...(Object.values(bankTables) as unknown as Resource[]),
    ...matchPart.resources,
  ],
}

export interface Books {
  readonly house: OpenHouse
  readonly owner: pg.Client
  /** the caller of organisation 1 with these shops (absent: all) and these warehouses (absent: none) */
  as(shops?: readonly string[], warehouses?: readonly string[]): Context
  /** somebody else than the system administrator of organisation 1, by what differs */
  asSomebody(differing: Partial<Caller>): Context
  system(): Promise<Context>
  /** one row into a table by its columns, as the database's owner */
  put(table: string, row: Readonly<Record<string, unknown>>): Promise<void>
  close(): Promise<void>
}

/** Shops 1 (USD) and 2 (EUR) of organisation 1, shop 3 (USD) of organisation 2. */
export const shops = ['1', '2']

/**
 * Kinds by number: 1x settlement, 2x transaction (20 order and 25 transfer are bases, the others their columns), 3x summary; 19, 29
 * unmapped.
 */
export const kinds = {
  principal: 10,
  commission: 11,
  fba: 12,
  tax: 13,
  reserve: 14,
  strange: 19,
  order: 20,
  orderSales: 21,
  orderFees: 22,
  orderFba: 23,
  orderTax: 24,
  transfer: 25,
  transferOther: 26,
  orderOther: 29,
  summarySales: 30,
} as const
/** kind -> finance item */
const items: Readonly<Record<number, number>> = { 10: 1, 11: 10, 12: 20, 13: 60, 14: 70, 21: 1, 22: 10, 23: 20, 24: 60, 26: 71, 30: 1 }
const columns: Readonly<Record<number, readonly [base: number, column: string]>> = {
  21: [20, 'productSales'],
  22: [20, 'sellingFees'],
  23: [20, 'fbaFees'],
  24: [20, 'salesTaxCollected'],
  26: [25, 'other'],
  29: [20, 'other'],
}

export async function openBooks(months: readonly string[], more: readonly Area[] = []): Promise<Books> {
  // items of the checklist are those that a test brings
  const people = [hr, attendance, contracts, workflow]
  const parts = [goods, supply, quality, production, workOrders, projects, research, ...people, finance, statistics]
  const areas = [...more, ...[...parts, sales, reference, admin].map(area => ({ ...area, closeItems: [] }))]
  const database = await testDatabase({ tables: tablesOf(areas) })
  const log = pino({ level: 'silent' })
  const house = openHouse({
    settings: { host: '127.0.0.1', port: 0, dataDir: '', production: false, publicUrl: null, appUrl: database.appUrl, secretKey },
    areas,
    files: undefined as never,
    log,
    rights: createRights,
    now: () => new Date('2026-03-20T08:00:00Z'),
  })
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const put = async (table: string, row: Readonly<Record<string, unknown>>): Promise<void> => {
    const names = Object.keys(row)
    await owner.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    )
  }
  await seed(owner, put, months)
  const caller = (granted: readonly string[], warehouses: readonly string[]): Caller => ({
    accountId: '1',
    employeeId: null,
    name: '王芳',
    orgId: '1',
    orgIds: ['1'],
    shops: granted,
    objects: { warehouses },
    employees: 'all',
    audience: ['o'],
    systemAdmin: true,
    loginState: '0',
    permissions: new Map(),
    zone: 'Asia/Shanghai',
  })
  return {
    house,
    owner,
    put,
    as: (granted = shops, warehouses = []) => house.asUser(caller(granted, warehouses), 'zh', 'test'),
    asSomebody: differing => house.asUser({ ...caller(shops, []), ...differing }, 'zh', 'test'),
    system: () => house.asSystem('1', 'test'),
    close: async () => {
      await owner.end()
      await house.close()
      await database.drop()
    },
  }
}

async function seed(owner: pg.Client, put: Books['put'], months: readonly string[]): Promise<void> {
  for (const code of ['CNY', 'USD', 'EUR', 'JPY']) await put('currency', { code, name: code })
  for (const [id, name] of [
    [1, '甲公司'],
    [2, '乙公司'],
  ])
    await put('organisation', { id, name, short_name: name, zone: 'Asia/Shanghai', currency: 'CNY' })
  await put('account', { id: 1, username: 'a', password_hash: '', name: '王芳' })
  await put('account_organisation', { org_id: 1, account_id: 1, data_scope: 3 })
  for (const [code, currency] of [
    ['amazon.com', 'USD'],
    ['amazon.de', 'EUR'],
  ])
    await put('marketplace', { code, name: code, platform: 1, currency, zone: 'UTC' })
  for (const [id, org, name, code, currency] of [
    [1, 1, '美国店', 'amazon.com', 'USD'],
    [2, 1, '德国店', 'amazon.de', 'EUR'],
    [3, 2, '外人店', 'amazon.com', 'USD'],
  ]) {
    await put('shop', { id, org_id: org, name, account_name: 'x', marketplace_code: code, currency })
  }
  for (const [id, brand] of [
    [1, '山'],
    [2, null],
    [3, '海'],
  ])
    await put('product', { id, org_id: 1, sku: `P${id}`, name: `商品${id}`, brand })
  for (const shop of [1, 2])
    for (const id of [1, 2]) await put('sku_map', { org_id: 1, shop_id: shop, seller_sku: `S${id}`, product_id: id })
  for (const kind of Object.values(kinds)) {
    const [base, column] = columns[kind] ?? [null, '']
    await put('amazon_kind', {
      id: kind,
      org_id: 1,
      family: Math.floor(kind / 10),
      type: `类型${base ?? kind}`,
      base_id: base,
      column_name: column,
      title: `费用${kind}`,
    })
    if (items[kind]) await put('amazon_type_map', { org_id: 1, kind_id: kind, item: items[kind], valid_from: '2020-01-01' })
  }
  for (const table of ['amazon_settlement_line', 'amazon_transaction_line', 'amazon_summary_line'])
    for (const month of months) await owner.query('select ensure_month($1, $2)', [table, `${month}-01`])
}

const key = (n: number): string => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`
let lineNo = 0

/** Lines with what a test does not care about filled in. */
export const lines = {
  settlement: (b: Books, row: { shop_id: number; settlement_id: string; counted_from?: number }) =>
    b.put('amazon_settlement', {
      start_at: '2026-01-01Z',
      end_at: '2026-01-15Z',
      deposit_on: '2026-01-17',
      total: 0,
      currency: 'USD',
      line_count: 0,
      layout: 2,
      counted_from: 1,
      import_id: 1,
      ...row,
    }),
  settlementLine: (b: Books, row: { shop_id: number; posted_on: string; kind_id: number; amount: string } & Record<string, unknown>) =>
    b.put('amazon_settlement_line', {
      settlement_id: 'T1',
      line_no: ++lineNo,
      posted_at: `${row.posted_on} 10:00Z`,
      booked_on: row.posted_on,
      currency: row.shop_id === 2 ? 'EUR' : 'USD',
      import_id: 1,
      ...row,
    }),
  transaction: (b: Books, row: { shop_id: number; posted_on: string; total: string } & Record<string, unknown>) =>
    b.put('amazon_transaction_line', {
      line_key: key(++lineNo),
      ordinal: 1,
      posted_at: `${row.posted_on} 10:00Z`,
      booked_on: row.posted_on,
      type_id: kinds.order,
      currency: row.shop_id === 2 ? 'EUR' : 'USD',
      import_id: 1,
      ...row,
    }),
  summary: (b: Books, row: { shop_id: number; posted_on: string; amount: string } & Record<string, unknown>) =>
    b.put('amazon_summary_line', {
      line_key: key(++lineNo),
      ordinal: 1,
      booked_on: row.posted_on,
      kind_id: kinds.summarySales,
      currency: row.shop_id === 2 ? 'EUR' : 'USD',
      import_id: 1,
      ...row,
    }),
}

/** Any statement as the owner: planted differences and changed mappings. */
export const run = (b: Books, statement: string, values: readonly unknown[] = []): Promise<pg.QueryResult> =>
  b.owner.query(statement, [...values])
export const jobsWaiting = async (b: Books): Promise<number> =>
  Number((await b.owner.query<{ n: string }>('select count(*) as n from graphile_worker.jobs')).rows[0]?.n)
