/** 索赔: claims, their evidence and the rules they follow. */
import { group, listPage } from '#platform/declare/page.ts'
import { claim, claimLine } from './tables.ts'
import { claimRule } from './rules.ts'

export const claimGroup = group(
  'claims',
  ['索赔', 'Claims'],
  [listPage(claim, '/finance/claims/list'), listPage(claimLine, '/finance/claims/evidence'), listPage(claimRule, '/finance/claims/rules')],
  'audit',
)
