/** Amazon's pay-outs in the worker thread of an import. */
import { shopSheetReader } from '#platform/server/imports.ts'
import { amazonPayouts } from './sheet.ts'

export default shopSheetReader(amazonPayouts)
