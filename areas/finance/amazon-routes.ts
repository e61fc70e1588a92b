/** Route map of Amazon's money: the specification's paths, and the added ones beside them. */
import { Array as List, Integer, Literal, Object as O, Optional, String as Text, Union } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { act, call, type RouteMap, Id, RowId } from '#platform/server/area.ts'
import { importOfShops } from '#platform/server/imports.ts'
import { importRun } from '#platform/server/database.ts'
import {
  add,
  batchUpdate,
  exportOf,
  importOf,
  list,
  remove,
  removeToo,
  removeBetween,
  templateOf,
  update,
} from '#platform/server/records.ts'
import { amazonFamilies } from './facts/amazon/imports/families.ts'
import { payouts } from './facts/amazon/payouts/index.ts'
import { auditLines, auditSettlement } from './facts/amazon/lines/audit.ts'
import { monthsAlteredBy } from './profit/report/calc.ts'
import { monthRoutes } from './close/months/month-routes.ts'
import { profitRoutes } from './profit/report/profit-routes.ts'
import { settlementDifferences, settlementStatement, statementOrders } from './mapping/settlement/statement.ts'
import { syncStoredFiles } from './facts/amazon/lines/sync.ts'
import { syncAskOf, syncFields, syncInput } from './facts/amazon/lines/sync-words.ts'
import {
  amazonKind,
  amazonTypeMap,
  productCost,
  settlement,
  settlementLine,
  shopAlias,
  summaryLine,
  transactionLine,
} from './facts/amazon/tables.ts'
import { insertMapping, mappingHooks, mappingQueue, updateMapping } from './mapping/amazon/type-map.ts'
import { templateBlob } from './facts/amazon/imports/template.ts'
import { pageOfCost } from './costs/unit-cost/of-product-cost.ts'

const plain = (r: unknown): Resource => r as Resource
const [transactions, settlements, lines, summaries] = [plain(transactionLine), plain(settlement), plain(settlementLine), plain(summaryLine)]
const auditInput = O({
  ids: List(RowId(), { title: '数据', maxItems: 1_000 }),
  audit: Union([Literal(0), Literal(1)], { title: '审核' }),
})
const byId = O({ id: RowId() })
/** One call, two buttons: setting the mark and taking it back. */
const auditOf = (r: Resource) =>
  act(
    r,
    [
      { name: 'audit', title: ['审核', 'Audit'], over: 'rows', operation: operations.audit, body: { audit: 1 } },
      {
        name: 'unaudit',
        title: ['反审核', 'Take back audit'],
        over: 'rows',
        operation: operations.audit,
        body: { audit: 0 },
        confirm: ['确定要反审核选中的 {n} 行吗？', 'Take back the audit of {n} rows?'],
      },
    ],
    (context, ask) => auditLines(context, r, ask.input['ids'] as string[], ask.input['audit'] as 0 | 1),
    auditInput,
  )

