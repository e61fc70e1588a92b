/** The phone's way to files: a button that opens it, beside each place where pictures or files are taken. */
import { QrcodeOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { UploadedFile } from '../../declare/wire-values.ts'
import type { PictureUpload } from '../../format/picture-limits.ts'
import { fetchFile } from '../api/download.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../page/chunk-load.ts'

const ScanUpload = lazy(withReload(() => import('./scan-upload.tsx')))

interface ScanFilesProps extends Pick<ButtonProps, 'disabled' | 'type'> {
  readonly kind: PictureUpload
  readonly onDone: (files: readonly UploadedFile[]) => void
}

export function ScanFiles({ kind, onDone, ...button }: ScanFilesProps) {
  const [isScanning, setScanning] = useState(false)
  return (
    <>
      <Button {...button} icon={<QrcodeOutlined aria-hidden />} onClick={() => setScanning(true)}>
        {t('扫码上传')}
      </Button>
      {isScanning && (
        <Suspense fallback={null}>
          <ScanUpload type={kind} onClose={() => setScanning(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}

/** What came from the phone as a file, where it is still to be cut. */
export async function toFile({ id, name }: UploadedFile): Promise<File> {
  const { blob } = await fetchFile('/fileUpload/down2', undefined, name, { query: { id } })
  return new File([blob], name, { type: blob.type })
}
