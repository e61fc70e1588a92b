/** A file that may not be imported, and why. */
import { inChinese, type Wording } from '#platform/declare/sentence.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'

/** Thrown by a merge that may not happen: rolls back, the refusals are shown. */
export class ImportRefused extends Error {
  readonly refusals: readonly Refusal[]
  constructor(refusals: readonly Refusal[]) {
    super(inChinese(refusals[0]?.reason ?? ''))
    this.refusals = refusals
  }
}
export const refuseFile = (reason: Wording): ImportRefused => new ImportRefused([{ line: null, column: null, value: null, reason }])
