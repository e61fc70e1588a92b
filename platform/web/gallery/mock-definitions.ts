/** Definitions for tests of the generic pages: a bounded list of money, a small list with a form, the history of imports. */
import type { FilterAs } from '../../declare/fields.ts'
import type { FieldDefinition, FormItem, ListDefinition, UploadDefinition } from '../../declare/wire.ts'

const base = '/api-2024'

/** As the server chooses (platform/server/lists/filter-as.ts). */
function filterAsOf(kind: FieldDefinition['kind'], { filterKind = null, keyValueList = [] }: Partial<FieldDefinition>): FilterAs | null {
  if (filterKind === null) return null
  const isDay = kind === 'date' || kind === 'dateTime' || kind === 'month'
  if (filterKind === 'range') return isDay ? 'dateRange' : 'numberRange'
  if (isDay) return 'date'
  if (kind === 'flag') return 'radio'
  if (keyValueList.length > 0) return filterKind === 'select' ? 'tags' : 'radio'
  return kind === 'reference' && filterKind !== 'contains' ? 'select' : 'text'
}

export function field(name: string, title: string, kind: FieldDefinition['kind'], more: Partial<FieldDefinition> = {}): FieldDefinition {
  return {
    id: name,
    field: name,
    title,
    entityField: null,
    keyValueList: [],
    isFilter: (more.filterKind ?? null) !== null,
    isSort: false,
    isShow: true,
    isDisabled: false,
    width: 0,
    orderBy: null,
    kind,
    filterKind: null,
    filterAs: filterAsOf(kind, more),
    conditions: kind === 'date' || kind === 'dateTime' ? ['EQ', 'BETWEEN', 'THIS_MONTH', 'LAST_7_DAYS'] : ['EQ', 'IN'],
    target: null,
    isTotal: false,
    currencyField: null,
    decimals: null,
    ...more,
  }
}

export function formItem(name: string, title: string, type: FormItem['type'], more: Partial<FormItem> = {}): FormItem {
  return {
    field: name,
    title,
    type,
    kind: 'text',
    required: false,
    editDisabled: false,
    multiple: false,
    searchable: false,
    min: null,
    max: null,
    decimals: null,
    options: [],
    target: null,
    help: null,
    initial: null,
    ...more,
  }
}

export function listDefinition(
  type: string,
  title: string,
  result: readonly FieldDefinition[],
  more: Partial<ListDefinition> = {},
): ListDefinition {
  return {
    type,
    title,
    result,
    filterList: result.filter(one => one.isFilter),
    sortList: result.filter(one => one.isSort),
    showList: result.filter(one => one.isShow),
    calls: { list: { method: 'POST', path: `${base}/${type}/list` } },
    actions: [],
    form: [],
    bound: null,
    defaultSort: null,
    empty: `还没有${title}`,
    upload: null,
    report: null,
    ...more,
  }
}

export const settlementUpload: UploadDefinition = {
  title: '导入亚马逊结算和交易报告',
  button: '导入报告',
  call: { method: 'POST', path: `${base}/AmazonTransactionReport/importData` },
  accept: ['.txt', '.csv', '.xlsx'],
  maxFiles: 50,
  maxBytes: 1_073_741_824,
  select: { field: 'shopId', title: '店铺', target: 'shop', required: true },
  yearMonth: 'byContent',
  dateRange: false,
  templates: [{ title: '下载结算报告样例', call: { method: 'GET', path: `${base}/AmazonTransactionReport/template` } }],
}

