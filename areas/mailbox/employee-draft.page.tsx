/** /contribute/draftDetail/:id: the form of a letter; `new` is a new one, `?answer=` names the reply that it answers. */
import { useLocation, useSearchParams } from 'react-router'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { LetterForm } from './letter-form.tsx'
import { isMailId, MailPage, NoMail } from './mail-page.tsx'
import { boxAddress, isOpen, useMail } from './use-mail.tsx'
import './mailbox.css'

export default function EmployeeDraft() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { open } = useShell()
  const last = pathname.split('/').at(-1) ?? 'new'
  const id = last === 'new' ? null : last
  const answered = search.get('answer')
  const before = useMail('emp', 'written', id !== null && isMailId(id) ? id : null)
  const answers = useMail('emp', 'received', answered)
  if (id !== null && !isMailId(id)) return <NoMail />
  const waits = (id !== null && before.data === undefined) || (answered !== null && answers.data === undefined)
  const error = before.error ?? answers.error
  const written = id === null ? null : (before.data ?? null)
  // sent meanwhile: nothing is left to write
  if (written !== null && !isOpen(written.state)) return <MailPage side="emp" opened="written" />
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
          key={`${last} ${answered ?? ''} ${written?.version ?? 0}`}
          before={written}
          answers={answered === null ? null : (answers.data ?? null)}
          onSent={() => open(boxAddress('emp', 2))}
          onSaved={() => open(boxAddress('emp', 3))}
        />
      )}
    </div>
  )
}
