/** Reads a bar code by the camera: a button beside a field. Where a page gets no camera there is no button, and one types. */
import { ScanOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { TabModal } from '../page/tab-modal.tsx'
import './widgets.css'

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = new (options: { formats: readonly string[] }) => Detector

const formats = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'itf', 'qr_code']
const lookEveryMs = 250
const detectorOf = (): DetectorClass | undefined => (window as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector
const canScan = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function'
/** The browser's own, which is quicker, else the one that is loaded. */
async function openDetector(): Promise<Detector> {
  const Class = detectorOf()
  if (Class !== undefined) return new Class({ formats })
  const { CodeReader } = await import('./code-reader.ts')
  return new CodeReader()
}
/** A picture that can not be read is one without a code. */
async function codeOf(detector: Detector, video: HTMLVideoElement): Promise<string | undefined> {
  try {
    const [code] = await detector.detect(video)
    return code?.rawValue
  } catch {
    // the next frame is looked at
    return undefined
  }
}

interface ScanButtonProps {
  readonly onScan: (code: string) => void
  readonly disabled?: boolean
  /** of the dialog with the picture of the camera */
  readonly title?: string
  /** as the field beside it */
  readonly size?: 'middle' | 'large'
}

export function ScanButton({ onScan, disabled = false, title, size = 'middle' }: ScanButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (!canScan()) return null
  return (
    <>
      <Button size={size} icon={<ScanOutlined aria-hidden />} disabled={disabled} onClick={() => setOpen(true)}>
        {t('扫条码')}
      </Button>
      {isOpen && (
        <ScanDialog
          title={title ?? t('扫描书背条码')}
          onClose={() => setOpen(false)}
          onScan={code => {
            setOpen(false)
            onScan(code)
          }}
        />
      )}
    </>
  )
}

function ScanDialog({ title, onClose, onScan }: { title: string; onClose: () => void; onScan: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const found = useRef(onScan)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    found.current = onScan
  }, [onScan])
  useEffect(() => {
    const opened = openDetector().catch(() => {
      setFault(t('识别条码的程序没有加载成功，请稍后再试，或直接输入条码下的数字'))
      return null
    })
    let stream: MediaStream | null = null
    let isOver = false
    const look = async (): Promise<void> => {
      if (isOver || video.current === null) return
      // a frame that is not there yet is no code
      const detector = await opened
      if (detector === null) return
      const code = video.current === null || video.current.readyState < 2 ? undefined : await codeOf(detector, video.current)
      if (isOver) return
      if (code === undefined) window.setTimeout(() => void look(), lookEveryMs)
      else found.current(code)
    }
    const begin = async (): Promise<void> => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      } catch {
        // no camera, or the person said no: both are told the same
        setFault(t('打不开相机，请允许使用相机，或直接输入条码下的数字'))
        return
      }
      if (video.current === null) return
      video.current.srcObject = stream
      await video.current.play()
      void look()
    }
    void begin()
    return () => {
      isOver = true
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  return (
    <TabModal open title={title} footer={null} onCancel={onClose}>
      {fault === null ? (
        <video ref={video} className="zg-barcode-video" muted playsInline aria-label={t('相机画面')} />
      ) : (
        <Alert type="warning" showIcon title={fault} />
      )}
    </TabModal>
  )
}
