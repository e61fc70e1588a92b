/** How a topic is named and where it opens. */
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '#platform/web/i18n/t.ts'

export const topicPath = (id: string): string => `/culture/bbs-detail?id=${id}`

export const authorOf = (row: Row): string => (row['isAnonymous'] === true ? t('匿名') : asText(row['authorIdLabel'] ?? t('匿名')))

/** Of states besides the usual one. */
export function topicTone(row: Row): { readonly label: string; readonly color: string } | null {
  if (row['state'] === 2) return { label: t('已关闭'), color: 'default' }
  if (row['state'] === 3) return { label: t('已隐藏'), color: 'warning' }
  return null
}
