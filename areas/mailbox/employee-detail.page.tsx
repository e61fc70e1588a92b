/** One mail of the writer's side as a page: a reply, a letter, or the form of a letter. */
import { useLocation, useSearchParams } from 'react-router'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { useShell } from '#platform/web/shell/shell-context.ts'
import { letterCodes } from './codes.ts'
import { LetterForm } from './letter-form.tsx'
import { MailPane } from './mail-pane.tsx'
import { useMail } from './use-mail.tsx'
import './mailbox.css'

export default function EmployeeDetail() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { open } = useShell()
  const [, , page, id = ''] = pathname.split('/')
  if (page === 'draftDetail') return <Draft key={pathname} id={id === 'new' ? null : id} answered={search.get('answer')} />
  const isReceived = page === 'receiptDetail'
  const shown = isReceived ? (search.get('id') ?? '') : id
  return (
    <div className="zg-mailbox zg-mailbox-page">
      <MailPane
        key={shown}
        side="emp"
        opened={isReceived ? 'received' : 'written'}
        id={shown}
        onGone={() => open(isReceived ? '/contribute/employee/1' : '/contribute/employee/2')}
      />
    </div>
  )
}

function Draft({ id, answered }: { id: string | null; answered: string | null }) {
  const { open } = useShell()
  const before = useMail('emp', 'written', id)
  const answers = useMail('emp', 'received', answered)
  const waits = (id !== null && before.data === undefined) || (answered !== null && answers.data === undefined)
  const error = before.error ?? answers.error
  const written = id === null ? null : (before.data ?? null)
  // sent meanwhile: nothing is left to write
  if (id !== null && written !== null && written.state !== letterCodes.draft && written.state !== letterCodes.withdrawn)
    return (
      <div className="zg-mailbox zg-mailbox-page">
        <MailPane side="emp" opened="written" id={id} onGone={() => open('/contribute/employee/2')} />
      </div>
    )
  return (
    <div className="zg-mailbox zg-mailbox-page">
      <h1>{t('写信给总经理')}</h1>
      {waits ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void before.refetch()} />
        )
      ) : (
        <LetterForm
          key={written?.version ?? 'new'}
          before={written}
          answers={answered === null ? null : (answers.data ?? null)}
          onSent={() => open('/contribute/employee/2')}
          onSaved={() => open('/contribute/employee/3')}
        />
      )}
    </div>
  )
}
