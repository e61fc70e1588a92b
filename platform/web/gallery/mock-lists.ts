/** Rows, imports and answers for tests and for looking at the generic pages. */
import { asText } from '#platform/format/text.ts'
import type { ImportDetails, ListAnswer, Row } from '../../declare/wire.ts'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { ok, type MockHandler } from './mock-api.ts'
import { countries, importHistory, transactions } from './mock-definitions.ts'

const base = '/api-2024'

const skus = ['ZG-LAMP-01', 'ZG-LAMP-02', 'ZG-CUP-RED-350ML', 'ZG-TENT-4P', 'ZG-MAT']

/** A row of the transactions list, made from its number. */
function transactionRow(at: number): Row {
  const isRefund = at % 7 === 3
  const currency = at % 5 === 4 ? 'EUR' : 'USD'
  const sales = `${isRefund ? '-' : ''}${(at * 37) % 900}.${String((at * 13) % 100).padStart(2, '0')}5`
  return {
    id: `row-${at}`,
    version: 1,
    postedOn: `2026-10-${String(28 - (at % 28)).padStart(2, '0')}`,
    shopId: String(1 + (at % 3)),
    shopIdLabel: ['深圳美国一店', '深圳德国店', '香港日本店'][at % 3],
    type: isRefund ? 2 : at % 9 === 8 ? 3 : 1,
    orderId: at % 9 === 8 ? null : `114-${1_000_000 + at * 7919}-${2_000_000 + at * 104_729}`,
    sku: skus[at % skus.length],
    quantity: isRefund ? -1 : 1,
    currency,
    currencyLabel: currency === 'USD' ? '美元' : '欧元',
    productSales: sales,
    sellingFees: isRefund ? '3.12' : '-12.3456',
    fbaFees: at % 4 === 0 ? null : '-5.41',
    total: isRefund ? '-33.335' : '45.6789',
    auditState: at % 2,
    createdAt: '2026-11-02T08:30:00+08:00',
  }
}

const transactionTotal = 1284

function transactionAnswer(pageNum: number, pageSize: number): ListAnswer {
  const from = (pageNum - 1) * pageSize
  return {
    list: Array.from({ length: Math.min(pageSize, transactionTotal - from) }, (_, at) => transactionRow(from + at)),
    total: transactionTotal,
    pageNum,
    pageSize,
    totals: { quantity: '1102', productSales: null, sellingFees: null, fbaFees: null, total: null },
    totalsByCurrency: {
      productSales: { USD: '458211.125', EUR: '90211.50' },
      sellingFees: { USD: '-15822.3456', EUR: '-2211.00' },
      fbaFees: { USD: '-8911.41', EUR: '-1203.20' },
      total: { USD: '433477.3694', EUR: '86797.30' },
    },
  }
}

export const countryRows: readonly Row[] = [
  {
    id: '1',
    version: 3,
    code: 'US',
    name: '美国',
    region: 1,
    currencyCode: 'USD',
    currencyCodeLabel: '美元',
    taxRate: '0.0725',
    openedOn: '2019-03-01',
    isOpen: true,
  },
  {
    id: '2',
    version: 1,
    code: 'DE',
    name: '德国',
    region: 2,
    currencyCode: 'EUR',
    currencyCodeLabel: '欧元',
    taxRate: '0.19',
    openedOn: '2020-06-15',
    isOpen: true,
  },
  {
    id: '3',
    version: 1,
    code: 'JP',
    name: '日本',
    region: 3,
    currencyCode: 'JPY',
    currencyCodeLabel: '日元',
    taxRate: '0.10',
    openedOn: null,
    isOpen: false,
  },
]

export function importDetails(more: Partial<ImportDetails> = {}): ImportDetails {
  return {
    id: '71',
    fileName: '结算报告-2026-09-美国站.txt',
    kind: 'settlement',
    kindTitle: '结算报告（V2）',
    shopId: '1',
    shopIdLabel: '深圳美国一店',
    ownerName: null,
    doubts: [],
    accepted: null,
    state: 'done',
    progress: 1,
    step: '汇总',
    lines: { read: 4812, merged: 4765, unchanged: 47, refused: 0 },
    errors: [],
    errorsTotal: 0,
    unmappedTypes: [{ title: '其他交易 / 新型仓储附加费', lines: 12, amount: '-38.4' }],
    unmappedSkus: [{ sku: 'ZG-NEW-01', lines: 3 }],
    controlTotals: [
      { name: 'total', title: '合计', currency: 'USD', file: '20311.45', merged: '20198.12', unchanged: '113.33', difference: '0.00' },
    ],
    notes: [],
    startedAt: '2026-11-20T10:00:00+08:00',
    finishedAt: '2026-11-20T10:00:09+08:00',
    createdAt: '2026-11-20T10:00:00+08:00',
    createdBy: '陈会计',
    ...more,
  }
}

