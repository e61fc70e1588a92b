/** An answer to a letter: written, saved as a draft, sent. */
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { FilesControl } from '#platform/web/files/files-control.tsx'
import { t } from '#platform/web/i18n/t.ts'
import type { Mail, Saved } from './answers.ts'
import { contentMax, filesMax, useMailWrite } from './use-mail.tsx'

interface ReplyFormProps {
  /** of a new answer */
  readonly msgId?: string
  /** the draft, or what was withdrawn */
  readonly before?: Mail
  onDone(): void
}

export function ReplyForm({ msgId, before, onDone }: ReplyFormProps) {
  const write = useMailWrite('manager')
  const [content, setContent] = useState(before?.content ?? '')
  const [files, setFiles] = useState<readonly UploadedFile[]>(before?.files ?? [])
  const [isUploading, setUploading] = useState(false)
  const [busy, setBusy] = useState<'send' | 'save' | null>(null)
  const save = async (isSent: boolean): Promise<void> => {
    setBusy(isSent ? 'send' : 'save')
    const text = { content, fileIds: files.map(file => file.id) }
    const done = isSent ? t('已发送') : t('已存草稿')
    const answer =
      before === undefined
        ? await write<Saved>('POST', isSent ? 'bossMsgReply' : 'temporarySend', { ...text, msgId }, done)
        : await write<Saved>('PUT', 'bossMsgReply', { ...text, id: before.id, version: before.version, state: isSent ? 1 : 0 }, done)
    setBusy(null)
    if (answer !== null) onDone()
  }
  const isEmpty = content.trim() === ''
  return (
    <div className="zg-mail-form">
      <Input.TextArea
        autoFocus
        value={content}
        maxLength={contentMax}
        autoSize={{ minRows: 6, maxRows: 20 }}
        placeholder={t('写下给来信人的回复')}
        aria-label={t('回复内容')}
        onChange={event => setContent(event.target.value)}
      />
      <FilesControl value={files} max={filesMax} onChange={setFiles} onBusy={setUploading} />
      <div className="zg-mail-actions">
        <Button type="primary" disabled={isEmpty || isUploading} loading={busy === 'send'} onClick={() => void save(true)}>
          {t('发送回复')}
        </Button>
        <Button disabled={isEmpty || isUploading} loading={busy === 'save'} onClick={() => void save(false)}>
          {t('存草稿')}
        </Button>
        <Button type="text" onClick={onDone}>
          {t('取消')}
        </Button>
      </div>
    </div>
  )
}
