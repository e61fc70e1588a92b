/** Amounts and words as the panes of bank matching show them. */
import { showMoney } from '#platform/format/money.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { Sum } from './rest.tsx'

export const signed = (amount: string): string => (amount.startsWith('-') ? showMoney(amount) : `+${showMoney(amount)}`)
export const shownSums = (sums: readonly Sum[]): string => sums.map(one => `${showMoney(one.amount)} ${one.currency}`).join(' · ')
/** `2026-11-14` -> `11-14` */
export const shortDay = (day: string): string => day.slice(5)

const levels: Readonly<Record<number, readonly [tone: string, text: () => string]>> = {
  1: ['good', () => t('高')],
  2: ['info', () => t('中')],
  3: ['warn', () => t('低')],
}
export function Confidence({ code }: { code: number | null }) {
  const level = code === null ? undefined : levels[code]
  return level === undefined ? null : <span className={`zg-match-confidence zg-match-${level[0]}`}>{level[1]()}</span>
}