export const refusedImport = importDetails({
  id: '72',
  fileName: '交易报告-2026-10-德国站.csv',
  kindTitle: '交易报告（德语）',
  shopIdLabel: '深圳德国店',
  state: 'refused',
  lines: { read: 1203, merged: 0, unchanged: 0, refused: 2 },
  errorsTotal: 2,
  errors: [
    { line: 118, column: 'Gesamt', value: '1.2345,1', reason: '金额不是此文件的写法（1.234,56）' },
    { line: 640, column: 'Datum/Uhrzeit', value: '31.02.2026 10:11:12 UTC', reason: '没有这一天' },
  ],
  unmappedTypes: [],
  unmappedSkus: [],
  controlTotals: [],
})

export const uploadedSettlement: UploadedFile = {
  id: 'f1',
  link: `${base}/fileUpload/down2?id=f1`,
  name: '结算报告.txt',
  size: 1_204_221,
  type: 'text/plain',
  recognised: { kind: 'settlement', kindTitle: '结算报告', month: null, shopId: '1' },
}

const options: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  shop: [
    { value: '1', label: '深圳美国一店' },
    { value: '2', label: '深圳德国店' },
    { value: '3', label: '香港日本店' },
  ],
  currency: [
    { value: 'USD', label: '美元' },
    { value: 'EUR', label: '欧元' },
    { value: 'JPY', label: '日元' },
  ],
}

const bodyOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
const number = (value: unknown, absent: number): number =>
  typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : absent

/** Answers to everything the generic pages ask. */
export const listHandlers: Readonly<Record<string, MockHandler>> = {
  'POST /listField/getByType': ({ body }) => ok([transactions, countries, importHistory].find(one => one.type === bodyOf(body).type)),
  'POST /listField/options': ({ body }) => {
    const { type, keyword, ids } = bodyOf(body)
    const all = options[String(type)] ?? []
    if (Array.isArray(ids) && ids.length > 0) return ok(all.filter(one => ids.includes(one.value)))
    return ok(all.filter(one => one.label.includes(asText(keyword ?? ''))))
  },
  'POST /AmazonTransactionReport/list': ({ body }) =>
    ok(transactionAnswer(number(bodyOf(body).pageNum, 1), number(bodyOf(body).pageSize, 10))),
  'POST /AmazonTransactionReport/update': () => ok({ id: 'row-0', version: 2 }),
  'POST /AmazonTransactionReport/batchAudit': () => ok(null),
  'POST /AmazonTransactionReport/syncData': () => ok({ taskId: '9' }),
  'POST /AmazonTransactionReport/importData': () => ok({ taskId: '7', importIds: ['71'] }),
  'GET /countryManage/list': ({ query }) =>
    ok({
      list: countryRows,
      total: countryRows.length,
      pageNum: number(query.get('pageNum'), 1),
      pageSize: number(query.get('pageSize'), 10),
    } satisfies ListAnswer),
  'POST /countryManage/insert': () => ok({ id: '4' }),
  'POST /countryManage/update': () => ok({ id: '1', version: 4 }),
  'POST /countryManage/delete': () => ok({ deleted: 1 }),
  'POST /fileImportHistory/list': () =>
    ok({
      list: [importDetails(), refusedImport].map(one => ({
        id: one.id,
        fileName: one.fileName,
        kindTitle: one.kindTitle,
        shopId: '1',
        shopIdLabel: one.shopIdLabel,
        state: one.state === 'done' ? 1 : 2,
        linesMerged: one.lines.merged,
        createdAt: one.createdAt,
      })),
      total: 2,
      pageNum: 1,
      pageSize: 10,
    }),
  'POST /fileImportHistory/details': ({ body }) => ok(bodyOf(body).id === '72' ? refusedImport : importDetails()),
  'POST /fileImportHistory/cancel': () => ok(null),
  'POST /fileImportHistory/delete': () => ok(null),
  'POST /fileUpload/upload': () => ok(uploadedSettlement),
  'POST /fileUpload/delete': () => ok(null),
  'POST /task/query': () =>
    ok({
      list: [
        {
          taskId: '7',
          title: '导入 结算报告-2026-09-美国站.txt',
          state: 'running',
          progress: 0.42,
          step: '合并',
          createdAt: new Date(Date.now() - 20_000).toISOString(),
          importIds: ['71'],
        },
        {
          taskId: '6',
          title: '导出 交易明细',
          state: 'done',
          progress: 1,
          step: '',
          createdAt: '2026-11-20T09:12:00+08:00',
          importIds: [],
          link: `${base}/fileUpload/down2?id=x`,
        },
      ],
    }),
}
