/** Route map of stock and its cost: documents, and what is worked out of them. */
import { type RouteMap, act } from '#platform/server/area.ts'
import { warehouse } from '#areas/reference/index.ts'
import { longText, month, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { steps } from '#platform/server/steps.ts'
import { family, imported, usual, exportOf, list, oneRecord } from '#platform/server/records.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { productCostKey, skuCostKey } from '../unit-cost/key.ts'
import { madeOfRow } from '../unit-cost/of-row.ts'
import { stockAge, stockFreight, stockLayer, stockLedger, stockShortage, stockTake } from './derived-tables.ts'
import { additionRule, movementRule } from './follow.ts'
import { itemCost, itemCostDemand } from './item-cost.ts'
import { keepStock } from './keep-stock.ts'
import { moveWords } from './move-words.ts'
import { inventoryValue } from './inventory-value.ts'
import { valueByKind } from './value-by-kind.ts'
import { stockValueList } from './value-list.ts'
import { costProvisional } from './provisional.ts'
import { stockProof } from './stock-proof.ts'
import { proposeWriteDown } from './write-down.ts'
import { bringBands } from './usual-bands.ts'
import { stockWriteDown, stockWriteDownLine, writeDownBand } from './write-down-tables.ts'
import { costAddition, costInvoice, costReceipt, stockMovement, stockPlace } from './tables.ts'

const plain = (r: unknown): Resource => r as Resource
const ofMonth = (row: Readonly<Record<string, unknown>>): string =>
  skuCostKey(asText(row['shopId']), asText(row['month']).slice(0, 7), asText(row['sku']))
const ofLayer = { move: moveWords }
const ofFreight = { layer: moveWords }
const ofTake = { fromMove: moveWords, intoMove: moveWords }

export const layerRoutes: RouteMap = {
  ...family('FinanceStockPlace', plain(stockPlace)),
  ...imported('FinanceStockPlace', plain(stockPlace)),
  ...family('FinanceCostReceipt', plain(costReceipt)),
  ...imported('FinanceCostReceipt', plain(costReceipt)),
  ...family('FinanceCostAddition', plain(costAddition), additionRule),
  ...family('FinanceCostInvoice', plain(costInvoice), additionRule),
  ...imported('FinanceCostInvoice', plain(costInvoice), additionRule),
  'POST /FinanceCostProvisional/list': list(plain(costProvisional)),
  'POST /FinanceCostProvisional/listExport': exportOf(plain(costProvisional)),
  'POST /FinanceStockValue/kindList': list(plain(valueByKind)),
  'POST /FinanceStockValue/kindListExport': exportOf(plain(valueByKind)),
  'POST /FinanceStockValue/proofList': list(plain(stockProof)),
  'POST /FinanceStockValue/proofListExport': exportOf(plain(stockProof)),
  ...family('FinanceWriteDownBand', plain(writeDownBand)),
  ...imported('FinanceWriteDownBand', plain(writeDownBand)),
  'POST /FinanceWriteDownBand/loadUsual': usual(plain(writeDownBand), { title: ['载入常用比例', 'Bring the usual bands'] }, context =>
    bringBands(context, `${Number(todayOf(context).slice(0, 4)) - 1}-01`),
  ),
  ...family('FinanceStockWriteDown', plain(stockWriteDown)),
  'POST /FinanceStockWriteDown/updateState': steps(plain(stockWriteDown)),
  'POST /FinanceStockWriteDown/propose': act(
    plain(stockWriteDown),
    { name: 'propose', title: ['生成建议', 'Propose'], over: 'row', operation: operations.edit, when: { state: [0] }, result: 'page' },
    (context, { input }) => proposeWriteDown(context, input['id']),
  ),
  'POST /FinanceStockWriteDownLine/list': list(plain(stockWriteDownLine)),
  'POST /FinanceStockWriteDownLine/listExport': exportOf(plain(stockWriteDownLine)),
  'POST /FinanceStockAge/list': list(plain(stockAge)),
  'POST /FinanceStockAge/listExport': exportOf(plain(stockAge)),
  'POST /FinanceStockLedger/list': list(plain(stockLedger)),
  'POST /FinanceStockLedger/listExport': exportOf(plain(stockLedger)),
  'POST /FinanceStockFreight/list': list(plain(stockFreight), { words: ofFreight }),
  'POST /FinanceStockFreight/listExport': exportOf(plain(stockFreight), ofFreight),
  ...family('FinanceStockMovement', plain(stockMovement), movementRule),
  ...imported('FinanceStockMovement', plain(stockMovement), movementRule),
  'POST /FinanceInventoryReport/valueList': list(plain(inventoryValue)),
  'POST /FinanceInventoryReport/made': madeOfRow(plain(inventoryValue), ofMonth),
  'POST /FinanceInventoryReport/valueListExport': exportOf(plain(inventoryValue)),
  'POST /FinanceStockLayer/list': list(plain(stockLayer), { words: ofLayer }),
  'POST /FinanceStockLayer/listExport': exportOf(plain(stockLayer), ofLayer),
  'POST /FinanceStockTake/list': list(plain(stockTake), { words: ofTake }),
  'POST /FinanceStockTake/listExport': exportOf(plain(stockTake), ofTake),
  'POST /FinanceStockValue/list': list(plain(stockValueList)),
  'POST /FinanceStockValue/made': madeOfRow(plain(stockValueList), row =>
    productCostKey(asText(row['productId']), asText(row['month']).slice(0, 7)),
  ),
  'POST /FinanceStockValue/listExport': exportOf(plain(stockValueList)),
  'POST /warehouseManage/keepStock': act(
    plain(warehouse),
    {
      name: 'keepStock',
      title: ['启用库存账', 'Keep the stock'],
      over: 'row',
      operation: 101,
      when: { keptSince: [null], kind: [1, 3] },
      reason: ['已启用，或不是自营仓和第三方仓', 'It is kept already, or is no warehouse of one’s own or of a third party'],
      input: {
        month: month('启用月份', 'From the first day of', { help: ['未结账的月份', 'A month that is open'] }),
        placeId: reference('核算地点', 'Place of stock', 'stock_place', {
          optional: true,
          help: ['此前手工登记入库和调拨的库存地点；启用日起不再手工登记', 'Where receipts and movements were typed until then'],
        }),
        sheet: longText('盘点清单', 'What was counted', {
          optional: true,
          max: 400_000,
          help: [
            '从表格复制粘贴，每行依次为：库位、SKU、数量、批号、失效日期、平台 SKU。库位留空放默认库位，后三列按需填写。与批次结存的差异记为盘盈、盘亏。',
            'Paste columns of a sheet: bin, SKU, quantity, batch, expiry, seller SKU. Differences to the layers are posted.',
          ],
        }),
      },
    },
    async (context, { input }) =>
      keepStock(context, {
        id: (await oneRecord(context, warehouse, input['id'])).id,
        month: asText(input['month']).slice(0, 7),
        placeId: asText(input['placeId'] ?? '') || null,
        sheet: asText(input['sheet'] ?? ''),
      }),
  ),
  'POST /goodsStock/itemCost/list': { ...list(plain(itemCost)), demand: itemCostDemand },
  'POST /goodsStock/itemCost/listExport': { ...exportOf(plain(itemCost)), demand: itemCostDemand },
  'POST /FinanceStockShortage/list': list(plain(stockShortage)),
  'POST /FinanceStockShortage/listExport': exportOf(plain(stockShortage)),
}
