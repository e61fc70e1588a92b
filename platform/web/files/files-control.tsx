/** Pictures or files of a form's item: chosen, dropped, pasted or photographed with the phone; looked at, downloaded, removed. */
import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Image } from 'antd'
import { useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { ImageCropper } from '../image/image-cropper.tsx'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { FileItem, UploadingItem } from './file-item.tsx'
import { ScanFiles, toFile } from './scan-files.tsx'
import { useDrop, useFiles, type FileRef, type FilesProps } from './use-files.ts'
import './files-control.css'

interface FilesControlProps extends FilesProps {
  /** given by antd's Form.Item */
  readonly id?: string
  /** a picture is first cut to these pixels */
  readonly crop?: { readonly width: number; readonly height: number }
}

const none: readonly FileRef[] = []

type Files = ReturnType<typeof useFiles>

/** Ways to add, and what is allowed. */
function Foot({
  id,
  files,
  isTile,
  onChoose,
  onScanned,
}: {
  id: string | undefined
  files: Files
  isTile: boolean
  onChoose: () => void
  onScanned: (files: readonly FileRef[]) => void
}) {
  const { room, limit, kind } = files
  return (
    <div className="zg-files-foot">
      {!isTile && (
        <Button {...(id === undefined ? {} : { id })} icon={<UploadOutlined aria-hidden />} disabled={room === 0} onClick={onChoose}>
          {t('上传附件')}
        </Button>
      )}
      <ScanFiles kind={kind} disabled={room === 0} onDone={onScanned} />
      <span className="zg-files-hint">
        {isTile ? t('最多 {max} 张，支持 jpeg、jpg、png', { max: limit }) : t('最多 {max} 个，可拖到这里', { max: limit })}
      </span>
    </div>
  )
}

/** Before a picture is taken it is cut, where that is asked for. */
function useCrop(crop: FilesControlProps['crop'], add: (files: readonly File[]) => void) {
  const [cropping, setCropping] = useState<File | null>(null)
  const done = (): void => setCropping(null)
  return {
    take(files: readonly File[]): void {
      if (crop === undefined) add(files)
      else setCropping(files[0] ?? null)
    },
    cropper:
      crop === undefined || cropping === null ? null : (
        <ImageCropper
          file={cropping}
          {...crop}
          onCancel={done}
          onDone={file => {
            done()
            add([file])
          }}
        />
      ),
  }
}

/** The files of a form's item. */
export function FilesControl(props: FilesControlProps) {
  const { id, value = none, accept = 'any', disabled = false } = props
  const files = useFiles(props)
  const { uploads, limit, room, remove } = files
  const { take, cropper } = useCrop(props.crop, files.add)
  const input = useRef<HTMLInputElement>(null)
  const drop = useDrop(disabled, take)
  const isTile = accept === 'image'
  const choose = (): void => input.current?.click()
  /** the phone cuts nothing here: what is to have these pixels is cut when it has come */
  const scanned = (came: readonly FileRef[]): void => {
    const [first] = came
    if (props.crop === undefined || first === undefined) files.addScanned(came)
    else void ignoreShownRefusal(toFile(first).then(file => take([file])))
  }
  return (
    <div className="zg-files" {...drop} onPaste={event => take([...event.clipboardData.files])}>
      <input
        ref={input}
        type="file"
        hidden
        multiple={limit > 1}
        {...(isTile ? { accept: 'image/jpeg,image/png' } : {})}
        aria-label={isTile ? t('选择图片') : t('选择文件')}
        onChange={event => {
          take([...(event.target.files ?? [])])
          // the same file may be chosen again
          event.target.value = ''
        }}
      />
      <Image.PreviewGroup>
        <ul className={isTile ? 'zg-file-tiles' : 'zg-file-rows'}>
          {value.map(file => (
            <FileItem key={file.id} file={file} isTile={isTile} {...(disabled ? {} : { onRemove: () => remove(file.id) })} />
          ))}
          {isTile && !disabled && room > 0 && (
            <li className="zg-file-tile">
              <button type="button" id={id} className="zg-file-add" onClick={choose}>
                <PlusOutlined aria-hidden />
                {t('上传图片')}
              </button>
            </li>
          )}
        </ul>
      </Image.PreviewGroup>
      {uploads.onTheWay.length > 0 && (
        <ul className="zg-file-rows">
          {uploads.onTheWay.map(one => (
            <UploadingItem key={one.key} one={one} onRemove={() => uploads.remove(one.key)} onRetry={() => uploads.retry(one.key)} />
          ))}
        </ul>
      )}
      {disabled && value.length === 0 && <span className="zg-files-hint">—</span>}
      {cropper}
      {!disabled && <Foot id={id} files={files} isTile={isTile} onChoose={choose} onScanned={scanned} />}
    </div>
  )
}
