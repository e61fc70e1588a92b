/** Expenses of the demo company, brought as workbooks, allocated, and statements of them; one name of a sheet is not yet entered. */
import { ownValue } from '#platform/declare/own-value.ts'
import { addMonths, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { type DemoPeople, type Context, Refusal } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startResourceImport } from '#platform/server/imports.ts'
import { refreshRollups } from '#platform/server/reports.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addRecord } from '#platform/server/records.ts'
import { sql } from 'kysely'
import { lastClosed } from '../../base/closed-months.ts'
import { costAllocation } from '../../costs/allocation/tables.ts'
import { tryAllocation } from '../../costs/allocation/post.ts'
import { allocatedItems, allocationBases, allocationLevels, amountSources, repeats } from '../../costs/allocation/words.ts'
import { financeItems } from '../../base/finance-items.ts'
import { untilEnded } from '../../base/until-ended.ts'
import { generateSummary } from './generate.ts'
import { shopProfitItem, shopProfitName } from './tables.ts'
import { itemBases, itemKinds, itemOwners } from './words.ts'

const [items, names, allocations] = [shopProfitItem, shopProfitName, costAllocation]
const monthsBack = 3

type Row = Readonly<Record<string, string>>
const heads = ['month', 'name', 'kind', 'amount', 'pay', 'currency', 'basis', 'remark'] as const
const [pay, rent, software, office, outside] = [itemKinds.pay, itemKinds.rent, itemKinds.software, itemKinds.office, itemKinds.outside].map(
  one => one[1],
) as [string, string, string, string, string]
const [bySales, equally] = [itemBases.sales[1], itemBases.equal[1]]

/** What a month costs, as the clerk's sheet writes it. */
const sheetOf = (month: string, shop: string): readonly Row[] => [
  { month, name: '公司', kind: rent, amount: '38600.00', currency: 'CNY', basis: equally, remark: '办公室房租、物业和水电' },
  { month, name: '公司', kind: software, amount: '5280.00', currency: 'CNY', basis: bySales, remark: 'ERP、邮箱和图片软件' },
  { month, name: '公司', kind: pay, pay: '96400.00', currency: 'CNY', basis: bySales, remark: '职能部、总经办工资和社保' },
  { month, name: '北美销售组', kind: pay, pay: '61250.00', currency: 'CNY', basis: bySales, remark: '工资、社保和提成' },
  { month, name: '北美销售组', kind: outside, amount: '4300.00', currency: 'CNY', basis: bySales, remark: '主图和视频拍摄' },
  { month, name: shop, kind: software, amount: '39.99', currency: 'USD', basis: bySales, remark: '选品工具' },
  { month, name: 'YF-US', kind: office, amount: '620.00', currency: 'CNY', basis: bySales, remark: '样品和打样' },
]

async function bring(context: Context, rows: readonly Row[]): Promise<void> {
  const titles = heads.map(name => ownValue(items.fields, name)?.title[0] ?? name)
  const text = [titles, ...rows.map(row => heads.map(name => row[name] ?? ''))].map(cells => cells.join(',')).join('\r\n')
  const upload = { name: `店铺费用 ${rows[0]?.['month'] ?? ''}.csv`, contentType: 'text/csv; charset=utf-8', content: [`${text}\r\n`] }
  const { importIds } = await startResourceImport(context, items, [await keepUpload(context, upload)])
  await untilEnded(context, importIds)
}

export async function makeShopProfit({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const [shop] = await context.db.selectFrom('shop').select(['id', 'name']).orderBy('id').limit(1).execute()
  if (shop === undefined) return
  await addRecord(context, names, { alias: 'YF-US', shopId: shop.id, remark: '费用表里的简称' })
  const closed = await lastClosed(context.db)
  const running = monthOf(now.toISOString().slice(0, 10))
  const months = Array.from({ length: monthsBack }, (_, at) => addMonths(running, at - monthsBack)).filter(
    month => closed === null || lastOfMonth(month) > closed,
  )
  await refreshRollups(context.house, context.caller.orgId)
  const last = months.at(-1)
  if (last !== undefined) await allocate(context, last)
  await refreshRollups(context.house, context.caller.orgId)
  for (const [at, month] of months.entries()) {
    const isLast = at === months.length - 1
    // the newest sheet writes one name as nobody has entered it yet
    const more = isLast
      ? [{ month, name: '欧洲站群', kind: office, amount: '880.00', currency: 'CNY', basis: bySales, remark: '样品' }]
      : []
    await bring(context, [...sheetOf(month, shop.name), ...more])
    if (isLast) await generateSummary(context, { month })
    const open = await context.db
      .selectFrom('shop_profit_item')
      .select('id')
      .where('owner', 'in', [itemOwners.department[0], itemOwners.company[0]])
      .where(sql<boolean>`month = ${`${month}-01`}::date and state = 0`)
      .execute()
    await takeSteps(context, items, { ids: open.map(({ id }) => ({ id })), pick: { step: 'allocate' }, input: {} })
    await generateSummary(context, { month })
  }
}

/** Two whole fees of a month: one that counts, one that is tried and repeats. */
async function allocate(context: Context, month: string): Promise<void> {
  const of = { businessOn: lastOfMonth(month), month, currency: 'CNY' }
  const storage = await addRecord(context, allocations, {
    ...of,
    name: '第三方仓仓储费',
    amount: '12680.00',
    item: allocatedItems.storage[0],
    basis: allocationBases.stockDays[0],
    level: allocationLevels.sku[0],
  })
  await takeSteps(context, allocations, { ids: [{ id: String(storage.id) }], pick: { step: 'post' }, input: {} })
  const subscription = await addRecord(context, allocations, {
    ...of,
    name: '店铺插件和订阅',
    amount: '2199.00',
    basis: allocationBases.sales[0],
    level: allocationLevels.shop[0],
    repeats: repeats.monthly[0],
  })
  await tryAllocation(context, subscription.id)
  await moveBilled(context, of)
}

/** What a shop was billed as a whole is brought to SKUs: storage counts, advertising is tried; carriers' charges go to what was shipped. */
async function moveBilled(context: Context, of: Readonly<Record<string, string>>): Promise<void> {
  const [shop] = await context.db.selectFrom('shop').select(['id', 'currency']).orderBy('id').limit(1).execute()
  if (shop === undefined) return
  const billed = { ...of, source: amountSources.billed[0], currency: shop.currency, shopIds: [shop.id], level: allocationLevels.sku[0] }
  const found = [
    { name: 'FBA 仓储费归到 SKU', ...billed, item: financeItems.fbaStorage.id, basis: allocationBases.storageFee[0], isPosted: true },
    { name: '广告费归到 SKU', ...billed, item: financeItems.advertising.id, basis: allocationBases.adSpend[0], isPosted: false },
    {
      ...of,
      name: '美国尾程运费',
      source: amountSources.finalLeg[0],
      currency: 'USD',
      item: financeItems.finalLeg.id,
      basis: allocationBases.parcels[0],
      isPosted: true,
    },
  ]
  for (const { isPosted, ...values } of found) {
    const { id } = await addRecord(context, allocations, values)
    try {
      await tryAllocation(context, id)
    } catch (error) {
      // a demo company of few days has no such amount: the document waits
      if (!(error instanceof Refusal)) throw error
      continue
    }
    if (isPosted) await takeSteps(context, allocations, { ids: [{ id: String(id) }], pick: { step: 'post' }, input: {} })
  }
}
