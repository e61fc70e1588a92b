/** 供应商商品: what a supplier calls a product, in which packs and how fast he delivers it. An offer and spec are of one product. */
import { sql } from 'kysely'
import { choice, decimal, integer, reference, text } from '#platform/declare/fields.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '#platform/server/area.ts'
import { followerOf } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'

export const supplierItem = resource('supplier_item', {
  type: 'supplierItem',
  title: ['供应商商品', 'Supplier item'],
  access: { scope: ownOrganisation },
  fields: {
    supplierId: reference('供应商', 'Supplier', 'supplier', { filter: 'select', editDisabled: true, sort: true, width: 200 }),
    productId: reference('商品', 'Product', 'product', { filter: 'select', editDisabled: true, width: 220 }),
    supplierSku: text('供应商货号', 'Their code', { max: 60, optional: true, filter: 'contains', width: 140 }),
    name: text('供应商品名', 'Their name', { max: 120, optional: true, filter: 'contains', width: 180 }),
    leadDays: integer('交货天数', 'Lead days', { optional: true, min: 0, max: 365, inline: true, width: 90 }),
    moq: decimal('起订量', 'Minimum', 6, { optional: true, min: 0, inline: true, width: 90 }),
    packQty: decimal('整包数', 'Pack', 6, { optional: true, min: 0, inline: true, width: 90 }),
    offerUrl: text('1688 链接', 'Offer at 1688', { max: 300, optional: true, show: false, width: 200 }),
    offerId: text('1688 货品编号', 'Offer number', { max: 40, optional: true, filter: 'equals', show: false, width: 130 }),
    specId: text('1688 规格', 'Spec at 1688', { max: 60, optional: true, show: false, width: 120 }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select', width: 80 }),
  },
  list: {
    sort: { field: 'supplierId', way: 'ASC' },
    empty: ['每个供应商供哪些商品，他的货号、起订量和交货天数', 'What each supplier delivers, in which packs and how fast'],
  },
  record: { label: 'productId' },
  storage: { key: ['supplierId', 'productId'], index: [['productId'], ['orgId', 'offerId']] },
})

/** Of two who pair one offer at once the second waits for the first. */
export const keepOffers = followerOf(supplierItem, async (_caller, tx, changes) => {
  const paired = changes.flatMap(({ id, before, after }) =>
    after !== null && asText(after.offerId ?? '') !== '' && said.some(name => (before?.[name] ?? null) !== (after[name] ?? null))
      ? [{ id, supplierId: asText(after.supplierId) }]
      : [],
  )
  if (paired.length === 0) return
  const suppliers = [...new Set(paired.map(one => one.supplierId))]
  await sql`select 1 from supplier where id = any(${suppliers}::bigint[]) order by id for no key update`.execute(behind(tx))
  const { rows } = await sql<{ sku: string }>`select p.sku from supplier_item x join supplier_item y on y.supplier_id = x.supplier_id
      and y.offer_id = x.offer_id and coalesce(y.spec_id, '') = coalesce(x.spec_id, '') and y.id <> x.id
    join product p on p.id = y.product_id where x.id = any(${paired.map(one => one.id)}::bigint[])
    order by y.id limit 1`.execute(behind(tx))
  const [one] = rows
  if (one !== undefined) throw refuse.invalid([{ field: 'specId', message: sentence`这个货品规格已配对商品 ${one.sku}` }])
})
const said = ['offerId', 'specId', 'supplierId'] as const
