import { t } from '../i18n/t.ts'

/** Greeting of an hour of the day, 0 to 23. */
export function greetingAt(hour: number, name: string): string {
  if (hour < 5) return t('夜深了，{name}', { name })
  if (hour < 12) return t('早上好，{name}', { name })
  if (hour < 14) return t('中午好，{name}', { name })
  if (hour < 18) return t('下午好，{name}', { name })
  return t('晚上好，{name}', { name })
}
