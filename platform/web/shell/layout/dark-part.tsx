/** The dark navigation of the page style `dark`: its parts take the dark theme, the page stays light. */
import { ConfigProvider } from 'antd'
import { useMemo, type ReactNode } from 'react'
import type { ShellSettings } from '#platform/format/shell-settings.ts'
import { darkTheme, darkPartClass, themeOf } from '../../theme/tokens.ts'

export function DarkPart({ settings: { navTheme, primaryColor }, children }: { settings: ShellSettings; children: ReactNode }) {
  const theme = useMemo(
    () => (navTheme === 'dark' ? darkTheme(primaryColor, darkPartClass) : themeOf({ navTheme, primaryColor })),
    [navTheme, primaryColor],
  )
  // a theme in every style: without one antd draws another tree, and what is open in the bar would be lost with the change
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>
}
