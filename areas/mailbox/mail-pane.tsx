/** A mail with what this side may do with it: withdraw, write again, answer, delete, ask for its author. */
import { Button, Input } from 'antd'
import { useState } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import type { Mail } from './answers.ts'
import { MailView } from './mail-view.tsx'
import { ReplyForm } from './reply-form.tsx'
import { draftAddress, useMail, useMailWrite, type Opened, type Side } from './use-mail.tsx'

interface MailPaneProps {
  readonly side: Side
  readonly opened: Opened
  readonly id: string
  /** it is gone from here */
  onGone(): void
}

export function MailPane({ side, opened, id, onGone }: MailPaneProps) {
  const { data: mail, error, refetch } = useMail(side, opened, id)
  const [isReplying, setReplying] = useState(false)
  const [isAsking, setAsking] = useState(false)
  if (mail === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  if (mail === null) return null
  return (
    <>
      <MailView
        mail={mail}
        side={side}
        opened={opened}
        actions={<Actions {...{ side, opened, id, onGone, mail, setReplying, setAsking }} />}
      />
      {isReplying && (
        <div className="zg-mail-reply">
          <ReplyForm msgId={id} onDone={() => setReplying(false)} />
        </div>
      )}
      {isAsking && <AskAuthor id={id} onClose={() => setAsking(false)} />}
    </>
  )
}

interface ActionsProps extends MailPaneProps {
  readonly mail: Mail
  setReplying(is: boolean): void
  setAsking(is: boolean): void
}

function Actions({ side, opened, id, onGone, mail, setReplying, setAsking }: ActionsProps) {
  const { open } = useShell()
  const write = useMailWrite(side)
  const act = async (path: string, body: object, done: string): Promise<void> => {
    if ((await write('POST', path, body, done)) !== null) onGone()
  }
  const isTrash = mail.trashedAt !== null
  const box = opened === 'received' ? 'inbox' : 'sent'
  return isTrash ? (
    <>
      <Button onClick={() => void act('restore', { ids: [id], box }, t('已恢复'))}>{t('恢复')}</Button>
      <Asked
        loses
        title={t('彻底删除后不能恢复，确定删除吗？')}
        onConfirm={() => void act('batchRemove', { ids: [id], box }, t('已彻底删除'))}
      >
        <Button danger>{t('彻底删除')}</Button>
      </Asked>
    </>
  ) : (
    <>
      {opened === 'received' && side === 'manager' && (
        <Button type="primary" onClick={() => setReplying(true)}>
          {t('回复')}
        </Button>
      )}
      {opened === 'received' && side === 'emp' && (
        <Button type="primary" onClick={() => open(`${draftAddress('emp', 'new')}?answer=${id}`)}>
          {t('继续写信')}
        </Button>
      )}
      {opened === 'written' && mail.state === 1 && (
        <Asked
          loses
          title={t('撤回后对方看不到这封信，可以修改后重新发送。确定撤回吗？')}
          onConfirm={() => void write('POST', 'withdraw', { ids: [id] }, t('已撤回'))}
        >
          <Button>{t('撤回')}</Button>
        </Asked>
      )}
      {opened === 'written' && (mail.state === 0 || mail.state === 2) && (
        <Button type="primary" onClick={() => open(draftAddress(side, id))}>
          {mail.state === 0 ? t('继续编辑') : t('修改后重新发送')}
        </Button>
      )}
      {opened === 'received' && side === 'manager' && mail.isAnonymous && (
        <Button onClick={() => setAsking(true)}>{t('申请开启匿名作者')}</Button>
      )}
      <Button
        onClick={() =>
          void act(opened === 'received' ? 'inboxsBatchDelete' : 'contributorsBatchDelete', { ids: [id] }, t('已删除，30 天内可恢复'))
        }
      >
        {t('删除')}
      </Button>
    </>
  )
}

/** One asks with a reason, an administrator confirms. */
function AskAuthor({ id, onClose }: { id: string; onClose: () => void }) {
  const write = useMailWrite('manager')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const ask = async (): Promise<void> => {
    setBusy(true)
    if ((await write('POST', 'askOpening', { id, reason: reason.trim() }, t('已提交，等系统管理员确认'))) === null) setBusy(false)
    else onClose()
  }
  return (
    <TabModal
      open
      title={t('申请开启匿名作者')}
      okText={t('提交申请')}
      okButtonProps={{ disabled: reason.trim() === '' }}
      confirmLoading={isBusy}
      onOk={() => void ask()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p>{t('需要系统管理员在 24 小时内确认。双方都会留下记录，来信人会收到通知。')}</p>
      <Input.TextArea
        autoFocus
        value={reason}
        maxLength={200}
        showCount
        autoSize={{ minRows: 3, maxRows: 6 }}
        placeholder={t('为什么需要知道是谁写的')}
        aria-label={t('原因')}
        onChange={event => setReason(event.target.value)}
      />
    </TabModal>
  )
}
