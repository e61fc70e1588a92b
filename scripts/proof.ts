/**
 * `npm run proof`: the books, the sales and the ledgers of every organisation against their facts, and their reports the same however they
 * are cut. Prints what differs; exit 1 then. `npm run proof -- --month 2026-01`: that month alone, and the figures it was closed with.
 */
import { proveFinance } from '#areas/finance/profit/report/proof.ts'
import { proveGoods } from '#areas/goods/index.ts'
import { proveMonthOfBooks } from '#areas/finance/index.ts'
import { provePeople } from '#areas/hr/index.ts'
import { proveSales } from '#areas/statistics/proof.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { ledgerFaults } from '#platform/server/ledger/prove.ts'
import type { OpenHouse } from '#platform/server/open-house.ts'
import { parseArgs } from 'node:util'
import { isMonth } from '#platform/format/dates.ts'
import type { Difference } from '#platform/server/reports/proof/proof.ts'
import { openProduct } from '../product.ts'
import { command } from './command.ts'

const shownMax = 200

/** Balances of every ledger against its entries. */
async function proveLedgers(context: Context) {
  const ledgers = [...context.house.registry.resources.values()].flatMap(r => (r.ledger === undefined ? [] : [r.ledger]))
  const found = []
  for (const words of ledgers)
    for (const { balance, entries_balance: expected, ...fault } of await ledgerFaults(context, words))
      found.push({
        what: words.name,
        ownerId: null,
        month: null,
        key: JSON.stringify(fault),
        expected: String(expected),
        found: String(balance),
      })
  return found
}

/** One organisation's proof; answers the number of differences. */
async function prove(house: OpenHouse, id: string, name: string): Promise<number> {
  const context = await house.asSystem(id, 'proof of the books')
  const differences = [
    ...(await proveFinance(context)),
    ...(await proveSales(context)),
    ...(await proveLedgers(context)),
    ...(await proveGoods(context)),
    ...(await provePeople(context)),
  ]
  const stale = await context.db.selectFrom('stale_day').select('day').execute()
  const waiting = stale.length > 0 ? `，另有 ${stale.length} 个日期待重算，所在月份未核对` : ''
  console.log(
    differences.length === 0
      ? `${name}：${context.caller.shops.length} 个店铺，全部相符${waiting}`
      : `${name}：${differences.length} 处不符${waiting}`,
  )
  show(differences)
  return differences.length
}

function show(differences: readonly Difference[]): void {
  if (differences.length > 0)
    console.table(
      differences
        .slice(0, shownMax)
        .map(d => ({ 对象: d.what, 所属: d.ownerId ?? '', 月份: d.month ?? '', 项目: d.key, 应为: d.expected, 实为: d.found })),
    )
  if (differences.length > shownMax) console.log(`只列出前 ${shownMax} 处`)
}

/** One month of one organisation: from the facts, and against what it was closed with. */
async function proveMonth(house: OpenHouse, id: string, name: string, month: string): Promise<number> {
  const { isClosed, figures, differences } = await proveMonthOfBooks(await house.asSystem(id, 'proof of a month'), month)
  const closed = isClosed ? `结账时的 ${figures} 个数字` : '还没有结账，只与明细核对'
  console.log(`${name} ${month}：${closed}，${differences.length === 0 ? '全部相符' : `${differences.length} 处不符`}`)
  show(differences)
  return differences.length
}

async function run(): Promise<void> {
  const { month } = parseArgs({ options: { month: { type: 'string' } } }).values
  if (month !== undefined && !isMonth(month)) throw new Error('--month 应为 YYYY-MM，例如 2026-01')
  const product = await openProduct(process.env, line => console.log(line))
  const { house } = product
  try {
    const organisations = await house
      .unscoped('proof: the organisations of the house')
      .selectFrom('organisation')
      .select(['id', 'name'])
      .orderBy('id')
      .execute()
    if (organisations.length === 0) console.log('还没有组织，没有可核对的账')
    let differences = 0
    for (const { id, name } of organisations)
      differences += month === undefined ? await prove(house, id, name) : await proveMonth(house, id, name, month)
    process.exitCode = differences === 0 ? 0 : 1
  } finally {
    await product.close()
  }
}

await command(run)
