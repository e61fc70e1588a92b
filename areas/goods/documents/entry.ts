/** How documents enter the ledger of goods: on which days, with lines, taken back exactly. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { openPostings, postGoods, type GoodsLine, type GoodsPosted, type GoodsPosting } from '../post.ts'
import { goodsRights } from './words.ts'

/** days that may be backdated */
const daysBack = 7

export interface Entering {
  readonly docType: string
  readonly id: string
  readonly row: Row
  readonly day: string
  readonly key: string
}

export async function enter(
  context: Context,
  tx: Tx,
  { docType, id, row, day, key }: Entering,
  lines: readonly GoodsLine[],
  words: Pick<GoodsPosting, 'cutsHolds'> = {},
): Promise<GoodsPosted> {
  if (lines.length === 0) throw refuse.rule(noLines)
  return postGoods(context, tx, { docType, docId: id, docNo: asText(row['no']), key, bookedOn: day, lines, ...words })
}
export const noLines = sentence`单据还没有明细，请先填写`

/** What was entered under `key` goes back. */
export async function takeBack(context: Context, tx: Tx, { docType, id, row, day, key }: Entering): Promise<void> {
  const posting = (await openPostings(context, docType, id)).find(one => one.key === key)
  if (posting === undefined) throw refuse.rule(sentence`没有可冲销的过账，请刷新`)
  await postGoods(context, tx, {
    docType,
    docId: id,
    docNo: asText(row['no']),
    key: `${key}:reverse`,
    bookedOn: day,
    reverses: posting.id,
  })
}
/** of a posting by its document: 冲销 has a key of its own */
export const keyOf = (docType: string, id: string): string => `${docType}:${id}`

/** A day before today needs a right of its own, and is not long ago. */
export function refuseBackdating(context: Context, permission: string, day: string): void {
  const today = todayOf(context)
  if (day >= today) return
  const { operation, title } = goodsRights.backdate
  if (!may(context.caller, permission, operation)) throw refuse.forbidden(sentence`业务日期 ${day} 早于今天，需要“${title}”权限`)
  if (day < addDays(today, -daysBack)) throw refuse.rule(sentence`业务日期最多倒填 ${daysBack} 天，${day} 太早了`)
}
