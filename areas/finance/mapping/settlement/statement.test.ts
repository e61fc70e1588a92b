/** The statement of each settlement among the fixtures says, to the cent, what its file says; every sum is that of what stands below it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical, sum } from '#platform/format/decimal.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { rowId } from '#platform/server/lists/columns.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { genuine, hasGenuine } from '../../../../test/setup/genuine.ts'
import type { Sides as Sums, Statement } from '../../base/answers.ts'
import { settlement } from '../../facts/amazon/tables.ts'

const folder = join(import.meta.dirname, '../../../../test/fixtures/amazon')
interface Control {
  readonly total?: string
  /** of genuine files of the old layout */
  readonly sum_of_lines?: string
  readonly lines: number
}
const controlsIn = (path: string): [string, Control][] => Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Control>)
const old = 'amazon-settlement-v1'
const made = controlsIn(join(folder, 'control-totals.json')).map(([name, one]) => [name, one, join(folder, name)] as const)
const real = hasGenuine(`${old}/control-totals.json`)
  ? controlsIn(genuine(`${old}/control-totals.json`)).map(([name, one]) => [`${old}/${name}`, one, genuine(`${old}/${name}`)] as const)
  : []
/** both layouts */
const settlements = [...made, ...real].filter(([name]) => name.includes('settlement-v'))
const countryOf = (name: string): string => /(amazon\.[a-z.]+?)\.(?:csv|txt)$/.exec(name)?.[1] ?? ''

let h: ImportHouse
const ids = new Map<string, string>()
beforeAll(async () => {
  h = await openImports()
  for (const [name, , path] of [...settlements, ...made.filter(([one]) => one.startsWith('transactions/'))])
    await h.import(name.split('/').at(-1) ?? name, readFileSync(path), { shopId: h.shop(countryOf(name)) })
  for (const { shop, number } of await h.sql('select shop_id::text as shop, settlement_id as number from amazon_settlement'))
    ids.set(String(number), rowId(settlement as unknown as Resource, [shop, number]))
})
afterAll(() => h?.close())
const statementOf = async (number: string): Promise<Statement> =>
  (await h.clerk.post('/AmzSettlement/statement', { id: ids.get(number) })).data
const added = (rows: readonly Sums[]): Sums => ({
  settlement: canonical(sum(rows.map(one => one.settlement))),
  transactions: canonical(sum(rows.map(one => one.transactions))),
  difference: canonical(sum(rows.map(one => one.difference))),
})
const only = ({ settlement, transactions, difference }: Sums): Sums => ({
  settlement: canonical(settlement),
  transactions: canonical(transactions),
  difference: canonical(difference),
})

test.each(settlements)('%s', async (name, { total: stated, sum_of_lines: sumOfLines, lines }) => {
  const [number = ''] = /\d{6,}/.exec(name) ?? []
  const control = canonical(stated ?? sumOfLines ?? '')
  const { foot, groups, roll, verdict } = await statementOf(number)
  expect(canonical(foot.settlement)).toBe(control)
  expect([canonical(foot.stated), foot.lines, foot.statedLines]).toEqual([control, lines, lines])
  expect(added(groups)).toEqual(only(foot))
  for (const group of groups) {
    expect(added(group.rows)).toEqual(only(group))
    for (const row of group.rows)
      expect(canonical(sum([row.settlement, `-${row.transactions}`.replace('--', '')]))).toBe(canonical(row.difference))
  }
  expect(canonical(sum([roll.carried, roll.own]))).toBe(canonical(roll.total))
  expect(canonical(roll.total)).toBe(control)
  if (verdict.reconciled !== 0) expect(canonical(verdict.difference ?? '')).toBe(canonical(foot.difference))
})

test('what the settlement before left owed is carried into the next, in the old layout as well', async () => {
  const owed = [['900000001', '-62.31'] as const, ...(real.length > 0 ? ([['23874397121', '-321.69']] as const) : [])]
  for (const [number, carried] of owed) expect(canonical((await statementOf(number)).roll.carried)).toBe(carried)
})

