/**
 * Divides items of companies and departments among their shops, and takes it back. One transaction for all items of a call: each is locked
 * by its step, so of two people the second finds it allocated, and a server that stops leaves nothing.
 */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { isZero } from '#platform/format/decimal.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import { namedId } from '#platform/server/lists/named-id.ts'
import { createEach } from '#platform/server/records/create-each.ts'
import { setDerived } from '#platform/server/records/derived.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { closedUntil } from '../amazon/months/closed-months.ts'
import { booksOf } from '../amazon/months/month-check.ts'
import { dividedAmong } from '../allocation/shares.ts'
import { figuresOfShops } from './figures.ts'
import { shopProfitItem, shopProfitShare } from './tables.ts'
import { inForce, itemBases, itemOwners, type ItemBasis } from './words.ts'

const [items, shares] = [shopProfitItem as unknown as Resource, shopProfitShare as unknown as Resource]
const itemsMax = 500
/** what stands in for a basis that is zero in every shop */
const inTurn: readonly ItemBasis[] = ['sales', 'units', 'equal']
const basisOf = (code: number): ItemBasis => inTurn.find(name => itemBases[name][0] === code) ?? 'sales'

interface Item {
  readonly id: string
  readonly name: string
  readonly kind: number
  readonly month: string
  readonly owner: number
  readonly dept: string | null
  readonly basis: number
  readonly amount: string
  readonly pay: string
  readonly currency: string
  readonly decimals: number
  readonly runs: number
}
/** What was read through the door and is locked. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

const idsIn = (input: Readonly<Record<string, unknown>>): string[] => {
  const given = (input['ids'] ?? (input['id'] === undefined ? [] : [input['id']])) as readonly unknown[]
  const ids = [...new Set(given.map(id => namedId(id, items.title)))].toSorted((a, b) => Number(a) - Number(b))
  if (ids.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择费用` }])
  if (ids.length > itemsMax) throw refuse.invalid([{ field: 'ids', message: sentence`一次最多处理 ${itemsMax} 条费用` }])
  return ids
}

async function readItems(tx: Tx, ids: readonly string[]): Promise<readonly Item[]> {
  const { rows } = await sql<Item>`select i.id::text, i.name, i.kind, to_char(i.month, 'YYYY-MM') as month, i.owner,
      i.dept_id::text as dept, i.basis, i.amount::text, i.pay::text, i.currency::text, c.decimals,
      coalesce((select max(s.run) from shop_profit_share s where s.item_id = i.id), 0) as runs
    from shop_profit_item i join currency c on c.code = i.currency where i.id = any(${[...ids]}::bigint[]) order by i.id`.execute(
    behind(tx),
  )
  return rows
}

/** Shops of the organisation that are open, those of a department by the SKUs that its people own in the month. */
async function shopsOf(tx: Tx, orgId: string, item: Item): Promise<readonly string[]> {
  const [from, to] = [firstOfMonth(item.month), lastOfMonth(item.month)]
  const { rows } =
    item.owner === itemOwners.company[0]
      ? await sql<{ id: string }>`select id::text from shop where org_id = ${orgId} and status = 1 order by id`.execute(behind(tx))
      : await sql<{ id: string }>`with recursive below as (select id from department where id = ${item.dept} and org_id = ${orgId}
          union select d.id from department d join below b on d.parent_id = b.id)
        select distinct o.shop_id::text as id, o.shop_id from sku_owner o join shop s on s.id = o.shop_id and s.org_id = ${orgId}
          join employee e on e.id = o.employee_id
        where coalesce(o.dept_id, e.dept_id) in (select id from below) and o.valid_from <= ${to}::date
          and (o.valid_to is null or o.valid_to >= ${from}::date) order by o.shop_id`.execute(behind(tx))
  return rows.map(row => row.id)
}

