/** Bank statements in the worker thread of an import. */
import { moneyReader } from '#platform/server/imports.ts'
import { bankLayouts } from './layouts.ts'

export default moneyReader('bankStatement', bankLayouts)
