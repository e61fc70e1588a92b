/** The word above a conversation, with the number of what is new in it. */
import { Badge } from 'antd'
import { t } from '../i18n/t.ts'
import { useThreadPages, type ThreadAt } from './use-thread.ts'

const shownMax = 99

export function ThreadTitle(at: ThreadAt) {
  const { data } = useThreadPages(at)
  const unread = data?.pages[0]?.unread ?? 0
  return (
    <Badge
      count={unread}
      overflowCount={shownMax}
      size="small"
      offset={[8, 0]}
      {...(unread === 0 ? {} : { title: t('{count} 条新消息', { count: unread }) })}
    >
      {t('沟通')}
    </Badge>
  )
}
