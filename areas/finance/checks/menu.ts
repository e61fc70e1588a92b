/** 订单核对: findings by order and by marketplace, and the rules they follow. */
import { operations } from '#platform/declare/operations.ts'
import { group, page } from '#platform/declare/page.ts'
import { checkPermission } from './tables.ts'

const { add, view, edit, remove, audit } = operations
const exporting = operations.export

export const checkGroup = group(
  'checks',
  ['店铺订单核对', 'Order checks'],
  [
    page({
      path: '/finance/checks/orders',
      name: 'shopOrderCheck',
      title: ['订单明细核对', 'Findings by order'],
      component: 'list/orderFinding',
      permission: checkPermission,
      operations: [view, edit, exporting, audit],
    }),
    page({
      path: '/finance/checks/sites',
      name: 'shopOrderCheckSite',
      title: ['站点核对', 'By marketplace'],
      component: 'list/orderCheckSite',
      permission: checkPermission,
      operations: [view, edit, exporting, audit],
    }),
    page({
      path: '/finance/checks/evidence',
      name: 'shopOrderCheckLine',
      title: ['核对依据', 'Evidence'],
      component: 'list/orderFindingLine',
      permission: checkPermission,
      operations: [view, edit, exporting, audit],
    }),
    page({
      path: '/finance/checks/rules',
      name: 'orderCheckRule',
      title: ['核对规则', 'Rules'],
      component: 'list/orderCheckRule',
      permission: 'finance.orderCheckRule',
      operations: [add, view, edit, remove, exporting],
    }),
    page({
      path: '/finance/checks/tiers',
      name: 'fbaSizeTier',
      title: ['FBA 尺寸分段', 'FBA size tiers'],
      component: 'list/fbaSizeTier',
      permission: 'finance.orderCheckRule',
      operations: [add, view, edit, remove, exporting],
    }),
  ],
  'check-square',
)
