/** Unread messages on the home page: the newest, and the way to all of them. */
import { CardEmpty, CardFailed, CardLoading } from '../home/card-frame.tsx'
import { CardLink } from '../home/card-link.tsx'
import { t } from '../i18n/t.ts'
import { showInstant } from '../list/value.ts'
import { messagesPath } from '../shell/own-pages.ts'
import { useMessages } from './use-messages.ts'

const shownMax = 6

export default function MessagesCard() {
  const { data, error, refetch } = useMessages({ isUnread: true, pageNum: 1, pageSize: shownMax })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <CardEmpty text={t('没有未读消息')} />
  return (
    <ul className="zg-card-rows">
      {data.list.map(({ id, title, createdAt }) => (
        <li key={id}>
          <CardLink to={messagesPath}>
            <span title={title}>{title}</span>
          </CardLink>
          <small>{showInstant(createdAt).slice(5, 16)}</small>
        </li>
      ))}
    </ul>
  )
}
