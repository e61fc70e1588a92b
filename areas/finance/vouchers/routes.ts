/** Calls of vouchers: what they are made with, generating and exporting them, what they say. */
import { choice, month, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { act } from '#platform/server/calls/verbs.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { usual } from '#platform/server/verbs/usual.ts'
import { exportOf, list, one } from '#platform/server/verbs/verbs.ts'
import { exportVouchers } from './export.ts'
import { fileFormats } from './file-words.ts'
import { generateVouchers } from './generate.ts'
import { linesPage } from './lines-page.ts'
import { loadAccounts, loadColumns, loadRules } from './load-usual.ts'
import {
  voucher,
  voucherAccount,
  voucherAuxiliary,
  voucherBook,
  voucherColumn,
  voucherEntry,
  voucherRule,
  voucherSource,
} from './tables.ts'
import { voucherBalance, voucherCheck } from './views.ts'

const plain = (r: unknown): Resource => r as Resource
const [book, account, auxiliary, rule, vouchers, columns] = [
  voucherBook,
  voucherAccount,
  voucherAuxiliary,
  voucherRule,
  voucher,
  voucherColumn,
].map(plain) as [Resource, Resource, Resource, Resource, Resource, Resource]
const [balance, check] = [plain(voucherBalance), plain(voucherCheck)]

const company = reference('公司主体', 'Legal entity', 'company')
const ofCompany = { companyId: company, month: month('会计期间', 'Period') }
const monthText = (value: unknown): string => asText(value).slice(0, 'YYYY-MM'.length)

const which = { open: [1, '未导出', 'Not exported'], all: [2, '全部', 'All'] } as const

export const voucherRoutes: RouteMap = {
  ...family('VoucherBook', book),
  ...family('VoucherAccount', account),
  ...imported('VoucherAccount', account),
  ...family('VoucherAuxiliary', auxiliary),
  ...imported('VoucherAuxiliary', auxiliary),
  ...family('VoucherRule', rule),
  ...imported('VoucherRule', rule),
  ...family('VoucherColumn', columns),
  ...imported('VoucherColumn', columns),
  'POST /VoucherAccount/loadUsual': usual(
    account,
    { title: ['载入常用科目', 'Load the usual accounts'], input: { companyId: company } },
    (context, input) => loadAccounts(context, asText(input['companyId'])),
  ),
  'POST /VoucherRule/loadUsual': usual(
    rule,
    { title: ['载入常用规则', 'Load the usual rules'], input: { companyId: company } },
    (context, input) => loadRules(context, asText(input['companyId'])),
  ),
  'POST /VoucherColumn/loadUsual': usual(
    columns,
    { title: ['载入默认列', 'Load the usual columns'], input: { format: choice('文件格式', 'Format', fileFormats) } },
    (context, input) => loadColumns(context, Number(input['format'])),
  ),

  'POST /Voucher/list': list(vouchers),
  'GET /Voucher/query/{id}': one(vouchers),
  'POST /Voucher/listExport': exportOf(vouchers),
  'POST /Voucher/generate': act(
    vouchers,
    {
      name: 'generate',
      title: ['生成凭证', 'Generate'],
      over: 'page',
      operation: operations.edit,
      input: ofCompany,
    },
    (context, { input }) => generateVouchers(context, { companyId: asText(input['companyId']), month: monthText(input['month']) }),
  ),
  'POST /Voucher/exportFile': act(
    vouchers,
    {
      name: 'exportFile',
      title: ['导出到财务软件', 'Export for accounting'],
      over: 'page',
      operation: operations.audit,
      input: {
        ...ofCompany,
        format: choice('文件格式', 'Format', fileFormats),
        which: choice('范围', 'Which', which, { default: which.open[0], as: 'radio' }),
      },
      result: 'file',
    },
    (context, { input }) =>
      exportVouchers(context, {
        companyId: asText(input['companyId']),
        month: monthText(input['month']),
        format: Number(input['format']),
        isAll: Number(input['which']) === which.all[0],
      }),
  ),
  'POST /VoucherEntry/list': list(voucherEntry),
  'POST /VoucherEntry/listExport': exportOf(voucherEntry),
  'POST /VoucherSource/list': list(voucherSource),
  'POST /VoucherSource/listExport': exportOf(voucherSource),
  'POST /VoucherSource/lines': act(
    voucherSource,
    { name: 'lines', title: ['查看明细', 'Show its lines'], over: 'row', operation: operations.view, result: 'page' },
    async (context, { input }) => ({ page: await linesPage(context, input['id']) }),
  ),
  'POST /VoucherBalance/list': list(balance),
  'POST /VoucherBalance/listExport': exportOf(balance),
  'POST /VoucherCheck/list': list(check),
  'POST /VoucherCheck/listExport': exportOf(check),
}
