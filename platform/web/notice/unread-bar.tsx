/**
 * What is unread, at the foot until it is closed: a row of its own, the page above is that much shorter. Of several the newest, the others
 * as a number.
 */
import { BellOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import { t } from '../i18n/t.ts'
import { reminders } from './notice-store.ts'
import './notices.css'

const height = '40px'

export function UnreadBar() {
  const list = useSyncExternalStore(reminders.subscribe, reminders.get)
  const [one] = list
  const isShown = one !== undefined
  useEffect(() => {
    if (!isShown) return undefined
    // tables are as high as the window less what stands around them
    document.documentElement.style.setProperty('--zg-bar', height)
    return () => void document.documentElement.style.removeProperty('--zg-bar')
  }, [isShown])
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