test('it names the file that brought it, the months of its lines and how many are audited', async () => {
  for (const [number, id] of ids) {
    const { importId, months, foot } = await statementOf(number)
    const [row] = await h.sql(
      `select s.import_id::text as import, to_char(min(l.booked_on), 'YYYY-MM') as "from", to_char(max(l.booked_on), 'YYYY-MM') as "to"
        from amazon_settlement s join (select shop_id, settlement_id, booked_on from amazon_settlement_line
          union all select u.shop_id, u.settlement_id, u.booked_on from amazon_transaction_line u
            where not u.deferred or exists (select from amazon_line_release r
              where r.shop_id = u.shop_id and r.posted_on = u.posted_on and r.line_key = u.line_key and r.ordinal = u.ordinal)) l
          using (shop_id, settlement_id) where s.settlement_id = $1 group by 1`,
      [number],
    )
    expect([id, importId, months, foot.audited]).toEqual([id, row?.['import'], { from: row?.['from'], to: row?.['to'] }, 0])
  }
})

test('the profit of a settlement is made of the lines that count for it; all of them and what is in none make the whole', async () => {
  const period = { startDate: '2024-01-01', endDate: '2026-11-30', currency: 'shop', pageSize: 1000 }
  const ledgerOf = async (more: object): Promise<Map<string, string>> => {
    const { data, code, msg } = await h.clerk.post('/companyProfit/list', { ...period, ...more })
    expect(code, msg).toBe(0)
    return new Map(
      data.list.map((l: { key: Record<string, string>; values: { ledger: string } }) => [l.key['settlement'] ?? '', l.values.ledger]),
    )
  }
  for (const { shop, number, ledger } of await h.sql(
    `select s.shop_id::text as shop, s.settlement_id as number, (case when s.counted_from = 2 then (select sum(l.total)
        from amazon_transaction_line l where l.shop_id = s.shop_id and l.settlement_id = s.settlement_id)
      else s.total end)::text as ledger from amazon_settlement s`,
  )) {
    const where = { shop: [shop], settlement: [number] }
    expect([...(await ledgerOf({ by: ['settlement'], where }))].map(([one, amount]) => [one, canonical(amount)])).toEqual([
      [number, canonical(String(ledger))],
    ])
    // the order's own number is no settlement
    const byOrder = await h.clerk.post('/companyProfit/list', { ...period, by: ['order'], where })
    expect(canonical(sum(byOrder.data.list.map((l: { values: { ledger: string } }) => l.values.ledger)))).toBe(canonical(String(ledger)))
  }
  const shop = h.shop('amazon.de')
  const whole = await h.ledger('2024-01-01', '2026-11-30')
  const each = await ledgerOf({ by: ['settlement'], where: { shop: [shop] } })
  expect(canonical(sum([...each.values()]))).toBe(canonical(whole[shop] ?? ''))
})

test('a kind that nobody mapped is mapped from its row, which then stands in its group', async () => {
  const [number = ''] = ids.keys()
  const before = await statementOf(number)
  const [row] = before.groups.flatMap(one => (one.code === 'platformFee' ? one.rows : []))
  const [kind] = row?.kinds ?? []
  const [was] = await h.sql('delete from amazon_type_map where kind_id = $1 returning item', [kind])
  const without = (await statementOf(number)).groups.find(one => one.code === 'unmapped')
  expect(without?.rows.map(one => one.unmapped)).toEqual([kind])
  const queue = (await h.clerk.post('/AmazonTypeMap/queue', { unmappedOnly: true })).data.list
  expect(queue.map((one: { kindId: string }) => one.kindId)).toContain(kind)
  const mapping = { kindId: kind, item: was?.['item'] }
  expect((await (await h.signIn('sales')).post('/AmazonTypeMap/insert', mapping)).code).toBe(1003)
  expect(await h.clerk.post('/AmazonTypeMap/insert', mapping)).toMatchObject({ code: 0 })
  expect((await statementOf(number)).groups).toEqual(before.groups)
})

