/** Route map of FBA reports: the specification's paths, and the added ones beside them. */
import { operations } from '#platform/declare/operations.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { type RouteMap, act } from '#platform/server/area.ts'
import { importOfShops } from '#platform/server/imports.ts'
import { family, exportOf, importOf, list, removeBetween, templateOf } from '#platform/server/records.ts'
import { fbaFamilies } from './families.ts'
import { syncStoredFiles } from '../amazon/lines/sync.ts'
import { syncAskOf, syncFields, syncInput } from '../amazon/lines/sync-words.ts'
import { fbaSheets } from './all-sheets.ts'
import { inventoryMonth } from './inventory-month.ts'
import { reportedRoutes } from './reported-routes.ts'
import { ageing, ledger, longTerm, removalOrders, storage } from './sheets.ts'
import { fbaPermissions } from './words.ts'
import { monthBill, monthBillCheck, storageFee } from './tables.ts'
import { vatProof } from './vat-proof.ts'
import { siteStock } from './site-stock.ts'
import { syncInventory } from './sync-inventory.ts'
import { storageBySku, storageProof } from './storage-proof.ts'
import { stockCover } from './cover.ts'
import { unsoldStock } from './unsold.ts'
import { vatPeriod } from './vat-period.ts'

const plain = (r: unknown): Resource => r as Resource
const [months, fees, bill, check] = [plain(inventoryMonth), plain(storageFee), plain(monthBill), plain(monthBillCheck)]

/** Paths of the specification for some of the reports; the others have `/fba…`. */
const listPaths: Readonly<Record<string, string>> = {
  [ageing.code]: 'AmzSettlement/stockAge',
  [removalOrders.code]: 'financialAmz/removal',
  [ledger.code]: 'financialAmz/inventory',
}
const reportRoutes: RouteMap = Object.assign(
  {},
  ...fbaSheets.map((sheet): RouteMap => {
    const path = ownValue(listPaths, sheet.code)
    return path === undefined
      ? { [`POST /${sheet.type}/list`]: list(sheet.facts), [`POST /${sheet.type}/listExport`]: exportOf(sheet.facts) }
      : { [`POST /${path}List`]: list(sheet.facts), [`POST /${path}Export`]: exportOf(sheet.facts) }
  }),
)

export const fbaRoutes: RouteMap = {
  'POST /fbaUnsoldStock/list': list(plain(unsoldStock)),
  'POST /fbaUnsoldStock/listExport': exportOf(plain(unsoldStock)),
  'POST /fbaStockCover/list': list(plain(stockCover)),
  'POST /fbaStockCover/listExport': exportOf(plain(stockCover)),
  'POST /fbaSiteStock/list': list(plain(siteStock)),
  'POST /fbaSiteStock/listExport': exportOf(plain(siteStock)),
  'POST /vatProof/list': list(plain(vatProof)),
  'POST /vatProof/listExport': exportOf(plain(vatProof)),
  'POST /vatPeriod/list': list(plain(vatPeriod)),
  'POST /vatPeriod/listExport': exportOf(plain(vatPeriod)),
  ...reportRoutes,
  ...reportedRoutes,
  'POST /amzFba/importData': importOfShops({
    permission: Object.values(fbaPermissions),
    title: ['导入 FBA 报告', 'Import FBA reports'],
    button: ['导入报告', 'Import reports'],
    on: [...fbaSheets.map(sheet => sheet.facts), fees, months],
    accept: ['.txt', '.csv', '.tsv', '.xlsx', '.json'],
    takes: fbaFamilies,
  }),
  'POST /amzStorageFee/list': list(fees),
  'POST /amzStorageFee/listExport': exportOf(fees),
  'POST /amzStorageFee/proofList': list(plain(storageProof)),
  'POST /amzStorageFee/proofListExport': exportOf(plain(storageProof)),
  'POST /amzStorageFee/skuList': list(plain(storageBySku)),
  'POST /amzStorageFee/skuListExport': exportOf(plain(storageBySku)),
  'POST /amzStorageFee/sync': act(
    fees,
    { name: 'sync', title: ['重新读取报告', 'Read reports again'], over: 'page', operation: operations.import, input: syncFields },
    (context, ask) => syncStoredFiles(context, syncAskOf(ask.input), [storage.code, longTerm.code]),
    syncInput,
  ),
  'POST /FinanceInventoryReport/list': list(months),
  'POST /FinanceInventoryReport/listExport': exportOf(months),
  'POST /FinanceInventoryReport/ledgerList': list(ledger.facts),
  'POST /FinanceInventoryReport/differenceList': list(months, { where: [{ field: 'difference', condition: 'NE', value: '0' }] }),
  'POST /FinanceInventoryReport/syncData': act(
    months,
    { name: 'sync', title: ['重新计算', 'Compute anew'], over: 'page', operation: operations.edit, input: syncFields },
    (context, ask) => syncInventory(context, syncAskOf(ask.input)),
    syncInput,
  ),
  ...family('monthRepertoryBill2', bill),
  'POST /monthRepertoryBill2/import': importOf(bill),
  'GET /monthRepertoryBill2/template': templateOf(bill),
  'POST /monthRepertoryBill2/deleteByYear': removeBetween(bill),
  'POST /monthRepertoryBill2/checkList': list(check),
  'POST /monthRepertoryBill2/checkExport': exportOf(check),
}
