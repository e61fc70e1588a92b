/** The scan-to-upload dialog (500px): a code for the phone, then what came from it. Mounted only while it is open. */
import { CheckCircleFilled } from '@ant-design/icons'
import { Button, QRCode, Result, Spin } from 'antd'
import { useState } from 'react'
import type { UploadedFile } from '../../declare/wire-values.ts'
import type { PictureUpload } from '../../format/picture-limits.ts'
import { callUrl } from '../api/request.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { uploadMobilePath } from '../page/guard.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { useScan, type Scan } from './use-scan.ts'
import './files.css'

/** Specification: scan-to-upload dialog. */
const dialogWidth = 500
const codeSize = 180

interface ScanUploadProps {
  readonly type: PictureUpload
  readonly isCropper?: boolean
  readonly onClose: () => void
  readonly onDone: (files: readonly UploadedFile[]) => void
}

/** Where the phone goes: the site this page was opened from. */
export function mobileLink(id: string, type: string, isCropper: boolean): string {
  const query = new URLSearchParams({ id, type, isCropper: isCropper ? '1' : '0' })
  return `${window.location.origin}${uploadMobilePath}?${query.toString()}`
}

function Body({ scan, link, onAgain }: { scan: Scan; link: string | null; onAgain: () => void }) {
  if (scan.state === 'asking') return <Spin />
  if (scan.state === 'failed')
    return <Result status="warning" subTitle={scan.reason} extra={<Button onClick={onAgain}>{t('重新获取二维码')}</Button>} />
  if (scan.state === 'arrived')
    return (
      <>
        <p className="zg-scan-arrived">
          <CheckCircleFilled aria-hidden /> {t('已收到 {count} 张图片', { count: scan.files.length })}
        </p>
        <ul className="zg-thumbs">
          {scan.files.map(file => (
            <li key={file.id}>
              <img src={callUrl('/fileUpload/down2', { id: file.id, w: 240 })} alt={file.name} />
            </li>
          ))}
        </ul>
      </>
    )
  return (
    <>
      {/* the frame is ours: antd's would be taken from the code's own side */}
      <div className="zg-scan-code">
        <QRCode
          value={link ?? '-'}
          size={codeSize}
          bordered={false}
          // dark on light in every page style: many phones read no other
          color="black"
          bgColor="white"
          errorLevel="H"
          status={scan.state === 'expired' ? 'expired' : 'active'}
          onRefresh={onAgain}
        />
      </div>
      <p className="zg-scan-hint">
        {scan.state === 'expired' ? t('二维码已过期，请点击刷新') : t('请用手机扫码上传图片，二维码 5 分钟内有效')}
      </p>
    </>
  )
}

export default function ScanUpload({ type, isCropper = false, onClose, onDone }: ScanUploadProps) {
  const { scan, again, confirm } = useScan(type)
  const [busy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    if (scan.state !== 'arrived' || busy) return
    setBusy(true)
    try {
      await confirm(scan.id)
      onDone(scan.files)
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <TabModal
      title={t('扫码上传')}
      open
      width={dialogWidth}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('取消')}
        </Button>,
        <Button key="ok" type="primary" disabled={scan.state !== 'arrived'} loading={busy} onClick={() => void ignoreShownRefusal(take())}>
          {t('确定')}
        </Button>,
      ]}
    >
      <div className="zg-scan">
        <Body scan={scan} link={scan.state === 'waiting' ? mobileLink(scan.id, type, isCropper) : null} onAgain={again} />
      </div>
    </TabModal>
  )
}
