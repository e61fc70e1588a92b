/** How the settings of this browser are asked for: needed before anything is drawn. */
import { prefetch } from '../api/client.ts'
import { localStore } from '../api/storage.ts'

export const settingsPath = '/userSetting/query'
const deviceKey = 'shell.device'

/** This browser. Signing out clears it; the server then answers with the settings the person saved last. */
export function device(): string {
  const known = localStore.get(deviceKey)
  if (known !== null) return known
  // randomUUID exists on secure origins only, an office server may be reached by plain http
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
  localStore.set(deviceKey, made)
  return made
}

/** While the shell's program is on its way. */
export const prefetchSettings = (): void => void prefetch.get(settingsPath, { device: device() })
