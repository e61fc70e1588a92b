/** Advertising reports in the worker thread of an import; which of them stands in the query of the address. */
import { shopSheetReader } from '#platform/server/imports.ts'
import { adSheets } from './sheets.ts'

const code = new URL(import.meta.url).searchParams.get('sheet')
const found = adSheets.find(one => one.sheet.code === code)
if (found === undefined) throw new Error(`no advertising report ${code ?? ''}`)

export default shopSheetReader(found.sheet)
