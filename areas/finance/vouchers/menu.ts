/** 凭证: pages of this room. */
import { operations } from '#platform/declare/operations.ts'
import { group, page } from '#platform/declare/page.ts'
import { accountPermission, columnPermission, rulePermission, voucherPermission } from './words.ts'

const { add, view, edit, remove, audit } = operations
const [importing, exporting] = [operations.import, operations.export]
const kept = [add, view, edit, remove, importing, exporting]

export const voucherGroup = group(
  'vouchers',
  ['凭证', 'Vouchers'],
  [
    page({
      path: '/finance/vouchers/list',
      name: 'voucher',
      title: ['凭证', 'Vouchers'],
      component: 'list/voucher',
      permission: voucherPermission,
      operations: [view, edit, exporting, audit],
    }),
    page({
      path: '/finance/vouchers/entries',
      name: 'voucherEntry',
      title: ['凭证分录', 'Entries'],
      component: 'list/voucherEntry',
      permission: voucherPermission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/vouchers/sources',
      name: 'voucherSource',
      title: ['凭证依据', 'What vouchers rest on'],
      component: 'list/voucherSource',
      permission: voucherPermission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/vouchers/balance',
      name: 'voucherBalance',
      title: ['科目余额表', 'Trial balance'],
      component: 'list/voucherBalance',
      permission: voucherPermission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/vouchers/check',
      name: 'voucherCheck',
      title: ['凭证核对', 'Vouchers against the profit'],
      component: 'list/voucherCheck',
      permission: voucherPermission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/vouchers/rules',
      name: 'voucherRule',
      title: ['凭证规则', 'Voucher rules'],
      component: 'list/voucherRule',
      permission: rulePermission,
      operations: kept,
    }),
    page({
      path: '/finance/vouchers/accounts',
      name: 'voucherAccount',
      title: ['会计科目', 'Chart of accounts'],
      component: 'list/voucherAccount',
      permission: accountPermission,
      operations: kept,
    }),
    page({
      path: '/finance/vouchers/items',
      name: 'voucherAuxiliary',
      title: ['辅助核算项目', 'Auxiliary items'],
      component: 'list/voucherAuxiliary',
      permission: accountPermission,
      operations: kept,
    }),
    page({
      path: '/finance/vouchers/books',
      name: 'voucherBook',
      title: ['账簿', 'Books'],
      component: 'list/voucherBook',
      permission: accountPermission,
      operations: [add, view, edit, remove, exporting],
    }),
    page({
      path: '/finance/vouchers/columns',
      name: 'voucherColumn',
      title: ['凭证导出模板', 'Columns of voucher files'],
      component: 'list/voucherColumn',
      permission: columnPermission,
      operations: kept,
    }),
  ],
  'book',
)
