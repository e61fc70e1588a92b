/** One's picture: shown, and changed by choosing a file, cutting it and uploading the cut. */
import { CameraOutlined } from '@ant-design/icons'
import { Avatar, Button } from 'antd'
import { useRef, useState } from 'react'
import { ApiError } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { upload } from '#platform/web/api/upload.ts'
import { ScanFiles, toFile } from '#platform/web/files/scan-files.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { ImageCropper } from '#platform/web/image/image-cropper.tsx'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import type { OwnEmployee } from './answers.ts'
import { useSaveOwn } from './own-data.tsx'

export function AvatarUpload({ employee, name }: { employee: OwnEmployee; name: string }) {
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const save = useSaveOwn()

  const store = async (cut: File | null): Promise<void> => {
    setFile(null)
    setBusy(true)
    try {
      const avatar = cut === null ? null : (await upload<{ link: string }>('/fileUpload/upload', [cut], { fields: { type: 'IMAGE' } })).link
      await save.employee(employee.version, { avatar })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      feedback.warning(error.msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="zg-own-avatar">
      <Avatar size={104} style={{ fontSize: 40 }} src={employee.avatar ?? undefined} alt={t('头像')}>
        {[...name].at(-1)}
      </Avatar>
      <div>
        <Button icon={<CameraOutlined aria-hidden />} loading={busy} onClick={() => chooser.current?.click()}>
          {t('更换头像')}
        </Button>
        <ScanFiles
          type="text"
          kind="IMAGE"
          disabled={busy}
          onDone={([first]) => {
            if (first !== undefined) void ignoreShownRefusal(toFile(first).then(setFile))
          }}
        />
        {employee.avatar !== null && (
          <Button type="text" disabled={busy} onClick={() => void store(null)}>
            {t('移除头像')}
          </Button>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        aria-label={t('选择头像图片')}
        onChange={event => {
          setFile(event.target.files?.[0] ?? null)
          // the same file can be chosen again after a refusal
          event.target.value = ''
        }}
      />
      {file !== null && <ImageCropper file={file} onDone={cut => void store(cut)} onCancel={() => setFile(null)} />}
    </div>
  )
}
