/** How soon a last day comes, as a field that no table holds; what its codes mean is said by platform/format/contract-expiry.ts. */
import { choice, type Choices, type Field } from './fields.ts'
import type { Title } from './title.ts'

export const expiryStates = {
  expired: [-1, '已过期', 'Expired', 'bad'],
  within30: [30, '30 天内到期', 'Within 30 days', 'warn'],
  within60: [60, '60 天内到期', 'Within 60 days', 'info'],
  within90: [90, '90 天内到期', 'Within 90 days', 'quiet'],
  later: [1, '正常', 'Valid', 'good'],
} as const satisfies Choices
export type ExpiryState = keyof typeof expiryStates

/** Of the day that the field `of` names, by today of the organisation: shown, filtered and exported, never stored. Empty: later. */
export function expiry(of: string, [zh, en]: Title = ['到期状态', 'Expiry']): Field<number, true> {
  const { options, ...field } = choice(zh, en, expiryStates, { optional: true, computed: true, filter: 'select', width: 120 })
  return { ...field, options: { ...options, expiry: of } }
}
