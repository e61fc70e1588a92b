/** FBA reports in the worker thread of an import; which of them stands in the query of the address: `reader.ts?sheet=amazonReturns`. */
import { shopSheetReader } from '#platform/server/imports.ts'
import { fbaSheets } from './all-sheets.ts'

const code = new URL(import.meta.url).searchParams.get('sheet')
const sheet = fbaSheets.find(one => one.code === code)
if (sheet === undefined) throw new Error(`no FBA report ${code ?? ''}`)

export default shopSheetReader(sheet)
