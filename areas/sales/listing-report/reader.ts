/** Amazon's report of all listings in the worker thread of an import. */
import { shopSheetReader } from '#platform/server/imports.ts'
import { listingReport } from './sheet.ts'

export default shopSheetReader(listingReport)
