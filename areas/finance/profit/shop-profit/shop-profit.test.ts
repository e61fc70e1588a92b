/** Items by the names of sheets, their shares, and the statement with its versions: who sees what, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { sum } from '#platform/format/decimal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { visibleResource } from '#platform/server/lists/column-rights.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord, oneRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { generateSummary } from './generate.ts'
import { shopProfit, shopProfitItem, shopProfitName, shopProfitShare } from './tables.ts'
import { itemBases, itemKinds, itemOwners } from './words.ts'
import { shopProfitChange } from './versions.ts'

// today is 2026-03-20
let b: Books
const [items, names, shares, statements, changes] = [
  shopProfitItem,
  shopProfitName,
  shopProfitShare,
  shopProfit,
  shopProfitChange,
] as unknown as [Resource, Resource, Resource, Resource, Resource]
const { rent, pay } = itemKinds

beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-03'])
  for (const month of ['2026-01-01', '2026-02-01', '2026-03-01'])
    for (const [currency, rate] of [
      ['USD', '7'],
      ['EUR', '8'],
    ])
      await b.put('currency_rate', { org_id: 1, month, currency, rate })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  await lines.settlement(b, { shop_id: 2, settlement_id: 'T2' })
  const sold = { kind_id: kinds.principal, sku: 'S1', quantity: 1 }
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-10', amount: '300', ...sold })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-10', amount: '-30', kind_id: kinds.commission, sku: 'S1' })
  await lines.settlementLine(b, { shop_id: 2, posted_on: '2026-01-11', amount: '87.5', settlement_id: 'T2', ...sold })
  const system = await b.system()
  for (const shop of ['1', '2'])
    await system.write(tx => markStale(tx, amounts, shop, ['2026-01-10', '2026-01-11'], new Date('2026-03-20T08:00:00Z')))
  await refreshRollups(b.house, '1')
})
afterAll(() => b?.close())

const item = async (
  name: string,
  kind: number,
  values: Readonly<Record<string, unknown>>,
  context: Context = b.as(),
  month = '2026-01',
) => {
  const { id } = await addRecord(context, items, { month, name, kind, currency: 'CNY', ...values })
  return oneRecord(context, items, String(id))
}
const rowsOf = async (r: Resource, context: Context = b.as()) => (await listOf(context, r, { pageSize: 100 })).list
const statementOf = async (shopId: string, context: Context = b.as()) =>
  (await rowsOf(statements, context)).filter(row => row['shopId'] === shopId && row['state'] === 1)[0]

const step = (name: string) => (context: Context, ids: readonly unknown[]) =>
  takeSteps(context, items, { ids: ids.map(id => ({ id: String(id) })), pick: { step: name }, input: {} })
const [divideItems, takeItemsBack] = [step('allocate'), step('takeBack')]

describe('items', () => {
  it('belong to whom their name says: an entered name, a shop, the company; another writing is matched once it is entered', async () => {
    const own = await item('美国店', rent[0], { amount: '700' })
    expect(own).toMatchObject({ owner: itemOwners.shop[0], shopId: '1' })
    expect(await item('公司', rent[0], { amount: '100.01' })).toMatchObject({ owner: itemOwners.company[0], shopId: null })
    const unknown = await item('US 店', itemKinds.software[0], { amount: '70' })
    expect(unknown).toMatchObject({ owner: itemOwners.unmatched[0] })
    await addRecord(b.as(), names, { alias: 'US 店', shopId: '1' })
    expect((await rowsOf(items)).find(row => row.id === unknown.id)).toMatchObject({ owner: itemOwners.shop[0], shopId: '1' })
  })
  it('of one shop are seen by who sees that shop', async () => {
    const mine = { ...b.as(['2']).caller, employees: [] as never }
    const one = b.house.asUser(mine, 'zh', 'test')
    expect(await rowsOf(items, one)).toEqual([])
    expect(await rowsOf(names, one)).toEqual([])
    // the name of a shop that he does not see leads nowhere
    expect(await item('美国店', itemKinds.travel[0], { amount: '1' }, b.as(['2']))).toMatchObject({ owner: itemOwners.unmatched[0] })
    await run(b, `delete from shop_profit_item where kind = ${itemKinds.travel[0]}`)
  })
  it.each([
    ['pay as an expense', pay[0], { amount: '5' }, /工资薪酬请填在/],
    ['an expense as pay', rent[0], { pay: '5' }, /不是工资薪酬/],
    ['no amount', rent[0], {}, /没有金额/],
    ['a negative amount', rent[0], { amount: '-5' }, /不能小于|小于 0|至少/],
  ])('refused: %s', async (_what, kind, values, reason) => {
    const refused = await item('德国店', kind, values).catch((e: unknown) => e)
    expect(JSON.stringify([(refused as Error).message, refused])).toMatch(reason)
  })
  it('one per month, name, item and currency', async () => {
    await expect(item('公司', rent[0], { amount: '1' })).rejects.toMatchObject({ code: expect.anything() })
  })
})

describe('shares', () => {
  it('add up to the item to the cent, once, whoever asks at once; taken back they stay to be read', async () => {
    const company = (await rowsOf(items)).find(row => row['owner'] === itemOwners.company[0])
    const ids = [company?.id]
    const answers = await Promise.allSettled([divideItems(b.as(), ids), divideItems(b.as(), ids)])
    expect(answers.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    // 2,100 and 700 CNY of sales
    const made = await rowsOf(shares)
    expect(
      made.map(row => [row['shopId'], row['amount'], row['basis'], row['run']]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['1', '75.0100', itemBases.sales[0], 1],
      ['2', '25.0000', itemBases.sales[0], 1],
    ])
    expect(sum(made.map(row => String(row['amount'])))).toBe('100.01')
    await takeItemsBack(b.as(), ids)
    await divideItems(b.as(), ids)
    expect((await rowsOf(shares)).map(row => [row['run'], row['state']]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      [1, 0],
      [1, 0],
      [2, 1],
      [2, 1],
    ])
  })
  it('of a month without sales fall equally; who sees one shop neither divides nor sees the other share', async () => {
    const made = await item('甲公司', pay[0], { pay: '9.99' }, b.as(), '2026-02')
    await expect(divideItems(b.as(['1']), [made.id])).rejects.toThrow(/全部店铺/)
    await divideItems(b.as(), [made.id])
    const own = (await rowsOf(shares, b.as(['1']))).filter(row => row['month'] === '2026-02')
    expect(own.map(row => [row['shopId'], row['pay'], row['basis']])).toEqual([['1', '5.0000', itemBases.equal[0]]])
  })
  it.each([
    // 1 and 3 units on average in January: 31 and 93 unit days
    ['stockDays', ['25.0000', '75.0000'], itemBases.stockDays[0]],
    // nothing was ever packed: sales stand in
    ['volume', ['75.0000', '25.0000'], itemBases.sales[0]],
  ] as const)('by %s', async (basis, amounts, used) => {
    for (const shop_id of [1, 2])
      await b.put('fba_inventory_month', {
        shop_id,
        sku: 'S1',
        month: '2026-01-01',
        opening: shop_id === 1 ? 1 : 3,
        closing: shop_id === 1 ? 1 : 3,
        opening_from: 1,
        source: 1,
      })
    const made = await item('公司', itemKinds.outside[0], { amount: '100', basis: itemBases[basis][0] })
    await divideItems(b.as(), [made.id])
    const own = (await rowsOf(shares)).filter(row => row['itemId'] === made.id)
    expect(own.map(row => row['amount']).toSorted((x, y) => Number(y) - Number(x))).toEqual(
      [...amounts].toSorted((x, y) => Number(y) - Number(x)),
    )
    expect(own.find(row => row['shopId'] === '1')).toMatchObject({ amount: amounts[0], basis: used })
    await takeItemsBack(b.as(), [made.id])
    await run(b, `delete from shop_profit_share where item_id = ${made.id}; delete from shop_profit_item where id = ${made.id}`)
    await run(b, 'delete from fba_inventory_month')
  })
  it.each([
    ['an item of a shop', '美国店', /直接计入/],
    ['a department without shops', '销售部', /没有可分摊的店铺/],
  ])('refused: %s', async (_what, name, reason) => {
    if (name === '销售部') await b.put('department', { org_id: 1, name })
    const made = await item(name, itemKinds.office[0], { amount: '3' }, b.as(), '2026-02')
    await expect(divideItems(b.as(), [made.id])).rejects.toThrow(reason)
  })
  it('refused: a closed month, for items and shares', async () => {
    const made = await item('公司', itemKinds.tax[0], { amount: '3' }, b.as(), '2026-02')
    await b.put('finance_month', { org_id: 1, month: '2026-02-01', state: 1 })
    await expect(divideItems(b.as(), [made.id])).rejects.toThrow(/已结账/)
    await expect(item('公司', itemKinds.office[0], { amount: '3' }, b.as(), '2026-02')).rejects.toThrow(/已结账/)
    await run(b, 'delete from finance_month')
  })
})

describe('the statement', () => {
  it('is the profit report, own items and shares; again it changes nothing; a new item is a new version with its difference', async () => {
    expect(await generateSummary(b.as(), { month: '2026-01' })).toEqual({ made: 2, unchanged: 0, openItems: 0 })
    // 300 and -30 USD at 7; rent 700 and software 70; share 75.01
    expect(await statementOf('1')).toMatchObject({
      no: 1,
      sales: '2100.0000',
      platformFees: '-210.0000',
      platformProfit: '1890.0000',
      ownItems: '-770.0000',
      sharedItems: '-75.0100',
      profit: '1044.9900',
      netProfit: '1044.9900',
      margin: '0.4976',
    })
    expect(await statementOf('2')).toMatchObject({ sales: '700.0000', sharedItems: '-25.0000', profit: '675.0000' })
    expect(await generateSummary(b.as(), { month: '2026-01' })).toMatchObject({ made: 0, unchanged: 2 })
    await item('美国店', pay[0], { pay: '44.99' })
    expect(await generateSummary(b.as(), { month: '2026-01' })).toMatchObject({ made: 1, unchanged: 1 })
    expect(await statementOf('1')).toMatchObject({ no: 2, profit: '1044.9900', payItems: '-44.9900', netProfit: '1000.0000' })
    expect(await rowsOf(changes)).toMatchObject([
      { shopId: '1', no: 2, against: 1, sales: '0.0000', payItems: '-44.9900', netProfit: '-44.9900' },
    ])
    expect(
      (await rowsOf(statements))
        .filter(row => row['shopId'] === '1')
        .map(row => [row['no'], row['state']])
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      [1, 2],
      [2, 1],
    ])
  })
  it('says how many items it lacks, and keeps pay from who may not see it', async () => {
    await item('某某', rent[0], { amount: '1' })
    expect(await generateSummary(b.as(), { month: '2026-01' })).toMatchObject({ openItems: 1 })
    const plainView = { ...b.as().caller, systemAdmin: false, permissions: new Map([['finance.shopProfit', new Set([1, 2, 3])]]) }
    const keysOf = async (r: Resource) => Object.keys((await rowsOf(visibleResource(plainView as never, r)))[0] ?? {})
    expect(await keysOf(statements)).toContain('profit')
    for (const hidden of ['payItems', 'netProfit']) expect(await keysOf(statements)).not.toContain(hidden)
    for (const r of [shares, items]) expect(await keysOf(r)).not.toContain('pay')
    expect(await keysOf(changes)).not.toContain('netProfit')
  })
  it('refused: another’s shop, a month to come, a currency without rate', async () => {
    await expect(generateSummary(b.as(), { month: '2026-01', shopIds: ['3'] })).rejects.toThrow(/店铺/)
    await expect(generateSummary(b.as(), { month: '2026-09' })).rejects.toThrow(/将来/)
    await item('德国店', rent[0], { amount: '100', currency: 'JPY' })
    await expect(generateSummary(b.as(), { month: '2026-01' })).rejects.toThrow(/JPY 的汇率/)
  })
})
