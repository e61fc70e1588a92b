/** 移位: goods go to another bin of their warehouse: put away, or moved. What is held stays where it is. */
import { reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { act, may, refuse, type Context, type Route } from '#platform/server/area.ts'
import { keyOfRowId } from '#platform/server/lists.ts'
import { oneRecord } from '#platform/server/records.ts'
import { refuseElsewhere, refuseForeign } from './documents/places.ts'
import { goodsRights, quantity } from './documents/words.ts'
import { locationKinds } from './location-tables.ts'
import { postGoods } from './post.ts'
import { stockByLocation } from './stock.ts'

const { decide } = goodsRights

interface Wish {
  readonly id: unknown
  readonly toId: string
  readonly quantity: string
}

const moveStock = (context: Context, wish: Wish): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const row = await oneRecord(inside, stockByLocation, wish.id)
    const [, cellId = ''] = keyOfRowId(stockByLocation, asText(wish.id)) ?? []
    const warehouseId = asText(row['warehouseId'])
    await refuseForeign(inside, tx, warehouseId)
    if (row['kind'] === locationKinds.inspection[0] && !may(inside.caller, 'goodsStock', decide.operation))
      throw refuse.rule(sentence`待检区的货由检验决定去向，移出要有“认定差异”权限`)
    await refuseElsewhere(tx, warehouseId, [wish.toId])
    const cell = await inside.db
      .selectFrom('goods_cell')
      .select(['version', 'label_id', 'location_id'])
      .where('id', '=', cellId)
      .executeTakeFirstOrThrow()
    // each posting gives the cell another version: two who see the same do not both move it
    const { known } = await postGoods(inside, tx, {
      docType: 'goods_cell',
      docId: cellId,
      key: `goods_cell:${cellId}:${cell.version}`,
      lines: [
        {
          productId: asText(row['productId']),
          quantity: wish.quantity,
          from: String(cell.location_id),
          to: wish.toId,
          batchId: row['batchId'] === null ? null : asText(row['batchId']),
          labelId: String(cell.label_id) === '0' ? null : String(cell.label_id),
          reason: row['kind'] === locationKinds.receiving[0] ? 'putAway' : 'moved',
        },
      ],
    })
    if (known) throw refuse.conflict(sentence`库存已变化，请刷新后重试`)
    return { id: asText(wish.id) }
  })

export const movingStock: Route = {
  ...act(
    stockByLocation,
    {
      name: 'move',
      title: ['移位', 'Move'],
      over: 'row',
      operation: operations.edit,
      input: {
        toId: reference('移到库位', 'To location', 'goods_location', { as: 'select', narrowedBy: { warehouseId: 'warehouseId' } }),
        quantity: quantity(),
      },
    },
    (context, { input }) => moveStock(context, { id: input['id'], toId: asText(input['toId']), quantity: asText(input['quantity']) }),
  ),
  further: [{ operation: decide.operation, title: decide.title }],
}
