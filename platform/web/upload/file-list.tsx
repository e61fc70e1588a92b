/** The chosen files: progress, what was recognised, why one was refused. */
import { CheckCircleFilled, CloseCircleFilled, DeleteOutlined, FileTextOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { showFileSize } from '#platform/format/numbers.ts'
import { t } from '../i18n/t.ts'
import type { KindOrigin } from '../../declare/kind-origin.ts'
import type { UploadedFile } from '../../declare/wire-values.ts'
import type { FileQueue, QueuedFile } from './use-file-queue.ts'

interface FileListProps {
  readonly queue: FileQueue
  /** label of what a file was recognised to belong to, or null where it isn't known */
  readonly ownerLabel: (file: UploadedFile) => string | null
  /** a file that nobody knows can be taught */
  readonly onTeach?: ((file: QueuedFile) => void) | undefined
}

/** What the kind of a file was built from: how far its reading can be trusted before a genuine file was seen. */
function originText(origin: KindOrigin): string {
  switch (origin) {
    case 'genuine':
      return t('按真实文件制作')
    case 'madeUp':
      return t('按他人制作的样例制作，未见真实文件')
    case 'described':
      return t('按公开说明制作，未见真实文件')
    case 'columns':
      return t('按列名清单制作，未见真实文件')
    case 'template':
      return t('本系统的模板')
  }
}

/** 结算报告 · 美国站一店 · 2026-09, or that nothing was recognised yet, or (a list's own rows) that nothing had to be. */
function recognisedText(file: QueuedFile, ownerLabel: FileListProps['ownerLabel'], canTeach: boolean): string {
  const recognised = file.uploaded?.recognised
  if (!file.uploaded || recognised === undefined) return t('已上传')
  if (recognised === null && file.uploaded.told !== undefined) return file.uploaded.told
  if (recognised === null) return canTeach ? t('没有人教过这种文件，请教一次版式') : t('未识别出报告类型，导入时再判断')
  const { kindTitle, month, origin } = recognised
  return [kindTitle, ownerLabel(file.uploaded), month, origin && originText(origin)]
    .filter(one => one !== null && one !== undefined)
    .join(' · ')
}

function Status({ file, ownerLabel, canTeach }: { file: QueuedFile; ownerLabel: FileListProps['ownerLabel']; canTeach: boolean }) {
  if (file.state === 'refused') return <span className="zg-upload-refused">{file.reason}</span>
  if (file.state === 'done') return <span>{recognisedText(file, ownerLabel, canTeach)}</span>
  if (file.state === 'waiting') return <span>{t('等待上传')}</span>
  return <Progress percent={Math.floor(file.progress * 100)} size="small" aria-label={t('{name} 上传进度', { name: file.name })} />
}

export function FileList({ queue, ownerLabel, onTeach }: FileListProps) {
  if (queue.files.length === 0) return null
  return (
    <ul className="zg-upload-files" aria-label={t('附件')}>
      {queue.files.map(file => (
        <li key={file.key}>
          {file.state === 'done' ? (
            <CheckCircleFilled aria-hidden className="zg-upload-done" />
          ) : file.state === 'refused' ? (
            <CloseCircleFilled aria-hidden className="zg-upload-refused" />
          ) : (
            <FileTextOutlined aria-hidden />
          )}
          <div className="zg-upload-file">
            <div className="zg-upload-name">
              <span title={file.name}>{file.name}</span>
              <small>{showFileSize(file.size)}</small>
            </div>
            <Status file={file} ownerLabel={ownerLabel} canTeach={onTeach !== undefined} />
          </div>
          {onTeach && file.uploaded?.recognised === null && file.uploaded.told === undefined && (
            <Button size="small" onClick={() => onTeach(file)}>
              {t('教一次版式')}
            </Button>
          )}
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('移除 {name}', { name: file.name })}
            onClick={() => queue.remove(file.key)}
          />
        </li>
      ))}
    </ul>
  )
}
