/** Unread messages on the home page: the newest, each opens what it is about. */
import type { Message } from '../../declare/wire-messages.ts'
import { CardEmpty, CardFailed, CardLoading } from '../cards/card-frame.tsx'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { showInstant } from '../values/value.ts'
import { messagesPath } from '../page/own-pages.ts'
import { useShell } from '../page/shell-context.ts'
import { useMarkRead, useMessages } from './use-messages.ts'
import { useOpenTarget } from './use-open-target.ts'

const shownMax = 6

export default function MessagesCard() {
  const { data, error, refetch } = useMessages({ isUnread: true, pageNum: 1, pageSize: shownMax })
  const { open } = useShell()
  const openTarget = useOpenTarget(() => open(messagesPath))
  const markRead = useMarkRead()
  const openAndRead = (message: Message): void => {
    const target = openTarget(message)
    if (target === null) open(messagesPath)
    else {
      void ignoreShownRefusal(markRead([message], true))
      target()
    }
  }
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <CardEmpty text={t('没有未读消息')} />
  return (
    <ul className="zg-card-rows">
      {data.list.map(message => (
        <li key={message.id}>
          <button type="button" className="zg-card-open" title={message.title} onClick={() => openAndRead(message)}>
            {message.title}
          </button>
          <small>{showInstant(message.createdAt).slice(5, 16)}</small>
        </li>
      ))}
    </ul>
  )
}
