/**
 * `npm run proof`: the books, the sales and the ledgers of every organisation against their facts, and their reports the same however they
 * are cut. Prints what differs; exit 1 then.
 */
import { proveFinance } from '#areas/finance/amazon/profit/proof.ts'
import { proveSales } from '#areas/sales/proof.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { ledgerFaults } from '#platform/server/ledger/prove.ts'
import type { OpenHouse } from '#platform/server/open-house.ts'
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
  const differences = [...(await proveFinance(context)), ...(await proveSales(context)), ...(await proveLedgers(context))]
  const stale = await context.db.selectFrom('stale_day').select('day').execute()
  const waiting = stale.length > 0 ? `，另有 ${stale.length} 个日期待重算，所在月份未核对` : ''
  console.log(
    differences.length === 0
      ? `${name}：${context.caller.shops.length} 个店铺，全部相符${waiting}`
      : `${name}：${differences.length} 处不符${waiting}`,
  )
  if (differences.length > 0)
    console.table(
      differences
        .slice(0, shownMax)
        .map(d => ({ 对象: d.what, 所属: d.ownerId ?? '', 月份: d.month ?? '', 项目: d.key, 应为: d.expected, 实为: d.found })),
    )
  if (differences.length > shownMax) console.log(`只列出前 ${shownMax} 处`)
  return differences.length
}

async function run(): Promise<void> {
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
    for (const { id, name } of organisations) differences += await prove(house, id, name)
    process.exitCode = differences === 0 ? 0 : 1
  } finally {
    await product.close()
  }
}

await command(run)