function refuseClosed(closed: string | null, item: Item): void {
  if (closed !== null && lastOfMonth(item.month) <= closed)
    throw refuse.rule(sentence`${item.month} 已结账，费用不能再分摊或撤销，请先反结账`)
}

/** 分摊: answers how many items were divided, and into how many shares. */
export const divideItems = (context: Context, input: Readonly<Record<string, unknown>>): Promise<{ changed: number; shares: number }> =>
  context.write(async (tx, inside) => {
    const ids = idsIn(input)
    const { books, isWhole } = await booksOf(inside)
    if (!isWhole) throw refuse.forbidden(sentence`分摊涉及公司的全部店铺，请由能看到全部店铺的人操作`)
    await takeSteps(inside, items, { ids: ids.map(id => ({ id })), pick: { step: 'allocate' }, input: {}, byProgram: true })
    const closed = await closedUntil(tx, inside.caller.orgId)
    const rows: Record<string, unknown>[] = []
    for (const item of await readItems(tx, ids)) {
      refuseClosed(closed, item)
      if (item.owner === itemOwners.shop[0]) throw refuse.rule(sentence`“${item.name}”是店铺自己的费用，直接计入，不需要分摊`)
      if (item.owner === itemOwners.unmatched[0])
        throw refuse.rule(sentence`“${item.name}”还没有对应的店铺、部门或公司，请先在“店铺名称对照”里登记`)
      const shops = await shopsOf(tx, inside.caller.orgId, item)
      if (shops.length === 0)
        throw refuse.rule(sentence`“${item.name}”在 ${item.month} 没有可分摊的店铺，请先在“店铺员工商品归属”里登记部门负责的店铺`)
      rows.push(...(await sharesOf(books, item, shops)))
    }
    await createEach(inside, shares, rows)
    return { changed: ids.length, shares: rows.length }
  })

async function sharesOf(books: Context, item: Item, shops: readonly string[]): Promise<Record<string, unknown>[]> {
  const basis = basisOf(item.basis)
  const figures = basis === 'equal' ? new Map<string, never>() : await figuresOfShops(books, item.month, shops, ['sales', 'units'])
  const made = dividedAmong({
    amount: isZero(item.pay) ? item.amount : item.pay,
    scale: item.decimals,
    basis,
    inTurn,
    lines: shops,
    weight: (name, shop) => (name === 'equal' ? '1' : (figures.get(shop)?.[name] ?? '0')),
  })
  if (made === null) throw new Error('equal shares of shops that are there')
  return shops.map((shopId, at) => {
    const share = made.shares[at] ?? '0'
    return {
      month: firstOfMonth(item.month),
      shopId,
      itemId: item.id,
      name: item.name,
      kind: item.kind,
      run: item.runs + 1,
      basis: itemBases[made.basis][0],
      weight: made.weights[at] ?? '0',
      amount: isZero(item.pay) ? share : '0',
      pay: isZero(item.pay) ? '0' : share,
      currency: item.currency,
      state: inForce.yes[0],
    }
  })
}

/** 撤销分摊: the shares stay to be read, and count no more. */
export const takeItemsBack = (context: Context, input: Readonly<Record<string, unknown>>): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    const ids = idsIn(input)
    if (!(await booksOf(inside)).isWhole) throw refuse.forbidden(sentence`分摊涉及公司的全部店铺，请由能看到全部店铺的人操作`)
    await takeSteps(inside, items, { ids: ids.map(id => ({ id })), pick: { step: 'takeBack' }, input: {}, byProgram: true })
    const closed = await closedUntil(tx, inside.caller.orgId)
    for (const item of await readItems(tx, ids)) refuseClosed(closed, item)
    const { rows } = await sql<{ id: string }>`select id::text from shop_profit_share
      where item_id = any(${ids}::bigint[]) and state = ${inForce.yes[0]} order by id`.execute(behind(tx))
    await setDerived(
      inside,
      shares,
      rows.map(({ id }) => ({ id, state: inForce.no[0] })),
    )
    return { changed: ids.length }
  })
