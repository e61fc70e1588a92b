/**
 * What is unread, at the foot until it is closed: a row of its own, the page above is that much shorter. Of several the newest, the others
 * as a number.
 */
import { BellOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { t } from '../i18n/t.ts'
import { reminders } from './notice-store.ts'
import { useFootRow } from './use-foot-row.ts'
import './notices.css'

export function UnreadBar() {
  const list = useSyncExternalStore(reminders.subscribe, reminders.get)
  const [one] = list
  useFootRow('bar', one !== undefined)
  if (one === undefined) return null
  return (
    <div className="zg-unread-bar" role="alert">
      <BellOutlined aria-hidden />
      <span className="zg-unread-words" title={one.text ?? one.title}>
        <b>{one.title}</b>
        {one.text !== null && one.text !== '' && ` · ${one.text}`}
      </span>
      {list.length > 1 && <span className="zg-passing-others">+{list.length - 1}</span>}
      <Button
        size="small"
        onClick={() => {
          reminders.close(one.key)
          one.open()
        }}
      >
        {t('查看')}
      </Button>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('关闭')}
        onClick={() => reminders.close(one.key)}
      />
    </div>
  )
}
