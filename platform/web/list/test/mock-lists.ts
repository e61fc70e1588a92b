/** Definitions and rows for tests and for looking at the generic pages: a bounded list of money, a small list with a form, the history of imports. */
import type { FieldDefinition, FormItem, ImportDetails, ListAnswer, ListDefinition, Row, UploadDefinition, UploadedFile } from '../../../declare/wire.ts'
import { ok, type MockHandler } from '../../shell/test/mock-api.ts'

const base = '/api-2024'

export function field(name: string, title: string, kind: FieldDefinition['kind'], more: Partial<FieldDefinition> = {}): FieldDefinition {
  return {
    id: name, field: name, title, entityField: null, keyValueList: [], isFilter: (more.filterKind ?? null) !== null, isSort: false, isShow: true, isDisabled: false,
    width: 0, orderBy: null, kind, filterKind: null, conditions: ['EQ', 'IN'], target: null, isTotal: false, currencyField: null, decimals: null, ...more,
  }
}

export function formItem(name: string, title: string, type: FormItem['type'], more: Partial<FormItem> = {}): FormItem {
  return {
    field: name, title, type, kind: 'text', required: false, editDisabled: false, multiple: false, searchable: false, min: null, max: null,
    decimals: null, options: [], target: null, help: null, initial: null, ...more,
  }
}

export function listDefinition(type: string, title: string, result: readonly FieldDefinition[], more: Partial<ListDefinition> = {}): ListDefinition {
  return {
    type, title, result,
    filterList: result.filter((one) => one.isFilter), sortList: result.filter((one) => one.isSort), showList: result.filter((one) => one.isShow),
    calls: { list: { method: 'POST', path: `${base}/${type}/list` } },
    actions: [], form: [], bound: null, defaultSort: null, empty: `还没有${title}`, upload: null, report: null, ...more,
  }
}

export const settlementUpload: UploadDefinition = {
  title: '导入亚马逊结算和交易报告', button: '导入报告', call: { method: 'POST', path: `${base}/AmazonTransactionReport/importData` },
  accept: ['.txt', '.csv', '.xlsx'], maxFiles: 50, maxBytes: 1_073_741_824,
  select: { field: 'shopId', title: '店铺', target: 'shop', required: true }, yearMonth: 'byContent', dateRange: false,
  templates: [{ title: '下载结算报告样例', call: { method: 'GET', path: `${base}/AmazonTransactionReport/template` } }],
}

export const transactions: ListDefinition = listDefinition('amazonTransaction', '交易明细', [
  field('postedOn', '日期', 'date', { filterKind: 'range', isSort: true, width: 110 }),
  field('shopId', '店铺', 'reference', { filterKind: 'select', target: 'shop' }),
  field('type', '交易类型', 'choice', { filterKind: 'select', width: 100, keyValueList: [{ value: 1, label: '订单' }, { value: 2, label: '退款' }, { value: 3, label: '服务费' }] }),
  field('orderId', '订单号', 'text', { filterKind: 'contains', width: 190 }),
  field('sku', '平台 SKU', 'text', { filterKind: 'contains', width: 150 }),
  field('quantity', '数量', 'integer', { width: 80, isTotal: true }),
  field('currency', '币种', 'reference', { filterKind: 'equals', target: 'currency', targetBy: 'code', width: 80 }),
  field('productSales', '商品销售额', 'money', { isTotal: true, isSort: true, currencyField: 'currency' }),
  field('sellingFees', '销售费用', 'money', { isTotal: true, currencyField: 'currency' }),
  field('fbaFees', 'FBA 费用', 'money', { isTotal: true, currencyField: 'currency' }),
  field('total', '合计', 'money', { isTotal: true, isSort: true, filterKind: 'range', currencyField: 'currency' }),
  field('auditState', '审核', 'choice', { filterKind: 'select', width: 90, keyValueList: [{ value: 0, label: '未审核' }, { value: 1, label: '已审核' }] }),
  field('createdAt', '创建时间', 'dateTime', { isShow: false }),
], {
  bound: { field: 'postedOn', days: 90 },
  defaultSort: { field: 'postedOn', way: 'DESC' },
  empty: '导入亚马逊的结算或交易报告后，每一行收支都显示在这里',
  calls: {
    list: { method: 'POST', path: `${base}/AmazonTransactionReport/list` },
    update: { method: 'POST', path: `${base}/AmazonTransactionReport/update` },
    export: { method: 'POST', path: `${base}/AmazonTransactionReport/listExport` },
  },
  form: [formItem('remark', '备注', 'textarea', { max: 200 })],
  actions: [
    { name: 'audit', title: '批量审核', call: { method: 'POST', path: `${base}/AmazonTransactionReport/batchAudit` }, over: 'rows', operation: 7, confirm: '确定要审核所选 {n} 行吗？', input: [], body: { audit: 1 } },
    { name: 'unAudit', title: '反审核', call: { method: 'POST', path: `${base}/AmazonTransactionReport/batchAudit` }, over: 'rows', operation: 7, confirm: '确定要反审核所选 {n} 行吗？', input: [], body: { audit: 0 } },
    { name: 'sync', title: '同步数据', call: { method: 'POST', path: `${base}/AmazonTransactionReport/syncData` }, over: 'page', operation: 3, confirm: null, input: [formItem('month', '月份', 'month', { required: true, kind: 'month' })], body: {} },
  ],
  upload: settlementUpload,
})

