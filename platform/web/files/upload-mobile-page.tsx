/** The phone's page behind the scanned code: take or choose photos, send them, done. No session, no shell. */
import { CameraOutlined, CloseOutlined, PictureOutlined } from '@ant-design/icons'
import { Alert, Button, Progress, Result } from 'antd'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { imagesMax, isPictureUpload, type PictureUpload } from '../../format/picture-limits.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../page/chunk-load.ts'
import { usePhotos, type Photo } from './use-photos.ts'
import './files.css'

const CropPicture = lazy(withReload(() => import('./crop-picture.tsx')))
const accept = 'image/jpeg,image/png'

/** One of the two ways to a photo: the camera, or what the phone has. */
function Choose({
  camera,
  icon,
  children,
  disabled,
  onFiles,
}: {
  camera?: boolean
  icon: ReactNode
  children: string
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={children}
        {...(camera === true ? { capture: 'environment' } : { multiple: true })}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          // the same photo may be chosen again
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button size="large" icon={icon} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}

function Photos({ photos, locked, onRemove }: { photos: readonly Photo[]; locked: boolean; onRemove: (key: string) => void }) {
  if (photos.length === 0) return <p className="zg-mobile-empty">{t('最多 {max} 张，支持 jpeg、jpg、png', { max: imagesMax })}</p>
  return (
    <ul className="zg-thumbs">
      {photos.map((photo, index) => (
        <li key={photo.key}>
          <img src={photo.preview} alt={photo.file.name} />
          <Button
            className="zg-thumb-remove"
            size="small"
            shape="circle"
            icon={<CloseOutlined aria-hidden />}
            disabled={locked}
            aria-label={t('移除第 {no} 张', { no: index + 1 })}
            onClick={() => onRemove(photo.key)}
          />
        </li>
      ))}
    </ul>
  )
}

function Uploading({ id, type, isCropper }: { id: string; type: PictureUpload; isCropper: boolean }) {
  const { photos, sending, add, remove, send } = usePhotos(id, type)
  /** photos that still have to be cut, one after the other */
  const [toCut, setToCut] = useState<readonly { readonly file: File; readonly address: string }[]>([])
  if (sending.state === 'done')
    return (
      <Result status="success" title={t('图片上传成功')} subTitle={t('共 {count} 张，请回到电脑上点击确定', { count: sending.count })} />
    )
  if (sending.state === 'over') return <Result status="warning" title={sending.reason} subTitle={t('请在电脑上重新获取二维码后再扫')} />

  const isSending = sending.state === 'sending'
  const isFull = photos.length + toCut.length >= imagesMax
  const chosen = (files: readonly File[]): void => {
    if (!isCropper) void add(files)
    else {
      const room = imagesMax - photos.length - toCut.length
      setToCut([...toCut, ...files.slice(0, room).map(file => ({ file, address: URL.createObjectURL(file) }))])
    }
  }
  const [cutting, ...rest] = toCut
  const next = (): void => {
    if (cutting !== undefined) URL.revokeObjectURL(cutting.address)
    setToCut(rest)
  }
  return (
    <>
      <div className="zg-mobile-choose">
        <Choose camera icon={<CameraOutlined aria-hidden />} disabled={isSending || isFull} onFiles={chosen}>
          {t('拍照')}
        </Choose>
        <Choose icon={<PictureOutlined aria-hidden />} disabled={isSending || isFull} onFiles={chosen}>
          {t('从相册选择')}
        </Choose>
      </div>
      <Photos photos={photos} locked={isSending} onRemove={remove} />
      {sending.state === 'choosing' && sending.refusal !== null && <Alert type="warning" showIcon title={sending.refusal} />}
      <div className="zg-mobile-send">
        {isSending && <Progress percent={Math.round(sending.progress * 100)} aria-label={t('上传进度')} />}
        <Button type="primary" size="large" block loading={isSending} disabled={photos.length === 0} onClick={() => void send()}>
          {photos.length === 0 ? t('上传') : t('上传（{count} 张）', { count: photos.length })}
        </Button>
      </div>
      {cutting !== undefined && (
        <Suspense fallback={null}>
          <CropPicture
            key={cutting.address}
            address={cutting.address}
            onCancel={next}
            onCut={cut => void add([cutting.file], cut).finally(next)}
          />
        </Suspense>
      )}
    </>
  )
}

export default function UploadMobilePage() {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const id = query.get('id') ?? ''
  const type = query.get('type') ?? ''
  return (
    <main className="zg-mobile">
      <h1>{t('上传图片')}</h1>
      {id === '' || !isPictureUpload(type) ? (
        <Result status="warning" title={t('二维码不完整')} subTitle={t('请在电脑上重新获取二维码后再扫')} />
      ) : (
        <Uploading id={id} type={type} isCropper={['1', 'true'].includes(query.get('isCropper') ?? '')} />
      )}
    </main>
  )
}
