/** The statement of each settlement among the fixtures says, to the cent, what its file says; every sum is that of what stands below it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical, sum } from '#platform/format/decimal.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { rowId } from '#platform/server/lists/columns.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import type { Side, Statement } from '../answers.ts'
import { settlement } from '../tables.ts'

const folder = join(import.meta.dirname, '../../../../test/fixtures/amazon')
const controls = JSON.parse(readFileSync(join(folder, 'control-totals.json'), 'utf8')) as Record<string, { total?: string; lines: number }>
const settlements = Object.entries(controls).filter(([name]) => name.startsWith('settlement-v2/'))
const countryOf = (name: string): string => /(amazon\.[a-z.]+?)\.(?:csv|txt)$/.exec(name)?.[1] ?? ''

let h: ImportHouse
const ids = new Map<string, string>()
beforeAll(async () => {
  h = await openImports()
  for (const name of Object.keys(controls).filter(one => /^(?:settlement-v2|transactions)\//.test(one)))
    await h.import(name.split('/').at(-1) ?? name, readFileSync(join(folder, name)), { shopId: h.shop(countryOf(name)) })
  for (const { shop, number } of await h.sql('select shop_id::text as shop, settlement_id as number from amazon_settlement'))
    ids.set(String(number), rowId(settlement as unknown as Resource, [shop, number]))
})
afterAll(() => h?.close())
const statementOf = async (number: string): Promise<Statement> =>
  (await h.clerk.post('/AmzSettlement/statement', { id: ids.get(number) })).data
type Sums = Omit<Side, 'title'>
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

test.each(settlements)('%s', async (name, control) => {
  const [number = ''] = /\d{6,}/.exec(name) ?? []
  const { foot, groups, roll, verdict } = await statementOf(number)
  expect(canonical(foot.settlement)).toBe(canonical(control.total ?? ''))
  expect([canonical(foot.stated), foot.lines, foot.statedLines]).toEqual([canonical(control.total ?? ''), control.lines, control.lines])
  expect(added(groups)).toEqual(only(foot))
  for (const group of groups) {
    expect(added(group.rows)).toEqual(only(group))
    for (const row of group.rows)
      expect(canonical(sum([row.settlement, `-${row.transactions}`.replace('--', '')]))).toBe(canonical(row.difference))
  }
  expect(canonical(sum([roll.carried, roll.own]))).toBe(canonical(roll.total))
  expect(canonical(roll.total)).toBe(canonical(control.total ?? ''))
  if (verdict.reconciled !== 0) expect(canonical(verdict.difference ?? '')).toBe(canonical(foot.difference))
})

test('a row unfolds to the orders that differ, which make its difference', async () => {
  const compared = (await Promise.all([...ids.keys()].map(statementOf))).filter(one => one.verdict.reconciled !== 0)
  expect(compared).not.toEqual([])
  let differing = 0
  for (const { settlementId, groups } of compared)
    for (const row of groups.flatMap(one => one.rows).filter(one => canonical(one.difference) !== '0')) {
      const { list, isMore } = (await h.clerk.post('/AmzSettlement/statementOrders', { id: ids.get(settlementId), key: row.key })).data
      differing += list.length
      if (isMore === false) expect(canonical(sum(list.map((one: Sums) => one.difference)))).toBe(canonical(row.difference))
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

test('of a shop that one does not see, and of what is none: unknown', async () => {
  for (const id of ['x', 'WyI5OTkiLCIxIl0'])
    for (const [path, more] of [
      ['/AmzSettlement/statement', {}],
      ['/AmzSettlement/statementOrders', { key: '1' }],
    ] as const)
      expect((await h.clerk.post(path, { id, ...more })).code).not.toBe(0)
  const employee = await h.signIn('employee')
  expect(await employee.post('/AmzSettlement/statement', { id: [...ids.values()][0] })).toMatchObject({ code: 1003 })
})
