/** 库存成本: pages of this room. */
import { group, listPage, type Listed } from '#platform/declare/page.ts'
import { stockAge, stockFreight, stockLayer, stockLedger, stockShortage, stockTake } from './derived-tables.ts'
import { itemCost } from './item-cost.ts'
import { inventoryValue } from './inventory-value.ts'
import { valueByKind } from './value-by-kind.ts'
import { stockValueList } from './value-list.ts'
import { costProvisional } from './provisional.ts'
import { stockProof } from './stock-proof.ts'
import { stockWriteDown, stockWriteDownLine, writeDownBand } from './write-down-tables.ts'
import { costAddition, costInvoice, costReceipt, stockMovement, stockPlace } from './tables.ts'

const of = (r: Listed, path: string) => listPage(r, `/finance/stock/${path}`)
export const layerGroup = group(
  'stock',
  ['库存成本', 'Cost of stock'],
  [
    of(costReceipt, 'receipts'),
    of(costAddition, 'additions'),
    of(costInvoice, 'invoices'),
    of(costProvisional, 'provisional'),
    of(stockMovement, 'movements'),
    of(stockValueList, 'value'),
    of(valueByKind, 'value-by-kind'),
    of(stockProof, 'proof'),
    of(stockAge, 'age'),
    of(stockWriteDown, 'write-downs'),
    of(stockWriteDownLine, 'write-down-lines'),
    of(writeDownBand, 'write-down-bands'),
    of(stockLedger, 'ledger'),
    of(inventoryValue, 'inventory'),
    of(stockLayer, 'layers'),
    of(stockFreight, 'freight'),
    of(stockTake, 'takes'),
    of(stockShortage, 'shortages'),
    of(stockPlace, 'places'),
  ],
  'database',
)

/** of the page of an item, which is the warehouse's */
export const itemGroup = group('item', ['商品成本', 'Cost of an item'], [of(itemCost, 'item-cost')], 'database')
