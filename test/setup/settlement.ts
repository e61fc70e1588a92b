/** A real settlement of the German shop, brought in the short way: the dialog has a journey of its own. */
import { openAsBlob } from 'node:fs'
import { basename, join } from 'node:path'
import { goodCallsOf } from './calls.ts'
import type { RunningProduct } from './product.ts'
import { timesSlower } from './slow.ts'

/** 1,086 lines, whose total is 7,589.14 */
export const settlementFile = join(import.meta.dirname, '../fixtures/amazon/settlement-v2/25671855822-amazon.de.txt')
const importMsMax = 120_000 * timesSlower

/** Waits until the lines of an import and the profit they make are there; says yes where it asks. */
export async function untilImported(call: Awaited<ReturnType<typeof goodCallsOf>>, id: string | undefined): Promise<void> {
  for (const end = Date.now() + importMsMax; ; await new Promise(next => setTimeout(next, 200))) {
    const { state } = await call('POST', '/fileImportHistory/details', { id })
    if (state === 'done') return
    if (state === 'waiting') await call('POST', '/fileImportHistory/accept', { id, reason: '样本已人工核对' })
    if (Date.now() > end) throw new Error(`the file was not imported: ${String(state)}`)
  }
}

/** Imports it and waits. */
export async function importSettlement(product: RunningProduct): Promise<void> {
  const call = await goodCallsOf(product, 'finance')
  const form = new FormData()
  form.append('file', await openAsBlob(settlementFile), basename(settlementFile))
  const [id] = (await call('POST', '/AmazonTransactionReport/importData', form)).importIds as string[]
  await untilImported(call, id)
}
