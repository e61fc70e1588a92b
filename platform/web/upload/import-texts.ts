/** Sentences about an import. Pure. */
import { showNumber } from '#platform/format/numbers.ts'
import type { ImportDetails, ImportState } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'

export function stateText(state: ImportState): string {
  switch (state) {
    case 'queued':
      return t('排队中')
    case 'running':
      return t('导入中')
    case 'done':
      return t('已完成')
    case 'refused':
      return t('未导入')
    case 'cancelled':
      return t('已取消')
    case 'failed':
      return t('导入失败')
    case 'waiting':
      return t('待确认')
  }
}

/** antd colour of the state's tag; the word tells it as well. */
export function stateColour(state: ImportState): 'default' | 'processing' | 'success' | 'error' | 'warning' {
  if (state === 'done') return 'success'
  if (state === 'running') return 'processing'
  if (state === 'refused') return 'error'
  return state === 'failed' ? 'error' : state === 'cancelled' || state === 'waiting' ? 'warning' : 'default'
}

const minuteSeconds = 60

/** How many files are before this one, and about how long they take. */
export function queueText({ files, seconds }: NonNullable<ImportDetails['queue']>): string {
  if (seconds === null) return t('前面还有 {n} 个文件', { n: files })
  if (seconds < minuteSeconds) return t('前面还有 {n} 个文件，不到 1 分钟', { n: files })
  return t('前面还有 {n} 个文件，约 {minutes} 分钟', { n: files, minutes: Math.ceil(seconds / minuteSeconds) })
}

const count = (lines: number): string => showNumber(String(lines))

/** Rows of a list of the house: what is merged may be new or changed (the notes say which). */
export const isListImport = (details: ImportDetails): boolean => details.kind?.startsWith('resource:') === true

/** What came of it, in one sentence; null while it goes on. */
export function resultText(details: ImportDetails): string | null {
  const { state, lines, errorsTotal } = details
  if (state === 'done') {
    if (isListImport(details) && lines.unchanged > 0)
      return t('已写入 {merged} 行，{unchanged} 行与系统中相同', { merged: count(lines.merged), unchanged: count(lines.unchanged) })
    if (lines.merged === 0) return t('全部 {read} 行已导入过，没有变化', { read: count(lines.read) })
    if (lines.unchanged === 0) return t('已导入 {merged} 行', { merged: count(lines.merged) })
    return t('已导入 {merged} 行，{unchanged} 行此前已导入', { merged: count(lines.merged), unchanged: count(lines.unchanged) })
  }
  if (state === 'refused') {
    return errorsTotal > 0
      ? t('文件有 {count} 处错误，没有写入任何数据。请修正后重新上传', { count: count(errorsTotal) })
      : t('文件未导入，没有写入任何数据')
  }
  if (state === 'waiting') return t('文件写明的数字与各行不符，还没有写入任何数据。请核对后确认或放弃')
  if (state === 'cancelled') return t('导入已取消，没有写入任何数据')
  return state === 'failed' ? t('导入失败，没有写入任何数据。请重新导入，仍失败时联系系统管理员') : null
}

/** Whether a difference of a control total is nothing: decimal text of any scale. */
export const isNothing = (difference: string): boolean => /^-?0*(?:\.0*)?$/.test(difference)
