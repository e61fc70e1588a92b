/** An export to the browser's downloads, and what is said of it: done, made in the background, cancelled, not answered. */
import { t } from '../i18n/t.ts'
import { ApiError } from './client.ts'
import { NotAFile, fetchFile, saveFile } from './download.ts'
import { feedback } from './feedback.ts'

interface ExportOptions {
  readonly signal?: AbortSignal
  readonly onReceived?: (bytes: number) => void
}

export async function exportFile(path: string, body: object, name: string, options: ExportOptions = {}): Promise<void> {
  try {
    saveFile(await fetchFile(path, body, name, options))
    feedback.success(t('导出成功'))
  } catch (error) {
    if (error instanceof NotAFile) feedback.success(t('导出已转入后台，完成后在任务中心下载'))
    else if (options.signal?.aborted === true) feedback.warning(t('导出已取消'))
    else if (!(error instanceof ApiError)) throw error
    // a refusal has been shown already; an answer that never came has not
    else if (error.code === -1) feedback.warning(error.msg)
  }
}
