/** What a line of a sheet of 1688 is here: asked once, remembered with the supplier's item, and applied to every line of the same offer. */
import { sql } from 'kysely'
import { reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { act, refuse, type Context, type RouteMap, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { change, create, oneRecord, setDerived } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { supplierItem } from '../orders/supplier-item.ts'
import { applyOrders } from './apply.ts'
import { platformOrderLine, sheetStates } from './sheet-tables.ts'

interface Chosen {
  readonly productId: string
  readonly supplierId: string | null
}

async function pairLine(context: Context, tx: Tx, id: string, { productId, supplierId }: Chosen): Promise<void> {
  const row = await oneRecord(context, platformOrderLine, id)
  const [seller, offerId, skuId] = ['seller', 'offerId', 'skuId'].map(name => asText(row[name] ?? ''))
  const of = supplierId ?? (row['supplierId'] === null ? null : asText(row['supplierId']))
  if (of === null) throw refuse.invalid([{ field: 'supplierId', message: sentence`没有叫“${seller ?? ''}”的供应商，请选择供应商` }])
  if (offerId === '') throw refuse.rule(sentence`这一行没有货品编号（Offer ID），请在采购单里登记平台单号`)
  const server = await inServersName(context, tx, 'pairs of offers of 1688')
  const { rows: twice } = await sql<{ id: string }>`select x.id::text as id from supplier_item x where x.org_id = ${context.caller.orgId}
    and x.supplier_id = ${of} and x.offer_id = ${offerId} and coalesce(x.spec_id, '') = ${skuId} and x.product_id <> ${productId}
    for update`.execute(behind(tx))
  // paired anew: the offer and spec are of one item
  for (const one of twice) await change(context, supplierItem, one.id, { offerId: null, specId: null })
  const { rows: there } = await sql<{ id: string }>`select id::text as id from supplier_item
    where org_id = ${context.caller.orgId} and supplier_id = ${of} and product_id = ${productId} for update`.execute(behind(tx))
  const [item] = there
  const said = { offerId, specId: skuId === '' ? null : skuId, offerUrl: `https://detail.1688.com/offer/${offerId ?? ''}.html` }
  if (item === undefined)
    await create(context, supplierItem, { supplierId: of, productId, name: asText(row['title']).slice(0, 120), ...said })
  else await change(context, supplierItem, item.id, said)
  if (row['supplierId'] === null) await setDerived(server, platformOrderLine, [{ id, supplierId: of }])
  const { rows } = await sql<{ no: string }>`select distinct platform_no as no from platform_order_line
    where org_id = ${context.caller.orgId} and (offer_id = ${offerId} and sku_id = ${skuId} or seller = ${seller} and supplier_id is null)
    order by 1`.execute(behind(tx))
  await applyOrders(server, tx, { nos: rows.map(one => one.no), buyerId: context.caller.employeeId })
}

export const pairRoutes: RouteMap = {
  'POST /platformOrderLine/pair': act(
    platformOrderLine,
    {
      name: 'pair',
      title: ['配对', 'Pair'],
      over: 'row',
      operation: operations.edit,
      when: { state: [sheetStates.unpaired[0], sheetStates.drafted[0], sheetStates.differs[0]] },
      reason: ['这一行已对应采购单', 'It is matched already'],
      input: {
        productId: reference('商品', 'Product', 'product', { help: ['记住后，同一货品规格不再问', 'Asked once for an offer and spec'] }),
        supplierId: reference('供应商', 'Supplier', 'supplier', {
          optional: true,
          choosableWhere: { status: 2 },
          help: ['卖家名称和供应商名称不同时选择', 'Where the seller is called otherwise'],
        }),
      },
    },
    (context, { input }) =>
      context.write(async (tx, inside) => {
        const { id } = await oneRecord(inside, platformOrderLine, input['id'])
        const supplierId = asText(input['supplierId'] ?? '')
        await pairLine(inside, tx, id, { productId: asText(input['productId']), supplierId: supplierId === '' ? null : supplierId })
        return { id }
      }),
  ),
}
