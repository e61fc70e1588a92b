/** Every FBA report, in the order of the menu. Pure: also read by the worker threads of imports. */
import type { ShopSheet } from '#platform/declare/shop-sheet.ts'
import * as sheets from './sheets.ts'

export const fbaSheets: readonly ShopSheet[] = [
  sheets.returns,
  sheets.reimbursements,
  sheets.storage,
  sheets.longTerm,
  sheets.feePreview,
  sheets.ledger,
  sheets.ledgerSummary,
  sheets.ageing,
  sheets.stockNow,
  sheets.removalOrders,
  sheets.removalShipments,
  sheets.vat,
]
