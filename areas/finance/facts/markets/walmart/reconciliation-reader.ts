/** Walmart's reconciliation report in the worker thread of an import. */
import type { FileKind } from '#platform/declare/file-kind.ts'
import { marketReader } from '../reader.ts'
import { asideHeads, walmartReconciliation } from './reconciliation-file.ts'

export default marketReader('walmart', [walmartReconciliation as FileKind], asideHeads)
