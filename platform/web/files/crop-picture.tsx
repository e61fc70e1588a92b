/** Cuts a photo to a square on the phone, over the whole screen: drag, zoom, done. */
import { Button } from 'antd'
import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { CropStage } from '../image/crop-stage.tsx'
import type { Cut } from '../image/shrink.ts'

interface CropPictureProps {
  /** where the browser finds the photo */
  readonly address: string
  readonly onCancel: () => void
  readonly onCut: (cut: Cut) => void
}

export default function CropPicture({ address, onCancel, onCut }: CropPictureProps) {
  const [cut, setCut] = useState<Cut | null>(null)
  return (
    <div className="zg-crop" role="dialog" aria-label={t('裁剪图片')}>
      <CropStage address={address} aspect={1} onCut={setCut} onUnreadable={onCancel} />
      <div className="zg-crop-buttons">
        <Button size="large" onClick={onCancel}>
          {t('取消')}
        </Button>
        <Button size="large" type="primary" disabled={cut === null} onClick={() => cut !== null && onCut(cut)}>
          {t('裁剪')}
        </Button>
      </div>
    </div>
  )
}
