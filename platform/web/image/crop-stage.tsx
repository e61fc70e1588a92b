/** The picture with the frame over it, and what moves it: drag or arrow keys, zoom, turn. For the desk's dialog and the phone's page. */
import { RotateLeftOutlined, RotateRightOutlined } from '@ant-design/icons'
import { Button, Slider } from 'antd'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { t } from '../i18n/t.ts'
import type { Cut } from './shrink.ts'
import './image.css'

const zoomMax = 4
/** pixels that an arrow key moves */
const keyboardStep = 4

interface CropStageProps {
  /** where the browser finds the picture */
  readonly address: string
  /** width by height of the frame */
  readonly aspect: number
  readonly onCut: (cut: Cut) => void
  readonly onUnreadable: () => void
}

/** Half a turn to either side: -180 and 180 are the same. */
const turned = (degrees: number): number => ((degrees + 540) % 360) - 180

export function CropStage({ address, aspect, onCut, onUnreadable }: CropStageProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [rotation, setRotation] = useState(0)
  return (
    <>
      <div className="zg-crop-stage">
        <Cropper
          image={address}
          aspect={aspect}
          crop={crop}
          zoom={zoom}
          rotation={rotation}
          maxZoom={zoomMax}
          keyboardStep={keyboardStep}
          cropperProps={{ 'aria-label': t('裁剪框，用方向键移动图片') }}
          mediaProps={{ onError: onUnreadable, alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onRotationChange={setRotation}
          onCropComplete={(_percent, area) => onCut({ area, rotation })}
        />
      </div>
      <div className="zg-crop-sliders">
        <span>{t('缩放')}</span>
        <Slider min={1} max={zoomMax} step={0.1} value={zoom} onChange={setZoom} ariaLabelForHandle={t('缩放')} />
        <span>{t('旋转')}</span>
        <div className="zg-crop-turn">
          <Button
            type="text"
            icon={<RotateLeftOutlined aria-hidden />}
            aria-label={t('左转 90 度')}
            onClick={() => setRotation(turned(rotation - 90))}
          />
          <Slider
            min={-180}
            max={180}
            value={rotation}
            tooltip={{ formatter: degrees => `${degrees ?? 0}°` }}
            onChange={setRotation}
            ariaLabelForHandle={t('旋转')}
          />
          <Button
            type="text"
            icon={<RotateRightOutlined aria-hidden />}
            aria-label={t('右转 90 度')}
            onClick={() => setRotation(turned(rotation + 90))}
          />
        </div>
      </div>
    </>
  )
}
