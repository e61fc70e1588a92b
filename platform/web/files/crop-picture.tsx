/** Cuts a photo to a square on the phone: drag, zoom, done. */
import { Button, Slider } from 'antd'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { t } from '../i18n/t.ts'
import type { Area } from './shrink.ts'

const zoomMax = 4

interface CropPictureProps {
  /** where the browser finds the photo */
  readonly address: string
  readonly onCancel: () => void
  readonly onCut: (area: Area) => void
}

export default function CropPicture({ address, onCancel, onCut }: CropPictureProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)

  return (
    <div className="zg-crop" role="dialog" aria-label={t('裁剪图片')}>
      <div className="zg-crop-stage">
        <Cropper
          image={address}
          aspect={1}
          crop={crop}
          zoom={zoom}
          maxZoom={zoomMax}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
        />
      </div>
      <div className="zg-crop-tools">
        <Slider min={1} max={zoomMax} step={0.1} value={zoom} onChange={setZoom} aria-label={t('缩放')} />
        <div className="zg-crop-buttons">
          <Button size="large" onClick={onCancel}>
            {t('取消')}
          </Button>
          <Button size="large" type="primary" disabled={area === null} onClick={() => area !== null && onCut(area)}>
            {t('裁剪')}
          </Button>
        </div>
      </div>
    </div>
  )
}
