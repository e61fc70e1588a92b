/** Shows what code outside components (the api client) has to say, in the theme. */
import { App, Button } from 'antd'
import { useEffect } from 'react'
import { installFeedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'

function DefectText({ text, requestId }: { text: string; requestId: string }) {
  return (
    <>
      {text}
      <Button type="link" size="small" onClick={() => void navigator.clipboard?.writeText(requestId)}>
        {t('复制请求编号')}
      </Button>
    </>
  )
}

/** long enough to read, to look at the list and to think again */
const undoSeconds = 12

function UndoText({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <>
      {text}
      <Button type="link" size="small" onClick={onUndo}>
        {t('撤销')}
      </Button>
    </>
  )
}

const unreadKey = 'unread'
const undoKey = 'undo'
const undoneKey = 'undone'
const undoneSeconds = 3

function Bridge() {
  const { message, notification } = App.useApp()
  useEffect(
    () =>
      installFeedback({
        // one key per text: the same refusal of five calls shows once
        success: text => void message.success({ content: text, key: text }),
        undoable: (text, undo) => {
          const onUndo = (): void => {
            message.destroy(undoKey)
            undo()
          }
          // the newest takes the place of the one before, which is found in the task centre
          void message.success({ key: undoKey, duration: undoSeconds, content: <UndoText text={text} onUndo={onUndo} /> })
        },
        // a key of its own: one that is still leaving under the same key would take this text with it
        undone: text => {
          message.destroy(undoKey)
          void message.success({ content: text, key: undoneKey, duration: undoneSeconds })
        },
        warning: text => void message.warning({ content: text, key: text }),
        error: text => void message.error({ content: text, key: text }),
        defect: (text, requestId) =>
          void message.error({ key: text, content: requestId === null ? text : <DefectText text={text} requestId={requestId} /> }),
        notify: (title, text, tone = 'error') => notification[tone]({ title, description: text }),
        unread: (title, text, open, kind) => {
          const key = kind ?? unreadKey
          notification.open({
            key,
            placement: 'bottomRight',
            duration: false,
            title,
            description: text,
            actions: (
              <Button
                size="small"
                onClick={() => {
                  notification.destroy(key)
                  open()
                }}
              >
                {t('查看')}
              </Button>
            ),
          })
        },
      }),
    [message, notification],
  )
  return null
}

export default function Messages() {
  return (
    <App component={false} message={{ maxCount: 3 }}>
      <Bridge />
    </App>
  )
}
