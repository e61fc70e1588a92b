/** Cuts a chosen picture to a frame before it is uploaded. Refuses by content what is no JPEG or PNG, and what is above 2 MB. */
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { feedback } from '../api/feedback.ts'
import { withReload } from '../page/chunk-load.ts'
import { cropRefusal } from './picture-type.ts'

const CropDialog = lazy(withReload(() => import('./crop-dialog.tsx')))

/** Specification: default size of the cropper, pixels. */
const sideDefault = 154

interface ImageCropperProps {
  readonly file: File
  readonly width?: number
  readonly height?: number
  readonly onDone: (file: File) => void
  /** also called, after the message, when the file is refused */
  readonly onCancel: () => void
}

export function ImageCropper({ file, width = sideDefault, height = sideDefault, onDone, onCancel }: ImageCropperProps) {
  const [taken, setTaken] = useState<{ readonly file: File; readonly address: string } | null>(null)
  const refused = useEffectEvent((refusal: string) => {
    feedback.warning(refusal)
    onCancel()
  })
  useEffect(() => {
    let isStale = false
    let address: string | null = null
    void cropRefusal(file).then(refusal => {
      if (isStale) return
      if (refusal !== null) refused(refusal)
      else {
        address = URL.createObjectURL(file)
        setTaken({ file, address })
      }
    })
    return () => {
      isStale = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [file])
  if (taken?.file !== file) return null
  return (
    <Suspense fallback={null}>
      <CropDialog file={file} address={taken.address} width={width} height={height} onDone={onDone} onCancel={onCancel} />
    </Suspense>
  )
}
