/** Claims: what this room adds to finance. */
import { sentence } from '#platform/declare/sentence.ts'
import { timed } from '#platform/server/jobs.ts'
import { claimRoutes } from './routes.ts'
import { ruleLocks } from './rules.ts'
import { findClaims } from './run.ts'
import { claimTables } from './tables.ts'

export const claimPart = {
  resources: Object.values(claimTables),
  routes: claimRoutes,
  rowLocks: ruleLocks,
  timed: [
    timed('amazonClaim.nightly', ['查找亚马逊索赔', 'Claims on Amazon'], {
      at: '04:50',
      work: async inside => {
        const { found, paid, reopened, expired } = await findClaims(inside)
        return sentence`新发现 ${found} 条，已赔付 ${paid} 条，再次打开 ${reopened} 条，过期 ${expired} 条`
      },
    }),
  ],
}
