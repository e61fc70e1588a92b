/** One message: unread ones carry a mark and a word for readers of the screen; what it is about opens on a click and is then read. */
import { Button, Tag } from 'antd'
import type { Message } from '../../declare/wire-messages.ts'
import { t } from '../i18n/t.ts'
import { showInstant } from '../values/value.ts'
import { kindText } from './kinds.ts'

interface MessageLineProps {
  readonly message: Message
  /** null: nothing to open */
  readonly onOpen: (() => void) | null
  readonly onMark: (isRead: boolean) => void
}

export function MessageLine({ message, onOpen, onMark }: MessageLineProps) {
  const { title, detail, kind, isRead, createdAt } = message
  const openAndRead = (): void => {
    onMark(true)
    onOpen?.()
  }
  return (
    <li className="zg-message" data-unread={!isRead || undefined}>
      <span className="zg-message-mark" aria-hidden />
      <div className="zg-message-words">
        <div className="zg-message-head">
          {!isRead && <span className="zg-hidden">{t('未读')}</span>}
          {onOpen === null ? (
            <span className="zg-message-title">{title}</span>
          ) : (
            <button type="button" className="zg-message-title" onClick={openAndRead}>
              {title}
            </button>
          )}
          <Tag>{kindText[kind]()}</Tag>
        </div>
        {detail !== null && <p>{detail}</p>}
      </div>
      <time dateTime={createdAt}>{showInstant(createdAt).slice(0, 16)}</time>
      <Button type="link" size="small" onClick={() => onMark(!isRead)}>
        {isRead ? t('标为未读') : t('标为已读')}
      </Button>
    </li>
  )
}
