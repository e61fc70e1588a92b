/** English of what FBA 货件 and their guide say. */
import type { English } from '#platform/declare/sentence.ts'

export const fbaEnglish: English = {
  '货件号是 6 到 40 位大写字母和数字，如 FBA15XK2L9QD': 'A shipment id is 6 to 40 capitals and digits, such as FBA15XK2L9QD',
  '货件已发货或已取消，不能修改明细': 'The shipment was sent or cancelled: its lines stay as they are',
  '{} 请选择这个店铺的标签（MSKU）': '{}: choose a label (seller SKU) of this shop',
  '{} 在货件里有两行，请合并': '{} stands in two lines of the shipment: join them',
  '发货单 {} 不是发往平台仓的，没有货件': 'The order {} does not go to a marketplace: it has no shipments',
  '发货单 {} 已发运或已结束，不能再增加货件': 'The order {} was shipped or is at its end: no shipment is added',
  '货件号 {} 在另一个店铺的库存分类账里，请核对店铺和货件号':
    'The id {} stands in the inventory ledger of another shop: look at shop and id again',
  '有货件没有填写货件号，不能发运': 'A shipment has no id yet: the order can not go',
  '{} 装箱 {}，各货件合计 {}，两者要一致才能发运': '{}: {} in boxes and {} in shipments: both must agree before it goes',
  '这个站点没有在申请期内的入库差异索赔，请先在“索赔规则”登记入库差异的天数':
    'The marketplace has no inbound claim within its days: enter the days in the rules of claims first',
  请选择今天或以后的日期: 'Choose today or a later day',
  '{} 已没有在途数量，不用核销': 'Nothing of {} is on the way any more',
  '第 {} 箱的边长超过平台的限制，请换箱': 'A side of box {} is above the limit of the marketplace: use another box',
  '第 {} 箱超过平台的重量限制，请分箱': 'Box {} is heavier than the marketplace allows: divide it',
  '第 {} 箱里同一个 MSKU 有两个失效日期，请分箱': 'Box {} holds one seller SKU with two expiry days: divide it',
  '第 {} 箱要贴超重标签': 'Box {} needs a heavy label',
  发货单还没有装箱: 'The order has no boxes yet',
  '第 {} 箱写了两次': 'Box {} is named twice',
  '发货单没有第 {} 箱': 'The order has no box {}',
  '第 {} 箱没有分到货件，每箱都要分': 'Box {} is in no shipment: each box needs one',
  '第 {} 行应为：箱号 货件号 平台仓，如“1-7 FBA15XK2L9QD ONT8”': 'Line {} is boxes, shipment id, centre, such as “1-7 FBA15XK2L9QD ONT8”',
  '第 {} 行的箱号应如 1-7 或 8,10': 'Boxes of line {} are such as 1-7 or 8,10',
  '第 {} 行的货件号应为 6 到 40 位字母和数字': 'The shipment id of line {} is 6 to 40 letters and digits',
  请填写每个货件的箱号和货件号: 'Write boxes and shipment id of each shipment',
  '箱里的 {} 没有标签（MSKU），不能发往平台仓': '{} in a box has no label (seller SKU): it can not go to a marketplace',
  '发货单没有发往平台仓，或已经发运': 'The order does not go to a marketplace, or was shipped',
}
