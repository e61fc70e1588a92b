/** Walmart's payment statement in the worker thread of an import. */
import { shopSheetReader } from '#platform/server/imports.ts'
import { walmartStatement } from './statement.ts'

export default shopSheetReader(walmartStatement)
