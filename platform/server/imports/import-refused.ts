/** A file that may not be imported, and why. */
import type { Refusal } from '#platform/declare/file-kind.ts'

/** Thrown by a merge that may not happen: rolls back, the refusals are shown. */
export class ImportRefused extends Error {
  readonly refusals: readonly Refusal[]
  constructor(refusals: readonly Refusal[]) {
    super(refusals[0]?.reason ?? '文件被拒绝')
    this.refusals = refusals
  }
}
export const refuseFile = (reason: string): ImportRefused => new ImportRefused([{ line: null, column: null, value: null, reason }])