export const amazonRoutes: RouteMap = {
  ...profitRoutes,
  ...monthRoutes,
  'POST /AmazonTransactionReport/list': list(transactions),
  'POST /AmazonTransactionReport/update': update(transactions),
  'POST /AmazonTransactionReport/listExport': exportOf(transactions),
  'POST /AmazonTransactionReport/batchAudit': auditOf(transactions),
  'POST /AmazonTransactionReport/syncData': act(
    transactions,
    { name: 'sync', title: ['重新读取文件', 'Read files again'], over: 'page', operation: operations.import, input: syncFields },
    (context, ask) => syncStoredFiles(context, syncAskOf(ask.input)),
    syncInput,
  ),
  'POST /AmazonTransactionReport/importData': importOfShops({
    permission: 'finance.amazon.transaction',
    title: ['导入平台报告', 'Import Amazon reports'],
    button: ['导入报告', 'Import reports'],
    on: [transactions, settlements, lines, summaries, payouts.facts, plain(importRun)],
    accept: ['.txt', '.csv', '.tsv', '.xlsx', '.xls', '.json'],
    takes: [...amazonFamilies, payouts.family],
    templates: [
      { title: ['结算报告模板', 'Settlement report template'], path: '/AmazonTransactionReport/template?kind=settlement' },
      { title: ['交易明细模板', 'Transaction report template'], path: '/AmazonTransactionReport/template?kind=transaction' },
    ],
  }),
  'GET /AmazonTransactionReport/template': call(
    {
      demand: needs('finance.amazon.transaction', operations.import),
      summary: '下载导入模板',
      input: O({ kind: Union([Literal('settlement'), Literal('transaction')]) }),
    },
    async (_context, ask) => templateBlob(ask.input['kind'] as 'settlement' | 'transaction'),
  ),
  'POST /AmzTransaction/summaryList': list(summaries),
  'POST /AmzTransaction/summaryExport': exportOf(summaries),

  'POST /AmzSettlement/settleAccountList': list(settlements),
  'POST /AmzSettlement/settleAccountExport': exportOf(settlements),
  'POST /AmzSettlement/differences': call(
    { demand: needs('finance.amazon.settlement', operations.view), summary: '结算单差异', input: byId, write: false },
    (context, { input }) => settlementDifferences(context, input.id),
  ),
  'POST /AmzSettlement/statement': call(
    { demand: needs('finance.amazon.settlement', operations.view), summary: '结算单：对账单', input: byId, write: false },
    (context, { input }) => settlementStatement(context, input.id),
  ),
  'POST /AmzSettlement/statementOrders': call(
    {
      demand: needs('finance.amazon.settlement', operations.view),
      summary: '结算单：某一行有差异的订单',
      input: O({ id: RowId(), key: Text({ title: '行', minLength: 1, maxLength: 40 }) }),
      write: false,
    },
    (context, { input }) => statementOrders(context, input),
  ),
  // bound to the list, whose page so has the operation; the statement has one button, the one that fits what it counts
  'POST /AmzSettlement/audit': {
    ...call(
      {
        demand: needs('finance.amazon.settlement', operations.audit),
        summary: '结算单：审核或反审核全部明细',
        input: O({ id: RowId(), audit: auditInput.properties.audit }),
      },
      (context, { input }) => auditSettlement(context, input.id, input['audit'] as 0 | 1),
    ),
    resource: settlements,
  },
  'POST /AmzSettlement/lineList': list(lines),
  'POST /AmzSettlement/lineExport': exportOf(lines),
  'POST /AmzSettlement/batchAudit': auditOf(lines),

  'POST /AmazonTypeMap/list': list(plain(amazonTypeMap)),
  'POST /AmazonTypeMap/insert': { ...add(plain(amazonTypeMap)), handler: (context, ask) => insertMapping(context, ask.input) },
  'POST /AmazonTypeMap/update': { ...update(plain(amazonTypeMap)), handler: (context, ask) => updateMapping(context, ask.input) },
  'POST /AmazonTypeMap/delete': remove(plain(amazonTypeMap), mappingHooks),
  'POST /AmazonTypeMap/queue': call(
    {
      demand: needs('finance.amazon.typeMap', operations.view),
      summary: '映射队列',
      input: O({
        unmappedOnly: Optional(Union([Literal(true), Literal(false)])),
        keyword: Optional(Text({ maxLength: 100 })),
        family: Optional(Integer()),
        platform: Optional(Integer()),
      }),
      write: false,
    },
    (context, ask) => mappingQueue(context, ask.input),
  ),
  'POST /AmazonTypeMap/alteredMonths': call(
    {
      demand: needs('finance.amazon.typeMap', operations.view),
      summary: '改动映射会影响的月份',
      input: O({ kindId: Id('类型') }),
      write: false,
    },
    async (context, ask) => ({ list: await monthsAlteredBy(context, ask.input.kindId) }),
  ),
  'POST /AmazonTypeMap/kindList': list(plain(amazonKind)),

  'POST /AmzShopMap/list': list(plain(shopAlias)),
  'POST /AmzShopMap/insert': add(plain(shopAlias)),
  'POST /AmzShopMap/update': update(plain(shopAlias)),
  'POST /AmzShopMap/batchUpdate': batchUpdate(plain(shopAlias)),
  'POST /AmzShopMap/delete': remove(plain(shopAlias)),
  'POST /AmzShopMap/batchDelete': removeToo(plain(shopAlias)),
  'POST /AmzShopMap/deleteByDateBetween': removeBetween(plain(shopAlias)),
  'POST /AmzShopMap/importData': importOf(plain(shopAlias)),
  'GET /AmzShopMap/template': templateOf(plain(shopAlias)),

  'POST /ProductCost/list': list(plain(productCost)),
  'POST /ProductCost/made': act(
    plain(productCost),
    { name: 'made', title: ['成本构成', 'Made of'], over: 'row', operation: operations.view, result: 'page' },
    async (context, { input }) => ({ page: await pageOfCost(context, input['id']) }),
  ),
  'POST /ProductCost/insert': add(plain(productCost)),
  'POST /ProductCost/update': update(plain(productCost)),
  'POST /ProductCost/batchUpdate': batchUpdate(plain(productCost)),
  'POST /ProductCost/delete': remove(plain(productCost)),
  'POST /ProductCost/deleteByYear': removeBetween(plain(productCost)),
  'POST /ProductCost/listExport': exportOf(plain(productCost)),
  'POST /ProductCost/importData': importOf(plain(productCost)),
  'GET /ProductCost/template': templateOf(plain(productCost)),
}
