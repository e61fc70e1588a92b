/** Formats of accounting software, and what a column of their files can hold. Pure. */
import type { AuxiliaryKind } from './words.ts'

export const fileFormats = {
  cloud: [1, '金蝶云星空', 'Kingdee Cloud'],
  kis: [2, '金蝶 KIS', 'Kingdee KIS'],
  u8: [3, '用友 U8', 'Yonyou U8'],
} as const
export type FileFormat = keyof typeof fileFormats
export const formatOf = (code: number): FileFormat | undefined =>
  (Object.keys(fileFormats) as FileFormat[]).find(name => fileFormats[name][0] === code)

/** From 10 on of the voucher, from 30 on of the entry. */
export const sources = {
  fixed: [1, '固定值', 'Fixed value'],
  serial: [10, '凭证序号', 'Voucher by its place in the file'],
  date: [11, '凭证日期', 'Voucher date'],
  year: [12, '会计年度', 'Year'],
  period: [13, '会计期间（月）', 'Period (month)'],
  word: [14, '凭证字', 'Voucher word'],
  wordCode: [15, '凭证字编码', 'Code of the voucher word'],
  number: [16, '凭证号', 'Voucher number'],
  bookCode: [17, '账簿编码', 'Code of the books'],
  companyName: [18, '公司名称', 'Name of the company'],
  bookOrgCode: [19, '核算组织编码', 'Code of the organisation'],
  preparer: [20, '制单人', 'Prepared by'],
  line: [30, '分录序号', 'Entry by its place in the file'],
  summary: [31, '摘要', 'Explanation'],
  accountCode: [32, '科目编码', 'Code of the account'],
  accountName: [33, '科目名称', 'Name of the account'],
  currency: [34, '币种代码', 'Currency'],
  cloudCurrency: [35, '金蝶币别编码', 'Currency as Kingdee Cloud codes it'],
  rateTypeCode: [36, '汇率类型编码', 'Code of the rate type'],
  rate: [37, '汇率', 'Rate'],
  amount: [38, '原币金额', 'Amount in its currency'],
  debit: [39, '借方金额', 'Debit'],
  credit: [40, '贷方金额', 'Credit'],
  foreignAmount: [41, '外币金额（本位币留空）', 'Foreign amount'],
  foreignRate: [42, '外币汇率（本位币留空）', 'Foreign rate'],
  items: [43, '全部核算项目', 'All auxiliary items'],
  departmentCode: [51, '部门编码', 'Code of the department'],
  personCode: [52, '个人编码', 'Code of the person'],
  customerCode: [53, '客户编码', 'Code of the customer'],
  supplierCode: [54, '供应商编码', 'Code of the supplier'],
  shopCode: [55, '店铺编码', 'Code of the shop'],
  projectCode: [56, '项目编码', 'Code of the project'],
  departmentName: [61, '部门名称', 'Name of the department'],
  personName: [62, '个人名称', 'Name of the person'],
  customerName: [63, '客户名称', 'Name of the customer'],
  supplierName: [64, '供应商名称', 'Name of the supplier'],
  shopName: [65, '核算店铺名称', 'Name of the shop item'],
  projectName: [66, '项目名称', 'Name of the project'],
} as const
export type ColumnSource = keyof typeof sources
export const sourceOf = (code: number): ColumnSource | undefined =>
  (Object.keys(sources) as ColumnSource[]).find(name => sources[name][0] === code)
const firstOfEntry = 30
/** Said on the first line of each voucher alone, in the sheet that has voucher and entries beside each other. */
export const isOfVoucher = (source: ColumnSource): boolean => {
  const [code] = sources[source]
  return code >= sources.serial[0] && code < firstOfEntry
}

export interface FileColumn {
  readonly heading: string
  readonly key: string
  readonly source: ColumnSource
  readonly fixed: string
}
const column = (heading: string, source: ColumnSource, key = '', fixed = ''): FileColumn => ({ heading, key, source, fixed })
const flex = (n: string, heading: string, kind: AuxiliaryKind): FileColumn =>
  column(`(分录)核算维度#${heading}编码`, `${kind}Code`, `FDetailID#${n}`)

/** As the formats are known; no accounting software was at hand to read the files in. */
export const builtInColumns: Readonly<Record<FileFormat, readonly FileColumn[]>> = {
  cloud: [
    column('*单据头(序号)', 'serial', 'FBillHead(GL_VOUCHER)'),
    column('*(单据头)账簿#编码', 'bookCode', 'FAccountBookID'),
    column('(单据头)账簿#名称', 'companyName', 'FAccountBookID#Name'),
    column('*(单据头)日期', 'date', 'FDate'),
    column('(单据头)业务日期', 'date', 'FBUSDATE'),
    column('*(单据头)会计年度', 'year', 'FYEAR'),
    column('*(单据头)期间', 'period', 'FPERIOD'),
    column('*(单据头)凭证字#编码', 'wordCode', 'FVOUCHERGROUPID'),
    column('(单据头)凭证字#名称', 'word', 'FVOUCHERGROUPID#Name'),
    column('*(单据头)凭证号', 'number', 'FVOUCHERGROUPNO'),
    column('*(单据头)核算组织#编码', 'bookOrgCode', 'FACCBOOKORGID'),
    column('*分录(序号)', 'line', 'FEntity'),
    column('(分录)摘要', 'summary', 'FEXPLANATION'),
    column('*(分录)科目编码#编码', 'accountCode', 'FACCOUNTID'),
    column('(分录)科目编码#名称', 'accountName', 'FACCOUNTID#Name'),
    flex('FFLEX4', '供应商', 'supplier'),
    flex('FFLEX5', '部门', 'department'),
    flex('FFLEX6', '客户', 'customer'),
    flex('FFLEX7', '员工', 'person'),
    flex('FF100002', '店铺', 'shop'),
    flex('FF100003', '项目', 'project'),
    column('*(分录)币别#编码', 'cloudCurrency', 'FCURRENCYID'),
    column('*(分录)汇率类型#编码', 'rateTypeCode', 'FEXCHANGERATETYPE'),
    column('(分录)汇率', 'rate', 'FEXCHANGERATE'),
    column('(分录)原币金额', 'amount', 'FAMOUNTFOR'),
    column('(分录)借方金额', 'debit', 'FDEBIT'),
    column('(分录)贷方金额', 'credit', 'FCREDIT'),
  ],
  kis: [
    column('凭证日期', 'date'),
    column('凭证字', 'word'),
    column('凭证号', 'number'),
    column('附件数', 'fixed', '', '0'),
    column('摘要', 'summary'),
    column('科目代码', 'accountCode'),
    column('科目名称', 'accountName'),
    column('借方金额', 'debit'),
    column('贷方金额', 'credit'),
    column('核算项目', 'items'),
  ],
  u8: [
    column('日期', 'date'),
    column('字', 'word'),
    column('号', 'number'),
    column('附单据数', 'fixed', '', '0'),
    column('摘要', 'summary'),
    column('科目', 'accountCode'),
    column('借', 'debit'),
    column('贷', 'credit'),
    column('数量', 'fixed', '', '0'),
    column('外币', 'foreignAmount'),
    column('汇率', 'foreignRate'),
    column('制单人', 'preparer'),
    column('结算方式', 'fixed'),
    column('票号', 'fixed'),
    column('票据日期', 'fixed'),
    column('部门', 'departmentCode'),
    column('个人', 'personCode'),
    column('客户', 'customerCode'),
    column('供应商', 'supplierCode'),
    column('业务员', 'fixed'),
    column('项目', 'projectCode'),
  ],
}
