/** How far a product may be sold where it is listed: worked out by whoever keeps certificates, shown beside listing and product. */
import { choice } from '#platform/declare/fields.ts'

/** a higher code is worse */
export const complianceStates = {
  valid: [1, '有效', 'Valid', 'good'],
  ending: [2, '将到期', 'Ending', 'warn'],
  missing: [3, '缺失', 'Missing', 'bad'],
  expired: [4, '过期', 'Expired', 'bad'],
  banned: [5, '侵权禁止', 'Forbidden', 'bad'],
} as const

export const complianceBadge = () =>
  choice('合规', 'Compliance', complianceStates, {
    optional: true,
    computed: true,
    filter: 'select',
    width: 90,
    help: [
      '按品类、国家的要求和证照得出，空为没有要求',
      'From rules by category and country and certificates; empty: nothing is asked for',
    ],
  })
