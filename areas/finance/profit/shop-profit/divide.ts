/**
 * Divides items of companies and departments among their shops, and takes it back, as their steps say. One transaction for all items of a
 * call: each is locked by its step, so of two people the second finds it allocated, and a server that stops leaves nothing.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { isZero } from '#platform/format/decimal.ts'
import { refuse, type Context, type Tx, type Follower } from '#platform/server/area.ts'
import { createEach, setDerived } from '#platform/server/records.ts'
import { booksOf } from '../../base/books-of.ts'
import { dividedAmong } from '../../costs/allocation/shares.ts'
import { weightsOfShops } from '../../costs/allocation/weights.ts'
import { figuresOfShops } from './figures.ts'
import { shopProfitShare } from './tables.ts'
import { inForce, itemBases, itemOwners, type ItemBasis } from './words.ts'

const itemsMax = 500
/** what stands in for a basis that is zero in every shop */
const inTurn: readonly ItemBasis[] = ['sales', 'units', 'value', 'equal']
const basisOf = (code: number): ItemBasis => (Object.keys(itemBases) as ItemBasis[]).find(name => itemBases[name][0] === code) ?? 'sales'
/** of a consignment by air, as documents have it by default */
const kgPerCbm = '167'

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

/** 分摊 and 撤销分摊 follow from the step of the item, in its transaction: whoever took it, an approval as well. */
export const itemsDivided: Follower = async (context, tx, changes) => {
  const moved = (from: number, to: number): string[] =>
    changes.flatMap(({ id, before, after }) => (before?.['state'] === from && after?.['state'] === to ? [id] : []))
  const [divided, takenBack] = [moved(0, 1), moved(1, 0)]
  if (divided.length + takenBack.length === 0) return
  if (divided.length + takenBack.length > itemsMax) throw refuse.rule(sentence`一次最多处理 ${itemsMax} 条费用`)
  const { books, isWhole } = await booksOf(context)
  if (!isWhole) throw refuse.forbidden(sentence`分摊涉及公司的全部店铺，请由能看到全部店铺的人操作`)
  await divide(context, books, tx, divided)
  await takeBack(context, tx, takenBack)
}

async function divide(context: Context, books: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const rows: Record<string, unknown>[] = []
  for (const item of await readItems(tx, ids)) {
    const of = await shopsOf(tx, context.caller.orgId, item)
    if (of.length === 0)
      throw refuse.rule(sentence`“${item.name}”在 ${item.month} 没有可分摊的店铺，请先在“MSKU 负责人”里登记部门负责的店铺`)
    rows.push(...(await sharesOf(books, tx, item, of)))
  }
  await createEach(context, shopProfitShare, rows)
}

/** The shares stay to be read, and count no more. */
async function takeBack(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text from shop_profit_share
    where item_id = any(${[...ids]}::bigint[]) and state = ${inForce.yes[0]} order by id`.execute(behind(tx))
  await setDerived(
    context,
    shopProfitShare,
    rows.map(({ id }) => ({ id, state: inForce.no[0] })),
  )
}

type Weights = ReadonlyMap<string, Readonly<Partial<Record<ItemBasis, string>>>>

/** Sales and units are those of the profit report, which says when it is being computed. */
async function weightsOf(books: Context, tx: Tx, item: Item, of: readonly string[]): Promise<Weights> {
  if (item.basis === itemBases.equal[0]) return new Map()
  const [figures, others] = [
    await figuresOfShops(books, item.month, of, ['sales', 'units']),
    await weightsOfShops(
      behind(tx),
      { orgId: books.caller.orgId, since: item.month, month: item.month, shops: of, skus: [], shipment: null },
      ['volume', 'weight', 'greater', 'value', 'stockDays'],
      kgPerCbm,
    ),
  ]
  return new Map(of.map(shop => [shop, { ...others.get(shop), ...figures.get(shop) }]))
}

async function sharesOf(books: Context, tx: Tx, item: Item, of: readonly string[]): Promise<Record<string, unknown>[]> {
  const weights = await weightsOf(books, tx, item, of)
  const made = dividedAmong({
    amount: isZero(item.pay) ? item.amount : item.pay,
    scale: item.decimals,
    basis: basisOf(item.basis),
    inTurn,
    lines: of,
    weight: (name, shop) => (name === 'equal' ? '1' : (weights.get(shop)?.[name] ?? '0')),
  })
  if (made === null) throw new Error('equal shares of shops that are there')
  return of.map((shopId, at) => {
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
