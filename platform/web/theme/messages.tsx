/** Shows what code outside components (the api client) has to say, in the theme. */
import { App } from 'antd'
import { useEffect } from 'react'
import { installFeedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { Notices } from '../notice/notices.tsx'
import { notices, reminders, type NoticeTone } from '../notice/notice-store.ts'

const seconds = 6
/** long enough to read, to look at the list and to think again */
const undoSeconds = 12

const unreadKey = 'unread'
const undoKey = 'undo'
const undoneKey = 'undone'

// one key per text: the same refusal of five calls shows once
const tell = (tone: NoticeTone, text: string, detail?: string): void =>
  notices.show({ key: text, tone, text, seconds, ...(detail === undefined ? {} : { detail }) })

function Bridge() {
  useEffect(
    () =>
      installFeedback({
        success: text => tell('success', text),
        // the newest takes the place of the one before, which is found in the task centre
        undoable: (text, undo) =>
          notices.show({ key: undoKey, tone: 'success', text, seconds: undoSeconds, act: { label: t('撤销'), run: undo } }),
        undone: text => {
          notices.close(undoKey)
          notices.show({ key: undoneKey, tone: 'success', text, seconds })
        },
        warning: text => tell('warning', text),
        error: text => tell('error', text),
        defect: (text, requestId) =>
          notices.show({
            key: text,
            tone: 'error',
            text,
            seconds: undoSeconds,
            ...(requestId === null ? {} : { act: { label: t('复制请求编号'), run: () => void navigator.clipboard?.writeText(requestId) } }),
          }),
        notify: (title, text, tone = 'error') => tell(tone === 'open' ? 'info' : tone, title, text),
        unread: (title, text, open, kind) => reminders.show({ key: kind ?? unreadKey, title, text, open }),
      }),
    [],
  )
  return null
}

export default function Messages() {
  return (
    <App component={false}>
      <Bridge />
      <Notices />
    </App>
  )
}
