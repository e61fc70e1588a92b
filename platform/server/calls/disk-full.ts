/**
 * A full disk is nobody's defect and no fault of a request: what could not be kept is refused with a code and a sentence, and the log names
 * it.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { Refusal } from './refusal.ts'

/** Of the file system: no space left, no share of it left. Of PostgreSQL: disk_full. Of an object store: see S3Error. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])
const causesMax = 5
export const diskFullCode = 1057
export const diskFullText = sentence`服务器磁盘空间已满，没有保存，请联系系统管理员清理磁盘后重试`

/** Whether this, or what caused it, says that there is no room. */
export function isDiskFull(error: unknown): boolean {
  let at = error
  for (let depth = 0; depth < causesMax && typeof at === 'object' && at !== null; depth += 1) {
    if ('code' in at && codes.has(at.code)) return true
    at = 'cause' in at ? at.cause : null
  }
  return false
}

export const diskFull = (): Refusal => new Refusal(diskFullCode, 200, diskFullText)

/**
 * How a task ends that this ended, and what its asker is told: a refusal as it says, a full disk as such, a defect of ours in `otherwise`.
 */
export function endOfTask(error: unknown, otherwise: Wording): { readonly state: 'refused' | 'failed'; readonly message: Wording } {
  if (error instanceof Refusal) return { state: 'refused', message: error.wording }
  return { state: 'failed', message: isDiskFull(error) ? diskFullText : otherwise }
}
