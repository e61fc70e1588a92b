/** The language of the interface. Chinese is the source; English falls back to it. */
import { localStore } from '../api/storage.ts'

export type Language = 'zh-CN' | 'en-US'
const languageKey = 'language'
let language: Language = localStore.get(languageKey) === 'en-US' ? 'en-US' : 'zh-CN'

export const currentLanguage = (): Language => language

/** Chooses the language; the caller loads its texts (load.ts) and draws anew. */
export function chooseLanguage(next: Language): void {
  language = next
  localStore.set(languageKey, next)
}
