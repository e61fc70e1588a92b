/** /contribute/bossDraftDetail/:id: the form of a reply. */
import { useLocation } from 'react-router'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { isMailId, MailPage, NoMail } from './mail-page.tsx'
import { ReplyForm } from './reply-form.tsx'
import { boxAddress, isOpen, useMail } from './use-mail.tsx'
import './mailbox.css'

export default function BossDraft() {
  const { pathname } = useLocation()
  const { open } = useShell()
  const id = pathname.split('/').at(-1) ?? ''
  const { data, error, refetch } = useMail('manager', 'written', isMailId(id) ? id : null)
  if (!isMailId(id)) return <NoMail />
  // sent meanwhile: nothing is left to write
  if (data !== undefined && !isOpen(data.state)) return <MailPage side="manager" opened="written" />
  return (
    <div className="zg-mailbox zg-mailbox-page">
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <h1>{t('回复：{subject}', { subject: data.subject })}</h1>
          {data.others.map(one => (
            <blockquote key={one.id} className="zg-mail-other zg-mail-text">
              {one.content}
            </blockquote>
          ))}
          <ReplyForm key={data.version} before={data} onDone={() => open(boxAddress('manager', 3))} />
        </>
      )}
    </div>
  )
}
