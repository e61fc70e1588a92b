/** eBay's Finances API in the worker thread of an import. */
import type { FileKind } from '#platform/declare/file-kind.ts'
import { marketReader } from '../reader.ts'
import { ebayApi } from './finances-file.ts'

export default marketReader('ebay', [ebayApi as FileKind])
