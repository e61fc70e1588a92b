/** Sentences about lists. Pure. */
import type { FieldDefinition, ListAnswer, Row } from '../../declare/wire.ts'
import { withThousands } from '#platform/format/numbers.ts'
import { currentLanguage } from '../i18n/language.ts'
import { t } from '../i18n/t.ts'

/** 共 N 条, or 共 约 N 条 while the number is an estimate. */
export function totalText(answer: Pick<ListAnswer, 'total' | 'totalExact'>): string {
  const count = withThousands(String(answer.total))
  return answer.totalExact === false ? t('共 约 {count} 条', { count }) : t('共 {count} 条', { count })
}

/** Fills {n} in a confirmation that the definition brings. */
export const confirmText = (text: string, count: number): string => text.replaceAll('{n}', String(count))

/** What a row is called in a question about it: its name, else its first shown text. */
export function rowName(fields: readonly FieldDefinition[], row: Row): string {
  const own = currentLanguage() === 'zh-CN' ? [] : ['nameEn', 'labelEn', 'titleEn']
  for (const name of [...own, 'name', 'title', 'fileName', 'code', ...fields.map(one => one.field)]) {
    const value = row[`${name}Label`] ?? row[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return row.id
}