export const transactions: ListDefinition = listDefinition(
  'amazonTransaction',
  '交易明细',
  [
    field('postedOn', '日期', 'date', { filterKind: 'range', isSort: true, width: 110 }),
    field('shopId', '店铺', 'reference', { filterKind: 'select', target: 'shop' }),
    field('type', '交易类型', 'choice', {
      filterKind: 'select',
      width: 100,
      keyValueList: [
        { value: 1, label: '订单' },
        { value: 2, label: '退款' },
        { value: 3, label: '服务费' },
      ],
    }),
    field('orderId', '订单号', 'text', { filterKind: 'contains', width: 190 }),
    field('sku', 'MSKU', 'text', { filterKind: 'contains', width: 150 }),
    field('quantity', '数量', 'integer', { width: 80, isTotal: true }),
    field('currency', '币种', 'reference', { filterKind: 'equals', target: 'currency', targetBy: 'code', width: 80 }),
    field('productSales', '商品销售额', 'money', { isTotal: true, isSort: true, currencyField: 'currency' }),
    field('sellingFees', '销售费用', 'money', { isTotal: true, currencyField: 'currency' }),
    field('fbaFees', 'FBA 费用', 'money', { isTotal: true, currencyField: 'currency' }),
    field('total', '合计', 'money', { isTotal: true, isSort: true, filterKind: 'range', currencyField: 'currency' }),
    field('auditState', '审核', 'choice', {
      filterKind: 'select',
      width: 90,
      keyValueList: [
        { value: 0, label: '未审核' },
        { value: 1, label: '已审核' },
      ],
    }),
    field('createdAt', '创建时间', 'dateTime', { isShow: false }),
  ],
  {
    bound: { field: 'postedOn', days: 90, keys: ['settlementId'] },
    defaultSort: { field: 'postedOn', way: 'DESC' },
    empty: '导入亚马逊的结算或交易报告后，每一行收支都显示在这里',
    calls: {
      list: { method: 'POST', path: `${base}/AmazonTransactionReport/list` },
      update: { method: 'POST', path: `${base}/AmazonTransactionReport/update` },
      export: { method: 'POST', path: `${base}/AmazonTransactionReport/listExport` },
    },
    form: [formItem('remark', '备注', 'textarea', { max: 200 })],
    actions: [
      {
        name: 'audit',
        title: '批量审核',
        call: { method: 'POST', path: `${base}/AmazonTransactionReport/batchAudit` },
        over: 'rows',
        operation: 7,
        confirm: '确定要审核所选 {n} 行吗？',
        input: [],
        body: { audit: 1 },
      },
      {
        name: 'unAudit',
        title: '反审核',
        call: { method: 'POST', path: `${base}/AmazonTransactionReport/batchAudit` },
        over: 'rows',
        operation: 7,
        confirm: '确定要反审核所选 {n} 行吗？',
        input: [],
        body: { audit: 0 },
      },
      {
        name: 'sync',
        title: '同步数据',
        call: { method: 'POST', path: `${base}/AmazonTransactionReport/syncData` },
        over: 'page',
        operation: 3,
        confirm: null,
        input: [formItem('month', '月份', 'month', { required: true, kind: 'month' })],
        body: {},
      },
    ],
    upload: settlementUpload,
  },
)

export const countries: ListDefinition = listDefinition(
  'country',
  '国家',
  [
    field('code', '代码', 'text', { filterKind: 'contains', isSort: true, width: 90 }),
    field('name', '名称', 'text', { filterKind: 'contains', width: 160 }),
    field('region', '地区', 'choice', {
      filterKind: 'select',
      keyValueList: [
        { value: 1, label: '北美' },
        { value: 2, label: '欧洲' },
        { value: 3, label: '亚洲' },
      ],
    }),
    field('isOpen', '已开站', 'flag', {
      filterKind: 'select',
      conditions: ['EQ'],
      keyValueList: [
        { value: 1, label: '是' },
        { value: 0, label: '否' },
      ],
      width: 80,
    }),
  ],
  {
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
      formItem('region', '地区', 'select', {
        kind: 'choice',
        required: true,
        options: [
          { value: 1, label: '北美' },
          { value: 2, label: '欧洲' },
          { value: 3, label: '亚洲' },
        ],
      }),
      formItem('currencyCode', '币种', 'select', { kind: 'reference', target: 'currency', targetBy: 'code', searchable: true }),
      formItem('taxRate', '税率', 'number', { kind: 'decimal', decimals: 4, min: 0 }),
      formItem('openedOn', '开站日期', 'date', { kind: 'date' }),
      formItem('isOpen', '已开站', 'switch', { kind: 'flag' }),
    ],
  },
)

export const importHistory: ListDefinition = listDefinition(
  'fileImportHistory',
  '导入记录',
  [
    field('fileName', '文件', 'text', { filterKind: 'contains', width: 280 }),
    field('kindTitle', '报告类型', 'text', { width: 140 }),
    field('shopId', '店铺', 'reference', { filterKind: 'select', target: 'shop' }),
    field('state', '状态', 'choice', {
      filterKind: 'select',
      keyValueList: [
        { value: 1, label: '已完成' },
        { value: 2, label: '未导入' },
      ],
      width: 90,
    }),
    field('linesMerged', '新增行', 'integer', {}),
    field('createdAt', '导入时间', 'dateTime', { isSort: true }),
  ],
  {
    calls: {
      list: { method: 'POST', path: `${base}/fileImportHistory/list` },
      remove: { method: 'POST', path: `${base}/fileImportHistory/delete` },
    },
    upload: settlementUpload,
  },
)
