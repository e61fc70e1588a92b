/** States of an activity and of one's own sign-up in words and tones. */
import type { Row } from '#platform/declare/wire.ts'
import { t } from '#platform/web/i18n/t.ts'

interface Toned {
  readonly label: string
  readonly color: string
}

export function stateTag(row: Row): Toned {
  if (row['state'] === 1 && row['isFull'] === true) return { label: t('已满，可候补'), color: 'warning' }
  const words: Readonly<Record<number, Toned>> = {
    0: { label: t('草稿'), color: 'default' },
    1: { label: t('报名中'), color: 'success' },
    2: { label: t('已存档'), color: 'default' },
    3: { label: t('已截止'), color: 'warning' },
    4: { label: t('已举行'), color: 'processing' },
    5: { label: t('已结算'), color: 'processing' },
    6: { label: t('已取消'), color: 'error' },
  }
  return words[Number(row['state'])] ?? { label: '', color: 'default' }
}

export function mineTag(state: unknown): Toned | null {
  if (state === 1) return { label: t('我已报名'), color: 'success' }
  if (state === 2) return { label: t('我在候补'), color: 'warning' }
  if (state === 3) return { label: t('我已签到'), color: 'processing' }
  return null
}
