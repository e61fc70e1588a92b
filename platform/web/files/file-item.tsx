/** One file of a form's item: its small picture or sign, name and size, what can be done with it. */
import { DeleteOutlined, DownloadOutlined, EyeOutlined, FileTextOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Image, Progress } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { showFileSize } from '../../format/numbers.ts'
import { callUrl } from '../api/request.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../page/chunk-load.ts'
import type { FileUploading } from './use-file-uploads.ts'

/** What the browser shows by itself; the server makes small pictures of the same. */
export const isPicture = (file: UploadedFile): boolean =>
  file.type === 'IMAGE' || file.type.startsWith('image/') || /\.(?:jpe?g|png|gif|webp)$/i.test(file.name)

/** The small picture; a file with an address of its own has none but itself. */
const smallOf = ({ id, link }: UploadedFile): string =>
  link.includes('/fileUpload/down2?') ? callUrl('/fileUpload/down2', { id, w: 240 }) : link

const FilePreview = lazy(withReload(() => import('./file-preview.tsx')))

interface FileItemProps {
  readonly file: UploadedFile
  readonly isTile: boolean
  /** absent: may not be removed */
  readonly onRemove?: () => void
}

export function FileItem({ file, isTile, onRemove }: FileItemProps) {
  const [isOpen, setOpen] = useState(false)
  const isClosed = file.closed === true
  const isStored = file.link.includes('/fileUpload/down2?')
  return (
    <li className={isTile ? 'zg-file-tile' : 'zg-file-row'}>
      {isPicture(file) && !isClosed ? (
        <Image
          rootClassName="zg-file-picture"
          src={smallOf(file)}
          alt={file.name}
          preview={{ src: file.link, mask: isTile ? t('预览') : false }}
        />
      ) : (
        <FileTextOutlined aria-hidden className="zg-file-picture" />
      )}
      {!isTile && (
        <div className="zg-file-name">
          <span title={file.name}>{file.name}</span>
          <small>{showFileSize(file.size)}</small>
        </div>
      )}
      <div className="zg-file-tools">
        {isStored && (isClosed || !isPicture(file)) && (
          <Button
            type="text"
            size="small"
            icon={<EyeOutlined aria-hidden />}
            title={t('预览')}
            aria-label={t('预览 {name}', { name: file.name })}
            onClick={() => setOpen(true)}
          />
        )}
        {!isClosed && (
          <Button
            type="text"
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            href={file.link}
            download={file.name}
            title={t('下载')}
            aria-label={t('下载 {name}', { name: file.name })}
          />
        )}
        {onRemove !== undefined && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            title={t('移除')}
            aria-label={t('移除 {name}', { name: file.name })}
            onClick={onRemove}
          />
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <FilePreview file={file} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  )
}

interface WayItemProps {
  readonly one: FileUploading
  readonly onRemove: () => void
  readonly onRetry: () => void
}

/** A file that is being sent, or was refused and says why. */
export function UploadingItem({ one, onRemove, onRetry }: WayItemProps) {
  return (
    <li className="zg-file-row zg-file-way" data-refused={one.progress === null}>
      <FileTextOutlined aria-hidden className="zg-file-picture" />
      <div className="zg-file-name">
        <span title={one.file.name}>{one.file.name}</span>
        {one.progress === null ? (
          <em role="alert">{one.reason}</em>
        ) : (
          <Progress percent={Math.floor(one.progress * 100)} size="small" aria-label={t('{name} 上传进度', { name: one.file.name })} />
        )}
      </div>
      <div className="zg-file-tools">
        {one.progress === null && (
          <Button
            type="text"
            size="small"
            icon={<ReloadOutlined aria-hidden />}
            title={t('重试')}
            aria-label={t('重新上传 {name}', { name: one.file.name })}
            onClick={onRetry}
          />
        )}
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          title={t('移除')}
          aria-label={t('移除 {name}', { name: one.file.name })}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
