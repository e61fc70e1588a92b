/** Tabs over a reload of the browser: kept for the person and the organisation until the browser tab is closed. */
import { session } from '../../api/session.ts'
import { sessionStore } from '../../api/storage.ts'
import type { Tab } from './tab-rules.ts'

const keyOf = (personId: string): string => `tabs.${session.organisationId() ?? ''}.${personId}`

const isTab = (value: unknown): value is Tab =>
  typeof value === 'object' &&
  value !== null &&
  ['key', 'url', 'title'].every(name => name in value && typeof value[name as keyof typeof value] === 'string')

/** What was open before the reload; nothing where it can't be read. */
export function rememberedTabs(personId: string): readonly Tab[] {
  const text = sessionStore.get(keyOf(personId))
  if (text === null) return []
  try {
    const tabs: unknown = JSON.parse(text)
    return Array.isArray(tabs) ? tabs.filter(isTab) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

export function rememberTabs(personId: string, tabs: readonly Tab[]): void {
  sessionStore.set(keyOf(personId), JSON.stringify(tabs))
}