export const countries: ListDefinition = listDefinition('country', '国家', [
  field('code', '代码', 'text', { filterKind: 'contains', isSort: true, width: 90 }),
  field('name', '名称', 'text', { filterKind: 'contains', width: 160 }),
  field('region', '地区', 'choice', { filterKind: 'select', keyValueList: [{ value: 1, label: '北美' }, { value: 2, label: '欧洲' }, { value: 3, label: '亚洲' }] }),
  field('isOpen', '已开站', 'flag', { filterKind: 'select', conditions: ['EQ'], keyValueList: [{ value: 1, label: '是' }, { value: 0, label: '否' }], width: 80 }),
], {
  calls: {
    list: { method: 'GET', path: `${base}/countryManage/list` },
    add: { method: 'POST', path: `${base}/countryManage/insert` },
    update: { method: 'POST', path: `${base}/countryManage/update` },
    remove: { method: 'POST', path: `${base}/countryManage/delete` },
    export: { method: 'POST', path: `${base}/countryManage/export` },
  },
  form: [
    formItem('code', '代码', 'text', { required: true, max: 2, editDisabled: true, help: '两位大写字母，例如 US' }),
    formItem('name', '名称', 'text', { required: true, max: 50 }),
    formItem('region', '地区', 'select', { kind: 'choice', required: true, options: [{ value: 1, label: '北美' }, { value: 2, label: '欧洲' }, { value: 3, label: '亚洲' }] }),
    formItem('currencyCode', '币种', 'select', { kind: 'reference', target: 'currency', targetBy: 'code', searchable: true }),
    formItem('taxRate', '税率', 'number', { kind: 'decimal', decimals: 4, min: 0 }),
    formItem('openedOn', '开站日期', 'date', { kind: 'date' }),
    formItem('isOpen', '已开站', 'switch', { kind: 'flag' }),
  ],
})

export const importHistory: ListDefinition = listDefinition('fileImportHistory', '导入记录', [
  field('fileName', '文件', 'text', { filterKind: 'contains', width: 280 }),
  field('kindTitle', '报告类型', 'text', { width: 140 }),
  field('shopId', '店铺', 'reference', { filterKind: 'select', target: 'shop' }),
  field('state', '状态', 'choice', { filterKind: 'select', keyValueList: [{ value: 1, label: '已完成' }, { value: 2, label: '未导入' }], width: 90 }),
  field('linesMerged', '新增行', 'integer', {}),
  field('createdAt', '导入时间', 'dateTime', { isSort: true }),
], { calls: { list: { method: 'POST', path: `${base}/fileImportHistory/list` }, remove: { method: 'POST', path: `${base}/fileImportHistory/delete` } }, upload: settlementUpload })

const skus = ['ZG-LAMP-01', 'ZG-LAMP-02', 'ZG-CUP-RED-350ML', 'ZG-TENT-4P', 'ZG-MAT']

