/** 凭证: pages of this room. */
import { group, listPage } from '#platform/declare/page.ts'
import {
  voucher,
  voucherEntry,
  voucherSource,
  voucherRule,
  voucherAccount,
  voucherAuxiliary,
  voucherBook,
  voucherColumn,
} from './tables.ts'
import { voucherBalance, voucherCheck } from './views.ts'

export const voucherGroup = group(
  'vouchers',
  ['凭证', 'Vouchers'],
  [
    listPage(voucher, '/finance/vouchers/list'),
    listPage(voucherEntry, '/finance/vouchers/entries'),
    listPage(voucherSource, '/finance/vouchers/sources'),
    listPage(voucherBalance, '/finance/vouchers/balance'),
    listPage(voucherCheck, '/finance/vouchers/check'),
    listPage(voucherRule, '/finance/vouchers/rules'),
    listPage(voucherAccount, '/finance/vouchers/accounts'),
    listPage(voucherAuxiliary, '/finance/vouchers/items'),
    listPage(voucherBook, '/finance/vouchers/books'),
    listPage(voucherColumn, '/finance/vouchers/columns'),
  ],
  'book',
)
