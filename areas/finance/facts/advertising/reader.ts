/** Advertising invoices in the worker thread of an import. */
import { shopSheetReader } from '#platform/server/imports.ts'
import { adInvoice } from './sheet.ts'

export default shopSheetReader(adInvoice)
