/** Stock of gifts: the ledger holds it, the gift shows it. */
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { integer, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { refuse, type Context, type Tx, type RowLock, type RecordChange } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { post } from '#platform/server/documents.ts'
import { change, setDerived, oneRecord } from '#platform/server/records.ts'
import { todayOf } from '#platform/format/zones.ts'
import { culturalGift, giftStates, giftStock } from './tables.ts'

const { edit } = operations
const byHandMax = 1_000_000

export const stockFace: ActionDeclaration = {
  name: 'stock',
  title: ['调整库存', 'Adjust stock'],
  over: 'row',
  operation: edit,
  input: {
    change: integer('增减数量', 'More or fewer', {
      min: -byHandMax,
      max: byHandMax,
      help: ['减少填负数', 'Less than 0 takes pieces away'],
    }),
    note: text('原因', 'Reason', { max: 200 }),
  },
}
const shelfFace = (name: keyof typeof giftStates, title: readonly [string, string], from: readonly number[]): ActionDeclaration => ({
  name,
  title,
  over: 'row',
  operation: edit,
  body: { status: giftStates[name][0] },
  when: { setStatus: from },
})
const [onShelf, soldOut, offShelf] = [giftStates.onShelf[0], giftStates.soldOut[0], giftStates.offShelf[0]]
export const shelfFaces = [
  shelfFace('onShelf', ['上架', 'Put on the shelf'], [soldOut, offShelf]),
  shelfFace('soldOut', ['标为售罄', 'Sold out'], [onShelf]),
  shelfFace('offShelf', ['下架', 'Take off the shelf'], [onShelf, soldOut]),
] as const

export interface StockAsk {
  readonly id: string
  readonly change: number
  readonly note: string
}

export async function adjustStock(context: Context, ask: StockAsk): Promise<{ id: string; stock: number }> {
  const pieces = Number(ask.change)
  if (pieces === 0) throw refuse.invalid([{ field: 'change', message: sentence`增减数量不能为 0` }])
  return context.write(async (tx, inside) => {
    const gift = await oneRecord(inside, culturalGift, ask.id)
    await post(inside, tx, [
      {
        ledger: giftStock,
        lines: [{ kind: 'correct', cell: { giftId: gift.id }, amount: pieces, bookedOn: todayOf(inside), extraFields: { note: ask.note } }],
        short: (_, free) => sentence`可减少的库存只有 ${free} 件，已占用的要先处理兑换`,
      },
    ])
    await keepStock(inside, tx, [gift.id])
    return { id: gift.id, stock: Number((await oneRecord(inside, culturalGift, gift.id))['stock']) }
  })
}

/** soldOut: 1 on the shelf, 2 sold out, 3 off the shelf. */
export async function setShelf(
  context: Context,
  { id, status }: { readonly id: string; readonly status: number },
): Promise<{ id: string; version: number }> {
  const row = await change(context, culturalGift, id, { setStatus: status })
  return { id: row.id, version: Number(row.version) }
}

/** A new gift comes with its first pieces; one whose deletion is taken back has its own still. */
export async function keepNewStock(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const made = changes.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []))
  if (made.length === 0) return
  const ids = made.map(row => row.id)
  const known = new Set((await heldOf(tx, ids)).map(one => one.gift_id))
  const fresh = made.filter(row => !known.has(row.id) && Number(row['stock']) > 0)
  await post(context, tx, [
    {
      ledger: giftStock,
      lines: fresh.map(row => ({ kind: 'earn', cell: { giftId: row.id }, amount: Number(row['stock']), bookedOn: todayOf(context) })),
    },
  ])
  await keepStock(context, tx, ids)
}

const heldOf = async (tx: Tx, ids: readonly string[]) =>
  (await anyTable(tx)
    .selectFrom(giftStock.held.table)
    .select(['gift_id', 'balance', 'reserved'])
    .where('gift_id', 'in', [...ids])
    .execute()) as { gift_id: string; balance: number; reserved: number }[]

/** Gifts show what their ledger holds. */
export async function keepStock(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const system = await context.house.asSystem(context.caller.orgId, 'stock that gifts show', tx)
  await setDerived(
    system,
    culturalGift,
    (await heldOf(tx, ids)).map(one => ({
      id: one.gift_id,
      stock: Number(one.balance) + Number(one.reserved),
      reserved: Number(one.reserved),
    })),
  )
}

/** What was exchanged stays. */
export const keepExchanged: RowLock = async (_, db, isRemoval) => {
  const exchanges = db.selectFrom('cultural_exchange').select('id').whereRef('cultural_exchange.gift_id', '=', 'cultural_gift.id')
  return isRemoval
    ? [{ where: sql<boolean>`exists (${exchanges})`, reason: sentence`有兑换记录的礼品不能删除，请下架`, onlyAsItWas: true }]
    : []
}