/** A row of the transactions list, made from its number. */
export function transactionRow(at: number): Row {
  const isRefund = at % 7 === 3
  const currency = at % 5 === 4 ? 'EUR' : 'USD'
  const sales = `${isRefund ? '-' : ''}${(at * 37) % 900}.${String((at * 13) % 100).padStart(2, '0')}5`
  return {
    id: `row-${at}`, version: 1, postedOn: `2026-10-${String(28 - (at % 28)).padStart(2, '0')}`, shopId: String(1 + (at % 3)), shopIdLabel: ['深圳美国一店', '深圳德国店', '香港日本店'][at % 3],
    type: isRefund ? 2 : at % 9 === 8 ? 3 : 1, orderId: at % 9 === 8 ? null : `114-${1_000_000 + at * 7919}-${2_000_000 + at * 104_729}`, sku: skus[at % skus.length],
    quantity: isRefund ? -1 : 1, currency, currencyLabel: currency === 'USD' ? '美元' : '欧元', productSales: sales, sellingFees: isRefund ? '3.12' : '-12.3456', fbaFees: at % 4 === 0 ? null : '-5.41',
    total: isRefund ? '-33.335' : '45.6789', auditState: at % 2, createdAt: '2026-11-02T08:30:00+08:00',
  }
}

export const transactionTotal = 1284

export function transactionAnswer(pageNum: number, pageSize: number): ListAnswer {
  const from = (pageNum - 1) * pageSize
  return {
    list: Array.from({ length: Math.min(pageSize, transactionTotal - from) }, (_, at) => transactionRow(from + at)),
    total: transactionTotal, pageNum, pageSize,
    totals: { quantity: '1102', productSales: null, sellingFees: null, fbaFees: null, total: null },
    totalsByCurrency: {
      productSales: { USD: '458211.125', EUR: '90211.50' }, sellingFees: { USD: '-15822.3456', EUR: '-2211.00' }, fbaFees: { USD: '-8911.41', EUR: '-1203.20' }, total: { USD: '433477.3694', EUR: '86797.30' },
    },
  }
}

export const countryRows: readonly Row[] = [
  { id: '1', version: 3, code: 'US', name: '美国', region: 1, currencyCode: 'USD', currencyCodeLabel: '美元', taxRate: '0.0725', openedOn: '2019-03-01', isOpen: true },
  { id: '2', version: 1, code: 'DE', name: '德国', region: 2, currencyCode: 'EUR', currencyCodeLabel: '欧元', taxRate: '0.19', openedOn: '2020-06-15', isOpen: true },
  { id: '3', version: 1, code: 'JP', name: '日本', region: 3, currencyCode: 'JPY', currencyCodeLabel: '日元', taxRate: '0.10', openedOn: null, isOpen: false },
]

export function importDetails(more: Partial<ImportDetails> = {}): ImportDetails {
  return {
    id: '71', fileName: '结算报告-2026-09-美国站.txt', kind: 'settlement', kindTitle: '结算报告（V2）', shopId: '1', shopIdLabel: '深圳美国一店', state: 'done', progress: 1, step: '汇总',
    lines: { read: 4812, merged: 4765, unchanged: 47, refused: 0 }, errors: [], errorsTotal: 0,
    unmappedTypes: [{ title: '其他交易 / 新型仓储附加费', lines: 12, amount: '-38.4' }], unmappedSkus: [{ sku: 'ZG-NEW-01', lines: 3 }],
    controlTotals: [{ name: '结算单 11872391', currency: 'USD', file: '20311.45', merged: '20198.12', unchanged: '113.33', difference: '0.00' }],
    notes: [], startedAt: '2026-11-20T10:00:00+08:00', finishedAt: '2026-11-20T10:00:09+08:00', createdAt: '2026-11-20T10:00:00+08:00', createdBy: '陈会计', ...more,
  }
}

