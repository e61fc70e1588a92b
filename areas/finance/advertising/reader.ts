/** Advertising invoices in the worker thread of an import. */
import { shopSheetReader } from '#platform/server/imports/shop-sheet-reader.ts'
import { adInvoice } from './sheet.ts'

export default shopSheetReader(adInvoice)
