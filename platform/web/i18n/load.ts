/** Loads what a language needs beyond the Chinese source: English texts, antd's and dayjs' own words. */
import type { Locale } from 'antd/es/locale'
import chinese from 'antd/es/locale/zh_CN'
import { currentLanguage } from './language.ts'
import { addEnglish } from './t.ts'

type Texts = { readonly default: Readonly<Record<string, string>> }

/** Loaders of English text tables outside the platform, given by the composition root. */
const tables: (() => Promise<Texts>)[] = [() => import('./en-US.ts')]

export function registerEnglish(load: () => Promise<unknown>): void {
  tables.push(load as () => Promise<Texts>)
}

/** Loads the texts of the current language and answers antd's locale for it. */
export async function loadLanguage(): Promise<Locale> {
  if (currentLanguage() === 'zh-CN') return chinese
  for (const table of await Promise.all(tables.map(load => load()))) addEnglish(table.default)
  return (await import('antd/es/locale/en_US')).default
}
