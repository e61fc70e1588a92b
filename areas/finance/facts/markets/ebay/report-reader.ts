/** eBay's transaction report in the worker thread of an import. */
import type { FileKind } from '#platform/declare/file-kind.ts'
import { marketReader } from '../reader.ts'
import { ebayReport } from './report-file.ts'

export default marketReader('ebay', [ebayReport as FileKind])
