/** Root of every screen: theme, antd's language, and the place where messages appear, which is loaded once the screen stands. */
import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react'
import { lightTheme, tokenClass } from './tokens.ts'

const theme = lightTheme()
const Messages = lazy(() => import('./messages.tsx'))

export function ThemeRoot({ locale, children }: { locale: Locale; children: ReactNode }) {
  // messages are a tenth of the sign-in page's program and nobody needs them before the first click
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  return (
    <ConfigProvider theme={theme} locale={locale} componentSize="middle" button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      <div className={`zg-app ${tokenClass}`}>
        {children}
        {shown && (
          <Suspense fallback={null}>
            <Messages />
          </Suspense>
        )}
      </div>
    </ConfigProvider>
  )
}
