/**
 * Exchanges: points and pieces are reserved with the request, spent when the gift is handed over, released when it is rejected or
 * cancelled; always both in one posting with the exchange itself.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { instantInZone, todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx, type RecordChange } from '#platform/server/area.ts'
import { post, type LedgerLine } from '#platform/server/documents.ts'
import { notify } from '#platform/server/notices.ts'
import { create, oneRecord } from '#platform/server/records.ts'
import { points } from '../points/tables.ts'
import { keepStock } from './stock.ts'
import { culturalExchange, culturalGift, exchangeStates, giftStates, giftStock, handOverOperation, limitPeriods } from './tables.ts'

export interface ExchangeAsk {
  readonly giftId: string
  readonly quantity?: number
  readonly remark?: string | null
}

export const newExchange = notice('culture.exchange', ['礼品兑换申请', 'Gift to be handed over'], {
  title: ['{by} 申请兑换礼品（{label}）', '{by} has asked for a gift ({label})'],
  titleOfMany: ['{by} 申请兑换 {n} 件礼品', '{by} has asked for {n} gifts'],
  to: [holdersOf('culturalExchangeHistory', handOverOperation)],
})

/** toExchange: points and pieces are his until the gift is handed over. */
export async function toExchange(
  context: Context,
  { giftId, quantity = 1, remark = null }: ExchangeAsk,
): Promise<{ id: string; no: string }> {
  const { employeeId } = context.caller
  return context.write(async (_, inside) => {
    const gift = await oneRecord(inside, culturalGift, giftId)
    if (employeeId === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能兑换礼品`)
    if (gift['status'] === giftStates.soldOut[0]) throw refuse.rule(sentence`“${asText(gift['name'])}”已售罄，请选择其他礼品`)
    if (gift['status'] !== giftStates.onShelf[0]) throw refuse.rule(sentence`“${asText(gift['name'])}”已下架，请选择其他礼品`)
    const row = await create(inside, culturalExchange, {
      giftId,
      employeeId,
      quantity,
      points: Number(gift['points']) * quantity,
      remark,
    })
    await keepLimit(inside, gift, employeeId)
    return { id: row.id, no: String(row['no']) }
  })
}

/** What one person may have of a gift in its period. Asked when his points are locked, so that two requests of his can't both pass. */
async function keepLimit({ db, caller, ...context }: Context, gift: Row, employeeId: string): Promise<void> {
  const limit = gift['limitQty'] as number | null
  if (limit === null || limit === undefined) return
  const day = todayOf({ now: context.now, caller })
  const from = gift['limitPeriod'] === limitPeriods.month[0] ? firstOfMonth(monthOf(day)) : `${day.slice(0, 4)}-01-01`
  let taken = db
    .selectFrom('cultural_exchange')
    .select(eb => eb.fn.sum<string>('quantity').as('pieces'))
    .where('gift_id', '=', gift.id)
    .where('employee_id', '=', employeeId)
    .where('state', 'in', [exchangeStates.waiting[0], exchangeStates.done[0]])
  if (gift['limitPeriod'] !== limitPeriods.ever[0])
    taken = taken.where('created_at', '>=', new Date(instantInZone(from, '00:00', caller.zone)).toISOString())
  const pieces = Number((await taken.executeTakeFirst())?.pieces ?? 0)
  if (pieces <= limit) return
  const period = Object.values(limitPeriods).find(([code]) => code === gift['limitPeriod']) ?? limitPeriods.ever
  throw refuse.rule(sentence`“${asText(gift['name'])}”${[period[1], period[2]]}每人限兑 ${limit} 件，这次申请后共 ${pieces} 件，请减少数量`)
}

const hold = (id: string): string => `exchange:${id}`

/** Whatever moves an exchange moves what it holds. */
export async function keepExchanges(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const day = todayOf(context)
  const [ofPoints, ofStock]: [LedgerLine[], LedgerLine[]] = [[], []]
  const gifts = new Set<string>()
  for (const { id, before, after } of changes) {
    if (after === null || before?.['state'] === after['state']) continue
    const kind = after['state'] === exchangeStates.waiting[0] ? 'reserve' : after['state'] === exchangeStates.done[0] ? 'spend' : 'release'
    const common = { kind, bookedOn: day, hold: hold(id) } as const
    const giftId = String(after['giftId'])
    const [piecesHeld, pointsHeld] =
      kind === 'reserve' ? [{ amount: Number(after['quantity']) }, { amount: Number(after['points']) }] : [{}, {}]
    gifts.add(giftId)
    ofStock.push({ ...common, ...piecesHeld, cell: { giftId }, extraFields: { note: String(after['no']) } })
    ofPoints.push({
      ...common,
      ...pointsHeld,
      cell: { employeeId: String(after['employeeId']) },
      extraFields: { source: String(after['no']) },
    })
    if (before === null)
      await notify(context, tx, newExchange, { of: { resource: culturalExchange, rows: [after] }, but: context.caller.accountId })
  }
  if (gifts.size === 0) return
  await post(context, tx, [
    {
      ledger: points,
      lines: ofPoints,
      short: (line, free) => sentence`可用积分 ${free}，不够 ${String(line.amount)}，请减少数量或选择其他礼品`,
    },
    { ledger: giftStock, lines: ofStock, short: (_, free) => sentence`库存只剩 ${free} 件，请减少数量或选择其他礼品` },
  ])
  await keepStock(context, tx, [...gifts])
}
