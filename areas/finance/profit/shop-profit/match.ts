/**
 * Whose an item is, by the name that its sheet gives: a name entered for a shop, the shop's own, a department's, the company's. Names are
 * looked for among what the writer sees, so that nobody learns of another's shop or writes into it.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { isZero } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Tx, type Follower } from '#platform/server/area.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { lastClosed } from '../../base/closed-months.ts'
import { shopProfitItem, shopProfitName } from './tables.ts'
import { itemKinds, itemOwners } from './words.ts'

const wholeCompany = ['公司', 'Company']

interface Owner {
  readonly owner: number
  readonly shopId: string | null
  readonly deptId: string | null
}
const unmatched: Owner = { owner: itemOwners.unmatched[0], shopId: null, deptId: null }
const company: Owner = { ...unmatched, owner: itemOwners.company[0] }

/** Of two that a name could mean the first of this order counts: entered name, shop, department, company. */
async function ownersOf(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, Owner>> {
  const asked = [...new Set(names)]
  const found = new Map<string, Owner>()
  const put = (name: string, owner: Owner): unknown => found.has(name) || found.set(name, owner)
  const shopOf = (shopId: string): Owner => ({ ...unmatched, owner: itemOwners.shop[0], shopId })
  const entered = await tx
    .selectFrom('shop_profit_name')
    .select(['alias', 'shop_id'])
    .where(sql<boolean>`alias = any(${asked})`)
    .execute()
  for (const row of entered) put(row.alias, shopOf(row.shop_id))
  const shops = await tx
    .selectFrom('shop')
    .select(['id', 'name'])
    .where(sql<boolean>`name = any(${asked})`)
    .execute()
  for (const row of shops) put(row.name, shopOf(row.id))
  const departments = await tx
    .selectFrom('department')
    .select(['id', 'name'])
    .where(sql<boolean>`name = any(${asked})`)
    .execute()
  for (const row of departments) put(row.name, { ...unmatched, owner: itemOwners.department[0], deptId: row.id })
  const own = await tx.selectFrom('organisation').select(['name', 'short_name']).execute()
  for (const name of [...wholeCompany, ...own.flatMap(row => [row.name, row.short_name])]) put(name, company)
  return found
}

/** Looks the owners of these items up anew. */
async function match(context: Context, tx: Tx, items: readonly { readonly id: string; readonly name: string }[]): Promise<void> {
  if (items.length === 0) return
  const owners = await ownersOf(
    tx,
    items.map(item => item.name),
  )
  await setDerived(
    context,
    shopProfitItem,
    items.map(({ id, name }) => ({ id, ...(owners.get(name) ?? unmatched) })),
  )
}

/** Pay stands in its own column, which not everybody sees; every item says an amount. */
function refuseMixed(
  rows: readonly { readonly name: string; readonly kind: number; readonly amount: string; readonly pay: string }[],
): void {
  for (const { name, kind, amount, pay } of rows) {
    const isPay = kind === itemKinds.pay[0]
    if (isPay && !isZero(amount)) throw refuse.rule(sentence`“${name}”的工资薪酬请填在“工资金额”，“费用金额”留空`)
    if (!isPay && !isZero(pay)) throw refuse.rule(sentence`“${name}”不是工资薪酬，请把金额填在“费用金额”`)
    if (isZero(amount) && isZero(pay)) throw refuse.rule(sentence`“${name}”没有金额，请填写费用金额或工资金额`)
  }
}

export const itemsMatched: Follower = async (context, tx, changes) => {
  const ids = changes.flatMap(({ id, after }) => (after === null ? [] : [id]))
  if (ids.length === 0) return
  const items = await tx
    .selectFrom('shop_profit_item')
    .select(['id', 'name', 'kind', sql<string>`amount::text`.as('amount'), sql<string>`pay::text`.as('pay')])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  refuseMixed(items)
  await match(context, tx, items)
}

/** A name that leads elsewhere: items of open months that bear it and are not allocated. */
export const namesMatched = followerOf(shopProfitName, async (context, tx, changes) => {
  const names = changes.flatMap(({ before, after }) => [before, after].flatMap(row => (row === null ? [] : [asText(row['alias'])])))
  const closed = await lastClosed(tx)
  const items = await tx
    .selectFrom('shop_profit_item')
    .select(['id', 'name'])
    .where(sql<boolean>`name = any(${[...new Set(names)]})`)
    .where('state', '=', 0)
    .$if(closed !== null, query => query.where(sql<boolean>`month > ${closed}::date`))
    .execute()
  await match(context, tx, items)
})
