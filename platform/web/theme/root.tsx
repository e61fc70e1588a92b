/** Root of every screen: theme, antd's language, where messages appear. */
import { App, Button, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { useEffect, type ReactNode } from 'react'
import { installFeedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { lightTheme } from './tokens.ts'

const theme = lightTheme()

/** Lets code outside components (the api client) show messages in the theme. */
function FeedbackBridge({ children }: { children: ReactNode }) {
  const { message, notification } = App.useApp()
  useEffect(
    () =>
      installFeedback({
        success: (text) => void message.success({ content: text, key: text }),
        // one key per text: the same refusal of five calls shows once
        warning: (text) => void message.warning({ content: text, key: text }),
        error: (text) => void message.error({ content: text, key: text }),
        defect: (text, requestId) =>
          void message.error({
            key: text,
            content: (
              <>
                {text}
                {requestId !== null && (
                  <Button type="link" size="small" onClick={() => void navigator.clipboard?.writeText(requestId)}>
                    {t('复制请求编号')}
                  </Button>
                )}
              </>
            ),
          }),
        notify: (title, text) => notification.error({ title, description: text }),
      }),
    [message, notification],
  )
  return children
}

export function ThemeRoot({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <ConfigProvider theme={theme} locale={locale} componentSize="middle" button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      <App className="zg-app" message={{ maxCount: 3 }}>
        <FeedbackBridge>{children}</FeedbackBridge>
      </App>
    </ConfigProvider>
  )
}
