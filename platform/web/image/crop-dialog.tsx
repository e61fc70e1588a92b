/** The desk's cropper: a dialog that is mounted while a picture waits to be cut. */
import { Checkbox } from 'antd'
import { useState } from 'react'
import { pictureBytesMax } from '../../format/picture-limits.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { CropStage } from './crop-stage.tsx'
import { fitting, type Cut } from './shrink.ts'

const dialogWidth = 520

export interface CropDialogProps {
  readonly file: File
  /** where the browser finds it */
  readonly address: string
  /** pixels of the frame, and of the picture that comes out unless compression is skipped */
  readonly width: number
  readonly height: number
  readonly onDone: (file: File) => void
  readonly onCancel: () => void
}

export default function CropDialog({ file, address, width, height, onDone, onCancel }: CropDialogProps) {
  const [cut, setCut] = useState<Cut | null>(null)
  const [isCompressed, setCompressed] = useState(true)
  const [busy, setBusy] = useState(false)

  const unreadable = (): void => {
    feedback.warning(t('{names} 无法打开，请换一张图片', { names: file.name }))
    onCancel()
  }
  async function take(): Promise<void> {
    if (cut === null || busy) return
    setBusy(true)
    try {
      const made = await fitting(file, pictureBytesMax.IMAGE, { ...cut, ...(isCompressed ? { width } : { isKeptType: true }) })
      if (made === null) unreadable()
      else onDone(made)
    } finally {
      setBusy(false)
    }
  }
  return (
    <TabModal
      title={t('裁剪图片')}
      open
      width={dialogWidth}
      mask={{ closable: false }}
      onCancel={onCancel}
      onOk={() => void take()}
      okText={t('裁剪')}
      okButtonProps={{ disabled: cut === null, loading: busy }}
    >
      <div
        className="zg-crop-dialog"
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void take()
        }}
      >
        <CropStage address={address} aspect={width / height} onCut={setCut} onUnreadable={unreadable} />
        <Checkbox checked={isCompressed} onChange={event => setCompressed(event.target.checked)}>
          {t('压缩为 {width}×{height} 像素', { width, height })}
        </Checkbox>
      </div>
    </TabModal>
  )
}
