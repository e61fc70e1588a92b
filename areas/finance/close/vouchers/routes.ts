/** Calls of vouchers: what they are made with, generating and exporting them, what they say. */
import { Integer, Object as O, Record, String as Text } from 'typebox'
import { choice, month, reference } from '#platform/declare/fields.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { act, call, Id, Query, type Context, type RouteMap } from '#platform/server/area.ts'
import { namedId, family, imported, usual, oneRecord, exportOf, list, one } from '#platform/server/records.ts'
import { exportVouchers } from './export.ts'
import { fileFormats } from './file-words.ts'
import { fillEntry } from './fill.ts'
import { generateVouchers, reverseVoucher } from './generate.ts'
import { linesPage } from './lines-page.ts'
import { voucherPaper } from './paper.ts'
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
import { voucherKinds, voucherPermission, voucherStates } from './words.ts'

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

/** A voucher that the asker sees. */
async function named(context: Context, id: unknown): Promise<{ id: string; companyId: string; month: string }> {
  const row = await oneRecord(context, vouchers, namedId(id, voucher.title))
  return { id: row.id, companyId: asText(row['companyId']), month: monthText(row['month']) }
}

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
  'POST /Voucher/exportOne': act(
    vouchers,
    {
      name: 'exportOne',
      title: ['导出', 'Export'],
      over: 'row',
      operation: operations.audit,
      when: { state: [voucherStates.open[0], voucherStates.exported[0], voucherStates.reversed[0]] },
      reason: ['已替换的凭证不再导出', 'A voucher that was replaced is exported no more'],
      input: { format: choice('文件格式', 'Format', fileFormats) },
      result: 'file',
    },
    async (context, { input }) => {
      const { id, companyId, month: of } = await named(context, input['id'])
      return exportVouchers(context, { id, companyId, month: of, format: Number(input['format']), isAll: true })
    },
  ),
  'POST /Voucher/reverse': act(
    vouchers,
    {
      name: 'reverse',
      title: ['冲销', 'Reverse'],
      over: 'row',
      operation: operations.edit,
      when: { state: [voucherStates.exported[0]], kind: [voucherKinds.normal[0]] },
      reason: ['已导出的正常凭证才能冲销', 'Only an exported voucher that is no reversal can be reversed'],
      confirm: [
        '用红字凭证冲销这张凭证？重新生成时按现在的数字再出新凭证。',
        'Reverse it in red? Generating again makes a new one of present figures.',
      ],
    },
    async (context, { input }) => reverseVoucher(context, (await named(context, input['id'])).id),
  ),
  'POST /Voucher/regenerate': act(
    vouchers,
    {
      name: 'regenerate',
      title: ['重新生成', 'Generate again'],
      over: 'row',
      operation: operations.edit,
      confirm: [
        '按现在的数字重新生成这个公司当月的凭证？没有变化的保持不变。',
        'Generate the vouchers of its company and month again? What has not changed stays.',
      ],
    },
    async (context, { input }) => generateVouchers(context, await named(context, input['id'])),
  ),
  'POST /Voucher/paper': call(
    {
      demand: needs(voucherPermission, operations.view),
      summary: '凭证的分录、依据和关联凭证',
      input: Query({ id: Id('凭证') }),
      write: false,
    },
    (context, { input }) => voucherPaper(context, input['id']),
  ),
  'POST /VoucherEntry/fill': call(
    {
      demand: needs(voucherPermission, operations.edit),
      summary: '补填一行分录的核算项目',
      input: O(
        {
          id: Id('分录'),
          version: Integer({ title: '版本' }),
          items: Record(Text(), Id('核算项目'), { title: '核算项目', minProperties: 1 }),
        },
        { additionalProperties: false },
      ),
    },
    (context, { input }) => fillEntry(context, input),
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
