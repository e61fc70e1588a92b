/** Sheets of AliExpress in the worker thread of an import; which of them stands in the query of the address. */
import { shopSheetReader } from '#platform/server/imports.ts'
import { aliexpressSheets } from './sheets.ts'

const code = new URL(import.meta.url).searchParams.get('sheet')
const found = aliexpressSheets.find(([sheet]) => sheet.code === code)
if (found === undefined) throw new Error(`no sheet of AliExpress ${code ?? ''}`)

export default shopSheetReader(found[0])
