/** The bell of the top bar: how many messages nobody has read yet, and the way to them. */
import { BellOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { t } from '../i18n/t.ts'
import { useUnread } from '../realtime/use-unread.ts'
import { messagesPath } from '../page/own-pages.ts'
import { useShell } from '../page/shell-context.ts'
import { useReminder } from './use-reminder.ts'

export function Bell() {
  const { open } = useShell()
  const known = useUnread('message', true)
  const unread = known ?? 0
  useReminder(known, open)
  return (
    <Badge count={unread} size="small" offset={[-6, 6]}>
      <Button
        type="text"
        icon={<BellOutlined aria-hidden />}
        aria-label={unread > 0 ? t('消息通知，{count} 条未读', { count: unread }) : t('消息通知')}
        title={t('消息通知')}
        onClick={() => open(messagesPath)}
      />
    </Badge>
  )
}
