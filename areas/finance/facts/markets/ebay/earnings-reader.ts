/** eBay's order earnings in the worker thread of an import. */
import { shopSheetReader } from '#platform/server/imports.ts'
import { ebayEarnings } from './earnings-sheet.ts'

export default shopSheetReader(ebayEarnings)
