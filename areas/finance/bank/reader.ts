/** Bank statements in the worker thread of an import. */
import { moneyReader } from '#platform/server/imports/money-lines.ts'
import { bankLayouts, bankTexts } from './layouts.ts'

export default moneyReader('bankStatement', bankLayouts, bankTexts)
