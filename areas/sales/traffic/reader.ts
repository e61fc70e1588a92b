/** The sales and traffic report in the worker thread of an import. */
import { shopSheetReader } from '#platform/server/imports.ts'
import { trafficSheet } from './sheet.ts'

export default shopSheetReader(trafficSheet)
