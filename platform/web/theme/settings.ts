/** The settings in force. The browser's copy draws the next load without a flash; the server's is the one that counts. */
import { useSyncExternalStore } from 'react'
import { defaultSettings, settingsOf, type ShellSettings } from '#platform/format/shell-settings.ts'
import { api } from '../api/client.ts'
import { localStore } from '../api/storage.ts'
import { device, settingsPath } from './settings-call.ts'
import { isViewing } from '../api/viewing.ts'

const copyKey = 'shell.settings'
const listeners = new Set<() => void>()

function copied(): ShellSettings {
  const text = localStore.get(copyKey)
  if (text === null) return defaultSettings
  try {
    return settingsOf(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return defaultSettings
    throw error
  }
}

let current = copied()

/** Draws with these settings and keeps the browser's copy. */
export function applySettings(settings: ShellSettings): void {
  localStore.set(copyKey, JSON.stringify(settings))
  if (JSON.stringify(settings) === JSON.stringify(current)) return
  current = settings
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSettings = (): ShellSettings => useSyncExternalStore(subscribe, () => current)

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
