/** 出库单 in the ledger of goods. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Follower, type Poster } from '#platform/server/area.ts'
import type { GoodsLine } from '../post.ts'
import { forgetBundles, planBundles, withBundles } from './bundles.ts'
import { enter, keyOf, takeBack } from './entry.ts'
import { goodsOut, goodsOutLine, orderNotes, outKinds } from './out-tables.ts'
import { followOutbound, heldLines, lyingAgain, refuseShort, type Outbound } from './outbound.ts'
import { areaOf, refuseForeign } from './places.ts'

export const outOf: Outbound = {
  document: goodsOut,
  lines: goodsOutLine,
  warehouse: 'warehouseId',
  byBin: true,
  bundles: { plan: planBundles, forget: forgetBundles },
  scraps: row => row['kind'] === outKinds.scrapped[0],
  complete: row => {
    if (row['orderNote'] === orderNotes.unpaired[0])
      throw refuse.rule(sentence`订单还有未配对的 SKU ${asText(row['unpaired'])}，请先在“SKU 配对”里配对`)
    if (row['kind'] === outKinds.sold[0] && row['shopId'] === null)
      throw refuse.invalid([{ field: 'shopId', message: sentence`销售出库请选择店铺` }])
    if (row['kind'] === outKinds.used[0] && row['deptId'] === null)
      throw refuse.invalid([{ field: 'deptId', message: sentence`领用出库请选择部门` }])
  },
}
export const followOut: Follower = (context, tx, changes) => followOutbound(context, tx, outOf, changes)

/** What was picked leaves; taken back it lies in the staging area, until it is put back. */
export const postOut: Poster = async (context, tx, { id, row, day, reverses }) => {
  const entering = { docType: 'goods_out', id, row, day, key: keyOf('goods_out', id) }
  await refuseForeign(context, tx, asText(row['warehouseId']))
  if (reverses) {
    await takeBack(context, tx, entering)
    await lyingAgain(context, tx, outOf, row)
    return
  }
  await refuseShort(tx, outOf, id, row)
  const [to, reason] = targetOf(Number(row['kind']), asText(row['shopId'] ?? ''))
  const lines = await heldLines(tx, outOf, id, to, reason)
  const stage = await areaOf(context, tx, asText(row['warehouseId']), 'staging')
  await enter(context, tx, entering, await withBundles(context, tx, id, stage, lines))
}

function targetOf(kind: number, shopId: string): readonly [GoodsLine['to'], GoodsLine['reason']] {
  if (kind === outKinds.sold[0]) return [{ outside: 'shipped', shopId }, 'sold']
  if (kind === outKinds.scrapped[0]) return [{ outside: 'scrapped' }, 'scrapped']
  return [{ outside: 'consumed' }, 'consumed']
}
