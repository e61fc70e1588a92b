/** 索赔: claims, their evidence and the rules they follow. */
import { operations } from '#platform/declare/operations.ts'
import { group, page } from '#platform/declare/page.ts'
import { claimPermission } from './words.ts'

const { add, view, edit, remove } = operations
const exporting = operations.export

export const claimGroup = group(
  'claims',
  ['索赔', 'Claims'],
  [
    page({
      path: '/finance/claims/list',
      name: 'amazonClaim',
      title: ['亚马逊索赔', 'Amazon claims'],
      component: 'list/amazonClaim',
      permission: claimPermission,
      operations: [view, edit, exporting],
    }),
    page({
      path: '/finance/claims/evidence',
      name: 'amazonClaimLine',
      title: ['索赔依据', 'Evidence of claims'],
      component: 'list/amazonClaimLine',
      permission: claimPermission,
      operations: [view, edit, exporting],
    }),
    page({
      path: '/finance/claims/rules',
      name: 'claimRule',
      title: ['索赔规则', 'Rules of claims'],
      component: 'list/claimRule',
      permission: 'finance.claimRule',
      operations: [add, view, edit, remove, exporting],
    }),
  ],
  'audit',
)