export const refusedImport = importDetails({
  id: '72', fileName: '交易报告-2026-10-德国站.csv', kindTitle: '交易报告（德语）', shopIdLabel: '深圳德国店', state: 'refused', lines: { read: 1203, merged: 0, unchanged: 0, refused: 2 }, errorsTotal: 2,
  errors: [
    { line: 118, column: 'Gesamt', value: '1.2345,1', reason: '金额不是此文件的写法（1.234,56）' },
    { line: 640, column: 'Datum/Uhrzeit', value: '31.02.2026 10:11:12 UTC', reason: '没有这一天' },
  ],
  unmappedTypes: [], unmappedSkus: [], controlTotals: [],
})

export const uploadedSettlement: UploadedFile = {
  id: 'f1', link: `${base}/fileUpload/down2?id=f1`, name: '结算报告.txt', size: 1_204_221, type: 'text/plain',
  recognised: { kind: 'settlement', kindTitle: '结算报告', month: null, shopId: '1' },
}

const options: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  shop: [{ value: '1', label: '深圳美国一店' }, { value: '2', label: '深圳德国店' }, { value: '3', label: '香港日本店' }],
  currency: [{ value: 'USD', label: '美元' }, { value: 'EUR', label: '欧元' }, { value: 'JPY', label: '日元' }],
}

const bodyOf = (body: unknown): Readonly<Record<string, unknown>> => (typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {})
const number = (value: unknown, absent: number): number => (typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : absent)

/** Answers to everything the generic pages ask. */
export const listHandlers: Readonly<Record<string, MockHandler>> = {
  'POST /listField/getByType': ({ body }) => ok([transactions, countries, importHistory].find((one) => one.type === bodyOf(body).type)),
  'POST /listField/options': ({ body }) => {
    const { type, keyword, ids } = bodyOf(body)
    const all = options[String(type)] ?? []
    if (Array.isArray(ids) && ids.length > 0) return ok(all.filter((one) => ids.includes(one.value)))
    return ok(all.filter((one) => one.label.includes(String(keyword ?? ''))))
  },
  'POST /AmazonTransactionReport/list': ({ body }) => ok(transactionAnswer(number(bodyOf(body).pageNum, 1), number(bodyOf(body).pageSize, 10))),
  'POST /AmazonTransactionReport/update': () => ok({ id: 'row-0', version: 2 }),
  'POST /AmazonTransactionReport/batchAudit': () => ok(null),
  'POST /AmazonTransactionReport/syncData': () => ok({ taskId: '9' }),
  'POST /AmazonTransactionReport/importData': () => ok({ taskId: '7', importIds: ['71'] }),
  'GET /countryManage/list': ({ query }) => ok({ list: countryRows, total: countryRows.length, pageNum: number(query.get('pageNum'), 1), pageSize: number(query.get('pageSize'), 10) } satisfies ListAnswer),
  'POST /countryManage/insert': () => ok({ id: '4' }),
  'POST /countryManage/update': () => ok({ id: '1', version: 4 }),
  'POST /countryManage/delete': () => ok({ deleted: 1 }),
  'POST /fileImportHistory/list': () =>
    ok({
      list: [importDetails(), refusedImport].map((one) => ({ id: one.id, fileName: one.fileName, kindTitle: one.kindTitle, shopId: '1', shopIdLabel: one.shopIdLabel, state: one.state === 'done' ? 1 : 2, linesMerged: one.lines.merged, createdAt: one.createdAt })),
      total: 2, pageNum: 1, pageSize: 10,
    }),
  'POST /fileImportHistory/details': ({ body }) => ok(bodyOf(body).id === '72' ? refusedImport : importDetails()),
  'POST /fileImportHistory/cancel': () => ok(null),
  'POST /fileImportHistory/delete': () => ok(null),
  'POST /fileUpload/upload': () => ok(uploadedSettlement),
  'POST /fileUpload/delete': () => ok(null),
  'POST /task/query': () =>
    ok({
      list: [
        { taskId: '7', title: '导入 结算报告-2026-09-美国站.txt', state: 'running', progress: 0.42, step: '合并', createdAt: new Date(Date.now() - 20_000).toISOString(), importIds: ['71'] },
        { taskId: '6', title: '导出 交易明细', state: 'done', progress: 1, step: '', createdAt: '2026-11-20T09:12:00+08:00', importIds: [], link: `${base}/fileUpload/down2?id=x` },
      ],
    }),
}
