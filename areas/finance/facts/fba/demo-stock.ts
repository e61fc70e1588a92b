/** The stock of a day of a shop of the demo company, as its clerk downloads it; waits until it is there. */
import { seededRandom } from '#areas/admin/index.ts'
import type { Context } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { untilEnded } from '../../base/until-ended.ts'
import { planned } from './demo-fees.ts'
import type { DemoOffer } from './demo-words.ts'

const seed = 31

export async function bringStock(
  context: Context,
  shop: { readonly id: string; readonly currency: string; readonly site: string },
  day: string,
  held: readonly (DemoOffer & { readonly units: number })[],
): Promise<void> {
  const moves = held.map(offer => ({
    day,
    offer,
    event: 'Receipts',
    reference: '',
    quantity: offer.units,
    disposition: 'SELLABLE',
    reason: '',
  }))
  const content = planned(shop, day, held, moves, seededRandom(seed))
  const name = `inventory-planning-${day}.txt`
  const fileId = await keepUpload(context, { name, contentType: 'text/plain; charset=utf-8', content: [content] })
  const { importIds } = await startImport(context, {
    fileIds: [fileId],
    shopId: shop.id,
    accepted: '已对照卖家平台的页面核对列和合计',
  })
  await untilEnded(context, importIds)
}
