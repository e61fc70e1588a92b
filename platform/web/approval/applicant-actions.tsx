/** What the applicant may do: take back, urge, submit again; and a word of whoever is concerned. */
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import type { AuditProcess } from '../../declare/wire-approval.ts'
import { ApiError, api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { useRefreshApprovals, type ApprovalAt } from './use-approval.ts'
import { askFirst } from '../widgets/confirm.tsx'

const wordsMax = 2_000

export function ApplicantActions({ at, audit }: { readonly at: ApprovalAt; readonly audit: AuditProcess }) {
  const { modal } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState('')
  const refresh = useRefreshApprovals()
  const send = async (path: string, done: string, more: object = {}): Promise<void> => {
    setBusy(true)
    try {
      await api.write(path, { ...at, ...more })
      feedback.success(done)
      setWords('')
    } catch (error) {
      // the refusal was shown
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
      refresh(at.formCode)
    }
  }
  const takeBack = (): void => {
    askFirst(modal, { loses: true, title: t('撤回这个申请，确定吗？'), onOk: () => send('/workflow/withdraw', t('已撤回')) })
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
      <div className="zg-approval-say">
        <Input
          value={words}
          maxLength={wordsMax}
          placeholder={t('说一句，参与审批的人都能看到')}
          aria-label={t('评论')}
          onChange={event => setWords(event.target.value)}
        />
        <Button disabled={busy || words.trim() === ''} onClick={() => void send('/workflow/comment', t('已发表'), { opinion: words })}>
          {t('评论')}
        </Button>
      </div>
    </div>
  )
}
