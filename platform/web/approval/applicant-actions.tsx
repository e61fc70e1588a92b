/** What the applicant may do: take back, urge, submit again; and a comment, with files, of whoever takes part. */
import { PaperClipOutlined } from '@ant-design/icons'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import type { AuditProcess } from '../../declare/wire-approval.ts'
import { ApiError, api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { FilesControl } from '../files/files-control.tsx'
import type { FileRef } from '../files/use-files.ts'
import { t } from '../i18n/t.ts'
import { useRefreshApprovals, type ApprovalAt } from './use-approval.ts'
import { askFirst } from '../widgets/confirm.tsx'

const wordsMax = 2_000
const filesMax = 20

export function ApplicantActions({ at, audit }: { readonly at: ApprovalAt; readonly audit: AuditProcess }) {
  const { modal } = App.useApp()
  const [busy, setBusy] = useState(false)
  const refresh = useRefreshApprovals()
  const send = async (path: string, done: string, more: object = {}): Promise<boolean> => {
    setBusy(true)
    try {
      await api.write(path, { ...at, ...more })
      feedback.success(done)
      return true
    } catch (error) {
      // the refusal was shown
      if (!(error instanceof ApiError)) throw error
      return false
    } finally {
      setBusy(false)
      refresh(at.formCode)
    }
  }
  const takeBack = (): void => {
    askFirst(modal, {
      loses: true,
      title: t('撤回这个申请，确定吗？'),
      onOk: async () => void (await send('/workflow/withdraw', t('已撤回'))),
    })
  }
  return (
    <div className="zg-approval-own">
      {(audit.maySubmit === 1 || audit.mayUrge === 1 || audit.mayWithdraw === 1) && (
        <div className="zg-approval-buttons">
          {audit.maySubmit === 1 && (
            <Button type="primary" loading={busy} onClick={() => void send('/workflow/submit', t('已重新提交'))}>
              {t('重新提交')}
            </Button>
          )}
          {audit.mayUrge === 1 && (
            <Button loading={busy} onClick={() => void send('/workflow/urge', t('已催办'))}>
              {t('催办')}
            </Button>
          )}
          {audit.mayWithdraw === 1 && (
            <Button danger disabled={busy} onClick={takeBack}>
              {t('撤回')}
            </Button>
          )}
        </div>
      )}
      {audit.mayComment === 1 && <Say busy={busy} onSend={body => send('/workflow/comment', t('已发表'), body)} />}
    </div>
  )
}

interface Comment {
  readonly opinion: string
  readonly fileIds: readonly string[]
}

/** Read by everybody who takes part in the approval. */
function Say({ busy, onSend }: { readonly busy: boolean; readonly onSend: (comment: Comment) => Promise<boolean> }) {
  const [words, setWords] = useState('')
  const [files, setFiles] = useState<readonly FileRef[] | null>(null)
  const [isUploading, setUploading] = useState(false)
  const say = async (): Promise<void> => {
    if (!(await onSend({ opinion: words, fileIds: (files ?? []).map(({ id }) => id) }))) return
    setWords('')
    setFiles(null)
  }
  return (
    <>
      <div className="zg-approval-say">
        <Input
          value={words}
          maxLength={wordsMax}
          placeholder={t('说一句，参与审批的人都能看到')}
          aria-label={t('评论')}
          onChange={event => setWords(event.target.value)}
        />
        <Button icon={<PaperClipOutlined aria-hidden />} aria-label={t('附件')} onClick={() => setFiles(before => before ?? [])} />
        <Button disabled={busy || isUploading || words.trim() === ''} onClick={() => void say()}>
          {t('评论')}
        </Button>
      </div>
      {files !== null && <FilesControl max={filesMax} value={files} onChange={setFiles} onBusy={setUploading} />}
    </>
  )
}