test('audited as a whole, once, and taken back; not in a closed month, not of a shop that one does not see', async () => {
  const [[number, id] = ['', '']] = ids
  const { foot } = await statementOf(number)
  const audit = (value: number, as = h.clerk) => as.post('/AmzSettlement/audit', { id, audit: value })
  const audited = async (): Promise<number> => (await statementOf(number)).foot.audited
  expect((await audit(1, await h.signIn('employee'))).code).toBe(1003)
  expect((await h.clerk.post('/AmzSettlement/audit', { id: 'WyI5OTkiLCIxIl0', audit: 1 })).code).toBe(1004)
  // two at once: each line once
  const both = await Promise.all([audit(1), audit(1)])
  expect(both.map(one => one.code)).toEqual([0, 0])
  expect(both.map(one => one.data.changed).toSorted((a, b) => a - b)).toEqual([0, foot.lines])
  expect(await audited()).toBe(foot.lines)
  const [trail] = await h.sql("select count(*)::int as n from audit_entry where verb = 'audit' and subject = 'amazon_settlement_line'")
  expect(trail?.['n']).toBe(foot.lines)
  const [last] = await h.sql(
    `insert into finance_month (org_id, month, state) select $1, date_trunc('month', min(booked_on)), 1 from amazon_settlement_line
      where settlement_id = $2 returning id`,
    [h.orgId, number],
  )
  expect((await audit(0)).msg).toContain('已结账')
  expect(await audited()).toBe(foot.lines)
  await h.sql('delete from finance_month where id = $1', [last?.['id']])
  expect(await audit(0)).toMatchObject({ code: 0, data: { changed: foot.lines } })
  expect(await audited()).toBe(0)
})

test('a row unfolds to the orders that differ, which make its difference', async () => {
  const compared = (await Promise.all([...ids.keys()].map(statementOf))).filter(one => one.verdict.reconciled !== 0)
  expect(compared).not.toEqual([])
  let differing = 0
  for (const { settlementId, groups, foot, verdict } of compared) {
    const told = (await h.clerk.post('/AmzSettlement/differences', { id: ids.get(settlementId) })).data
    expect(told.orders).toHaveLength(Math.min(verdict.orders, 200))
    expect(canonical(sum(told.items.map((one: Sums) => one.difference)))).toBe(canonical(foot.difference))
    for (const row of groups.flatMap(one => one.rows).filter(one => canonical(one.difference) !== '0')) {
      const { list, isMore } = (await h.clerk.post('/AmzSettlement/statementOrders', { id: ids.get(settlementId), key: row.key })).data
      differing += list.length
      if (isMore === false) expect(canonical(sum(list.map((one: Sums) => one.difference)))).toBe(canonical(row.difference))
    }
  }
  expect(differing).toBeGreaterThan(0)
})

test('neighbours are those of the shop, in the order of time, there and back', async () => {
  const german = settlements.map(([name]) => name).filter(name => name.includes('amazon.de'))
  const seen: string[] = []
  const first = await Promise.all(german.map(name => statementOf(/\d{6,}/.exec(name)?.[0] ?? '')))
  let at: Statement | undefined = first.find(one => one.neighbours.previous === null)
  while (at !== undefined) {
    seen.push(at.settlementId)
    const next: Statement['neighbours']['next'] = at.neighbours.next
    const after: Statement | undefined = next === null ? undefined : await statementOf(next.settlementId)
    if (after !== undefined) expect(after.neighbours.previous?.settlementId).toBe(at.settlementId)
    at = after
  }
  expect(seen).toHaveLength(german.length)
})

test('what is no settlement is unknown, and without the right none is shown', async () => {
  for (const id of ['x', 'WyI5OTkiLCIxIl0'])
    for (const [path, more] of [
      ['/AmzSettlement/statement', {}],
      ['/AmzSettlement/statementOrders', { key: '1' }],
    ] as const)
      expect((await h.clerk.post(path, { id, ...more })).code).not.toBe(0)
  const employee = await h.signIn('employee')
  expect(await employee.post('/AmzSettlement/statement', { id: [...ids.values()][0] })).toMatchObject({ code: 1003 })
})
