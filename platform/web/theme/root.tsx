/** Root of every screen: theme, antd's language, and the place where messages appear. */
import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { Suspense, lazy, type ReactNode } from 'react'
import { lightTheme, tokenClass } from './tokens.ts'

const theme = lightTheme()
/** A tenth of the sign-in page's program, which nobody needs before the first click: loaded beside it. What is said before waits. */
const Messages = lazy(() => import('./messages.tsx'))

export function ThemeRoot({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <ConfigProvider theme={theme} locale={locale} componentSize="middle" button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      <div className={`zg-app ${tokenClass}`}>
        {children}
        <Suspense fallback={null}>
          <Messages />
        </Suspense>
      </div>
    </ConfigProvider>
  )
}
