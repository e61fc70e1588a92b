/** 库存成本: pages of this room. */
import { operations } from '#platform/declare/operations.ts'
import { group, page } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { stockAge, stockFreight, stockLayer, stockLedger, stockShortage, stockTake } from './derived-tables.ts'
import { inventoryValue } from './inventory-value.ts'
import { valueByKind } from './value-by-kind.ts'
import { stockValueList } from './value-list.ts'
import { costProvisional } from './provisional.ts'
import { stockProof } from './stock-proof.ts'
import { stockWriteDown, stockWriteDownLine, writeDownBand } from './write-down-tables.ts'
import { costAddition, costInvoice, costReceipt, stockMovement, stockPlace } from './tables.ts'

const { add, view, edit, remove, audit, import: importing, export: exporting } = operations
const of = (r: unknown, path: string, allowed: readonly number[]) => {
  const { type = '', title, permission = '' } = r as Resource
  return page({ path: `/finance/stock/${path}`, name: type, title, component: `list/${type}`, permission, operations: allowed as never })
}
const kept = [add, view, edit, remove, importing, exporting]

export const layerGroup = group(
  'stock',
  ['库存成本', 'Cost of stock'],
  [
    of(costReceipt, 'receipts', kept),
    of(costAddition, 'additions', [add, view, edit, remove, exporting]),
    of(costInvoice, 'invoices', kept),
    of(costProvisional, 'provisional', [view, exporting]),
    of(stockMovement, 'movements', kept),
    of(stockValueList, 'value', [view, exporting]),
    of(valueByKind, 'value-by-kind', [view, exporting]),
    of(stockProof, 'proof', [view, exporting]),
    of(stockAge, 'age', [view, exporting]),
    of(stockWriteDown, 'write-downs', [add, view, edit, remove, exporting, audit]),
    of(stockWriteDownLine, 'write-down-lines', [view, exporting]),
    of(writeDownBand, 'write-down-bands', kept),
    of(stockLedger, 'ledger', [view, exporting]),
    of(inventoryValue, 'inventory', [view, exporting]),
    of(stockLayer, 'layers', [view, exporting]),
    of(stockFreight, 'freight', [view, exporting]),
    of(stockTake, 'takes', [view, exporting]),
    of(stockShortage, 'shortages', [view, exporting]),
    of(stockPlace, 'places', kept),
  ],
  'database',
)
