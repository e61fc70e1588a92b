/** Vouchers: what this room adds to finance. */
import type { Area } from '#platform/server/area.ts'
import { voucherRoutes } from './routes.ts'
import { itemsFit, rulesFit } from './rule-checks.ts'
import { voucherTables } from './tables.ts'
import { voucherBalance, voucherCheck } from './views.ts'

export const voucherPart = {
  resources: [...Object.values(voucherTables), voucherBalance, voucherCheck],
  routes: voucherRoutes,
  follows: { voucher_rule: rulesFit, voucher_auxiliary: itemsFit },
} satisfies Partial<Area>
