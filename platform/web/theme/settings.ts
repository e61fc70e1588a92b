/** The settings in force. The browser's copy draws the next load without a flash; the server's is the one that counts. */
import { useSyncExternalStore } from 'react'
import { settingsOf, type PageStyle, type ShellSettings } from '#platform/format/shell-settings.ts'
import { api } from '../api/client.ts'
import { applySettings, currentSettings, subscribeToSettings } from './current-settings.ts'
import { device, settingsPath } from './settings-call.ts'
import { isViewing } from '../api/viewing.ts'

export const useSettings = (): ShellSettings => useSyncExternalStore(subscribeToSettings, currentSettings)

const darkQuery = '(prefers-color-scheme: dark)'
function subscribeToSystem(listener: () => void): () => void {
  const media = window.matchMedia(darkQuery)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** The page style in force: where it follows the system, everything is dark while that is, and light where the style would be dark. */
export function usePageStyle(): PageStyle {
  const { navTheme, followSystem } = useSettings()
  const isDark = useSyncExternalStore(subscribeToSystem, () => window.matchMedia(darkQuery).matches)
  if (!followSystem) return navTheme
  return isDark ? 'realdark' : navTheme === 'realdark' ? 'light' : navTheme
}

/** The settings with the page style in force. */
export function useStyledSettings(): ShellSettings {
  const [settings, navTheme] = [useSettings(), usePageStyle()]
  return settings.navTheme === navTheme ? settings : { ...settings, navTheme }
}

/** The person's settings on this device; the browser's copy stays where the server can't be asked. */
export async function fetchSettings(): Promise<null> {
  const { settings } = await api.get<{ settings: unknown }>(settingsPath, { device: device() }, { quiet: true })
  applySettings(settingsOf(settings))
  return null
}

/** Draws at once, then tells the server. */
export async function saveSettings(settings: ShellSettings): Promise<void> {
  applySettings(settings)
  if (!isViewing()) await api.write('/userSetting/save', { device: device(), settings })
}
