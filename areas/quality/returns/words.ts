/** Reasons of returns by what they say of: the product, the way to the customer, the description, or nothing. Pure. */
import type { CodeWords } from '#platform/declare/code-words.ts'

export const reasonClasses: CodeWords = {
  product: ['产品', 'Product'],
  logistics: ['物流', 'Logistics'],
  description: ['描述不符', 'Not as described'],
  none: ['无理由', 'No reason'],
}
type ReasonClass = 'product' | 'logistics' | 'description' | 'none'

const of: Readonly<Record<Exclude<ReasonClass, 'none'>, ReadonlySet<string>>> = {
  product: new Set(['DEFECTIVE', 'QUALITY_UNACCEPTABLE', 'MISSING_PARTS', 'EXCESSIVE_INSTALLATION']),
  logistics: new Set([
    'DAMAGED_BY_CARRIER',
    'DAMAGED_BY_FC',
    'SWITCHEROO',
    'EXTRA_ITEM',
    'NEVER_ARRIVED',
    'MISSED_ESTIMATED_DELIVERY',
    'UNDELIVERABLE_UNKNOWN',
    'UNDELIVERABLE_REFUSED',
    'UNDELIVERABLE_UNCLAIMED',
    'UNDELIVERABLE_INSUFFICIENT_ADDRESS',
    'UNDELIVERABLE_FAILED_DELIVERY_ATTEMPTS',
  ]),
  description: new Set([
    'NOT_AS_DESCRIBED',
    'NOT_COMPATIBLE',
    'PART_NOT_COMPATIBLE',
    'APPAREL_TOO_SMALL',
    'APPAREL_TOO_LARGE',
    'APPAREL_STYLE',
    'DID_NOT_LIKE_COLOR',
  ]),
}
export const classOfReason = (reason: string): ReasonClass => {
  const code = reason.trim().toUpperCase()
  return (['product', 'logistics', 'description'] as const).find(one => of[one].has(code)) ?? 'none'
}
