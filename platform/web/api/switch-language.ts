/**
 * The other language at once: menus and refusals come from the server in it, so the program starts anew; tabs, addresses and drafts keep
 * the work.
 */
import { reloadWithoutPrompt } from './sign-in-again.ts'
import { chooseLanguage, type Language } from '../i18n/language.ts'

/** Each by its own name: whoever looks for his language can read it. */
export const languageNames: Readonly<Record<Language, string>> = { 'zh-CN': '中文', 'en-US': 'English' }

export function switchLanguage(next: Language): void {
  chooseLanguage(next)
  reloadWithoutPrompt()
}
