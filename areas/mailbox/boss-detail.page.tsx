/** One mail of those who keep the mailbox as a page: a letter, a reply, or the form of a reply. */
import { useLocation, useSearchParams } from 'react-router'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { useShell } from '#platform/web/shell/shell-context.ts'
import { letterCodes } from './codes.ts'
import { MailPane } from './mail-pane.tsx'
import { ReplyForm } from './reply-form.tsx'
import { useMail } from './use-mail.tsx'
import './mailbox.css'

export default function BossDetail() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { open } = useShell()
  const [, , page, id = ''] = pathname.split('/')
  if (page === 'bossDraftDetail') return <Draft key={id} id={id} />
  const isReceived = page === 'bossReceiptDetail'
  const shown = isReceived ? (search.get('id') ?? '') : id
  return (
    <div className="zg-mailbox zg-mailbox-page">
      <MailPane
        key={shown}
        side="manager"
        opened={isReceived ? 'received' : 'written'}
        id={shown}
        onGone={() => open(isReceived ? '/contribute/boss/1' : '/contribute/boss/2')}
      />
    </div>
  )
}

function Draft({ id }: { id: string }) {
  const { open } = useShell()
  const { data, error, refetch } = useMail('manager', 'written', id)
  // sent meanwhile: nothing is left to write
  if (data !== undefined && data.state !== letterCodes.draft && data.state !== letterCodes.withdrawn)
    return (
      <div className="zg-mailbox zg-mailbox-page">
        <MailPane side="manager" opened="written" id={id} onGone={() => open('/contribute/boss/2')} />
      </div>
    )
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
          <ReplyForm key={data.version} before={data} onDone={() => open('/contribute/boss/3')} />
        </>
      )}
    </div>
  )
}
