/** The settings in force and the browser's copy of them. Needed before anything is drawn: it knows no component. */
import { defaultSettings, settingsOf, type ShellSettings } from '#platform/format/shell-settings.ts'
import { localStore } from '../api/storage.ts'

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

export function subscribeToSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentSettings = (): ShellSettings => current
