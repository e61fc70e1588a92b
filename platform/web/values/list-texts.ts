/** Sentences about lists. Pure. */
import type { FieldDefinition, ListAnswer, Row } from '../../declare/wire.ts'
import { withThousands } from '#platform/format/numbers.ts'
import { asText } from '#platform/format/text.ts'
import { currentLanguage } from '../i18n/language.ts'
import { t } from '../i18n/t.ts'
import { showValue } from './value.ts'

/** 共 N 条, or 共 约 N 条 while the number is an estimate. */
export function totalText(answer: Pick<ListAnswer, 'total' | 'totalExact'>): string {
  const count = withThousands(String(answer.total))
  return answer.totalExact === false ? t('共 约 {count} 条', { count }) : t('共 {count} 条', { count })
}

/** Fills {n} in a confirmation that the definition brings. */
export const confirmText = (text: string, count: number): string => text.replaceAll('{n}', String(count))

const isDay = ({ kind }: FieldDefinition): boolean => kind === 'date' || kind === 'month' || kind === 'dateTime'

/** A day names nothing by itself: whose it is goes before it, the shop where there is one. Null where the field is no day. */
export function datedName(fields: readonly FieldDefinition[], field: FieldDefinition | undefined, row: Row): string | null {
  if (field === undefined || !isDay(field)) return null
  const owners = fields.filter(one => one.kind === 'reference' && typeof row[`${one.field}Label`] === 'string')
  const owner = owners.find(one => one.field === 'shopId') ?? owners[0]
  const day = showValue(field, row, ['', '']).text
  return owner === undefined ? day : `${asText(row[`${owner.field}Label`])} ${day}`
}

/** What a row is called in a question about it: its name, else its first shown text. */
export function rowName(fields: readonly FieldDefinition[], row: Row): string {
  const own = currentLanguage() === 'zh-CN' ? [] : ['nameEn', 'labelEn', 'titleEn']
  for (const name of [...own, 'name', 'title', 'fileName', 'code']) {
    const value = row[`${name}Label`] ?? row[name]
    if (typeof value === 'string' && value !== '') return value
  }
  for (const field of fields) {
    const value = row[`${field.field}Label`] ?? row[field.field]
    if (typeof value === 'string' && value !== '') return datedName(fields, field, row) ?? value
  }
  return row.id
}
