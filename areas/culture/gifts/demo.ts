/** Gifts of the demo company, and exchanges in each state. */
import { dictionaryItem } from '#areas/reference/index.ts'
import { defined, type DemoPeople } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { allOf } from '#platform/server/lists.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addRecord } from '#platform/server/records.ts'
import { giftPicture, type GiftPicture } from './demo-pictures.ts'
import { toExchange } from './exchange.ts'
import { setShelf } from './stock.ts'
import { culturalExchange, culturalGift } from './tables.ts'

interface DemoGift {
  readonly picture: GiftPicture
  readonly name: string
  readonly kind: string
  readonly points: number
  readonly stock: number
  readonly limitQty?: number
  readonly limitPeriod?: 0 | 1 | 2
  readonly content: string
}
const gifts: readonly DemoGift[] = [
  { picture: 'bear', name: '十周年纪念小熊', kind: '文创纪念', points: 60, stock: 1, content: '十周年庆典限量款，高 25 厘米。' },
  {
    picture: 'leave',
    name: '弹性半天假',
    kind: '假期与体验',
    points: 150,
    stock: 12,
    limitQty: 1,
    limitPeriod: 1,
    content: '提前一天与直属上级确认，当月有效。',
  },
  {
    picture: 'lamp',
    name: '护眼阅读台灯',
    kind: '数码配件',
    points: 180,
    stock: 6,
    limitQty: 1,
    limitPeriod: 2,
    content: '三档色温，USB-C 供电，颜色随机。',
  },
  {
    picture: 'notebook',
    name: '皮面会议笔记本',
    kind: '文创纪念',
    points: 40,
    stock: 60,
    content: 'A5，192 页，封面可刻姓名，刻字请写在备注里。',
  },
  {
    picture: 'tea',
    name: '西湖龙井礼盒',
    kind: '食品饮料',
    points: 120,
    stock: 20,
    limitQty: 2,
    limitPeriod: 2,
    content: '明前茶 100 克，请于领取后一年内饮用。',
  },
  {
    picture: 'headset',
    name: '降噪蓝牙耳机',
    kind: '数码配件',
    points: 320,
    stock: 5,
    limitQty: 1,
    limitPeriod: 0,
    content: '续航 30 小时，保修一年。',
  },
  { picture: 'umbrella', name: '自动折叠晴雨伞', kind: '生活用品', points: 50, stock: 35, content: '八骨加固，防晒涂层，紫色和藏青可选。' },
  {
    picture: 'cup',
    name: '云帆保温杯 500ml',
    kind: '生活用品',
    points: 80,
    stock: 40,
    limitQty: 2,
    limitPeriod: 1,
    content: '自家工厂出品，316 不锈钢内胆，保温 12 小时。',
  },
]
const days = 86_400_000
/** who asks for what, how many days ago, and how it goes */
const wishes: readonly (readonly [
  who: string,
  gift: GiftPicture,
  quantity: number,
  daysAgo: number,
  way: 'confirm' | 'reject' | 'cancel' | null,
  remark: string | null,
])[] = [
  ['finance', 'cup', 1, 64, 'confirm', '要白色'],
  ['sales', 'umbrella', 1, 51, 'confirm', null],
  ['keeper', 'notebook', 2, 40, 'confirm', '刻字：何平、陈刚'],
  ['buyer', 'tea', 1, 33, 'reject', null],
  ['hr', 'umbrella', 1, 21, 'cancel', '藏青色'],
  ['it', 'cup', 1, 9, 'confirm', null],
  ['employee', 'umbrella', 1, 6, 'confirm', '紫色'],
  ['sales', 'notebook', 1, 3, null, '刻字：林晓'],
  ['boss', 'bear', 1, 2, null, null],
  ['employee', 'notebook', 1, 1, null, null],
  ['finance', 'umbrella', 1, 0, null, null],
]

export async function makeGifts({ now, as }: DemoPeople): Promise<void> {
  const admin = await as('admin')
  const kinds = await allOf(admin, dictionaryItem, [{ field: 'dictionaryCode', condition: 'EQ', value: '112' }])
  const ids = new Map<GiftPicture, string>()
  for (const { picture, kind, content, ...gift } of gifts) {
    const image = await keepUpload(admin, {
      name: `${picture}.png`,
      contentType: 'image/png',
      content: await giftPicture(picture),
      type: 'IMAGE',
    })
    const typeId = kinds.find(row => row['label'] === kind)?.id ?? null
    const { id } = await addRecord(admin, culturalGift, { ...gift, typeId, image: [image], content: `<p>${content}</p>` })
    ids.set(picture, id)
  }
  for (const [who, gift, quantity, daysAgo, way, remark] of wishes) {
    const at = new Date(now.getTime() - daysAgo * days)
    const person = await as(who, at)
    const { id } = await toExchange(person, { giftId: defined(ids.get(gift), gift), quantity, remark })
    const later = new Date(Math.min(now.getTime(), at.getTime() + days))
    if (way === null) continue
    const by = way === 'cancel' ? await as(who, later) : await as('hr', later)
    await takeSteps(by, culturalExchange, {
      ids: [{ id }],
      pick: { step: way },
      input: way === 'reject' ? { reason: '本批次已发完，下月补货后请再申请' } : {},
    })
  }
  await setShelf(admin, { id: defined(ids.get('headset'), 'a gift'), status: 2 })
}
