/** 订单核对: findings by order and by marketplace, and the rules they follow. */
import { group, listPage } from '#platform/declare/page.ts'
import { orderFinding, findingLine, checkRule } from './tables.ts'
import { siteCheck } from './site.ts'
import { sizeTier } from './tiers.ts'

export const checkGroup = group(
  'checks',
  ['店铺订单核对', 'Order checks'],
  [
    listPage(orderFinding, '/finance/checks/orders', { name: 'shopOrderCheck', title: ['订单明细核对', 'Findings by order'] }),
    listPage(siteCheck, '/finance/checks/sites', { name: 'shopOrderCheckSite', title: ['站点核对', 'By marketplace'] }),
    listPage(findingLine, '/finance/checks/evidence', { name: 'shopOrderCheckLine' }),
    listPage(checkRule, '/finance/checks/rules', { title: ['核对规则', 'Rules'] }),
    listPage(sizeTier, '/finance/checks/tiers'),
  ],
  'check-square',
)
