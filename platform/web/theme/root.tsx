/** Root of every screen: theme, antd's language, and the place where messages appear. */
import { LoadingOutlined, SearchOutlined } from '@ant-design/icons'
import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { useLayoutEffect, useMemo, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { idlePart } from './idle-part.tsx'
import { usePageStyle, useSettings } from './settings.ts'
import { isDarkPage, themeOf, tokenClass } from './tokens.ts'

/**
 * Brings as much program as the whole sign-in page, and nobody needs it before the first click: loaded when the first screen stands. What
 * is said before waits.
 */
const Messages = idlePart(() => import('./messages.tsx'))

/** antd's own spinner would put "loading" before the button's name */
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }

export function ThemeRoot({ locale, children }: { locale: Locale; children: ReactNode }) {
  const { primaryColor, colorWeak } = useSettings()
  const navTheme = usePageStyle()
  const inputSearch = useMemo(() => ({ searchIcon: <SearchOutlined aria-label={t('搜索')} /> }), [])
  const theme = useMemo(() => themeOf({ navTheme, primaryColor }), [navTheme, primaryColor])
  useLayoutEffect(() => {
    // scroll bars and the browser's own controls follow; the filter stands at the root because dialogs hang outside the page
    document.documentElement.style.colorScheme = isDarkPage(navTheme) ? 'dark' : 'light'
    document.documentElement.toggleAttribute('data-dark', isDarkPage(navTheme))
    document.documentElement.toggleAttribute('data-colour-weak', colorWeak)
  }, [navTheme, colorWeak])
  return (
    <ConfigProvider
      theme={theme}
      locale={locale}
      componentSize="middle"
      button={button}
      inputSearch={inputSearch}
      wave={{ disabled: true }}
    >
      <div className={`zg-app ${tokenClass}`}>
        {children}
        <Messages />
      </div>
    </ConfigProvider>
  )
}
