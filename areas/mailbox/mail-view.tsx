/** One mail: who wrote it and when, its text and files, what it answers or was answered to it. */
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import { FileItem } from '#platform/web/files/file-item.tsx'
import { showAt } from './show-at.tsx'
import type { Mail } from './answers.ts'
import { kindNames, kindTones, stateNames, type Opened, type Side } from './use-mail.tsx'
import './mailbox.css'
import '#platform/web/files/files-control.css'

interface MailViewProps {
  readonly mail: Mail
  readonly side: Side
  readonly opened: Opened
  /** what can be done with it */
  readonly actions: ReactNode
}

/** Who wrote it, as this side calls him. */
const writerOf = ({ mail, side, opened }: Pick<MailViewProps, 'mail' | 'side' | 'opened'>): string => {
  if (side === 'emp') return opened === 'received' ? t('总经理') : mail.isAnonymous ? t('我（匿名）') : t('我')
  if (opened === 'written') return mail.from
  return mail.isAnonymous ? t('匿名同事') : mail.from
}

export function MailView(props: MailViewProps) {
  const { mail, side, opened, actions } = props
  const others = mail.others.filter(one => one.content !== '')
  return (
    <article className="zg-mail">
      <header>
        <h2>{mail.subject === '' ? t('（无主题）') : mail.subject}</h2>
        <div className="zg-mail-meta">
          <strong>{writerOf(props)}</strong>
          <time dateTime={mail.at}>{showAt(mail.at)}</time>
          {mail.kind !== null && <Tag color={kindTones[mail.kind] ?? 'default'}>{kindNames()[mail.kind]}</Tag>}
          {opened === 'written' && <Tag>{stateNames()[mail.state]}</Tag>}
          {mail.isAnonymous && <Tag>{t('匿名')}</Tag>}
        </div>
        <div className="zg-mail-actions">{actions}</div>
      </header>
      <p className="zg-mail-text">{mail.content}</p>
      {mail.files.length > 0 && (
        <ul className="zg-file-rows" aria-label={t('附件')}>
          {mail.files.map(file => (
            <FileItem key={file.id} file={file} isTile={false} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <section className="zg-mail-others">
          <h3>
            {opened === 'written' && side === 'emp'
              ? t('总经理的回复')
              : opened === 'received' && side === 'manager'
                ? t('我们的回复')
                : t('原信')}
          </h3>
          {others.map(one => (
            <div key={one.id} className="zg-mail-other">
              <div className="zg-mail-meta">
                {one.from !== '' && <strong>{one.from}</strong>}
                <time dateTime={one.at}>{showAt(one.at)}</time>
              </div>
              <p className="zg-mail-text">{one.content}</p>
            </div>
          ))}
        </section>
      )}
    </article>
  )
}
