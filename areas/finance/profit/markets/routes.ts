/** Route map of marketplaces' money: its lines, and the calls of the order-profit families, the same for each of them. */
import { Array as List, Literal, Object as O, Optional, Union } from 'typebox'
import { month } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { exportOf, list, update } from '#platform/server/records.ts'
import { act, Day, Id, Month, RowId, type FileFamily, type Route, type RouteMap } from '#platform/server/area.ts'
import { importOfShops } from '#platform/server/imports.ts'
import { asText } from '#platform/format/text.ts'
import { skuCostKey } from '../../costs/unit-cost/key.ts'
import { madeOfRow } from '../../costs/unit-cost/of-row.ts'
import { auditLines, marketHooks } from './audit-lines.ts'
import { ebayEarningCheck } from '../../facts/markets/ebay/earnings-check.ts'
import { ebayEarnings } from '../../facts/markets/ebay/earnings-sheet.ts'
import { convertedFamilies, familiesOf, marketFamilies } from '../../facts/markets/families.ts'
import { makeOrderProfit } from './generate.ts'
import { orderProfits, type OrderProfit } from './order-profit.ts'
import { marketLine } from '../../facts/markets/tables.ts'
import { walmartProof } from '../../facts/markets/walmart/statement.ts'

const plain = (r: unknown): Resource => r as Resource
const [lines, proof, earningCheck] = [plain(marketLine), plain(walmartProof), plain(ebayEarningCheck)]
const idsMax = 1_000
const period = {
  yearMonth: Optional(Month()),
  startDate: Optional(Day('开始日期')),
  endDate: Optional(Day('结束日期')),
}
const someShops = { shopIds: Optional(List(Id(), { title: '店铺', maxItems: idsMax })) }
const makeInput = O({ ...period, ...someShops })
/** a month, or a first and a last day */
const makeShown = Union([
  O({ yearMonth: Month(), ...someShops }),
  O({ startDate: Day('开始日期'), endDate: Day('结束日期'), ...someShops }),
])
const auditInput = O({
  ids: List(RowId(), { title: '数据', maxItems: idsMax }),
  audit: Union([Literal(0), Literal(1)], { title: '审核' }),
})

const importOfFiles = (permission: string, on: readonly Resource[], takes: readonly FileFamily[]): Route =>
  importOfShops({
    permission,
    takes,
    title: ['导入平台资金文件', 'Import money of marketplaces'],
    button: ['导入', 'Import'],
    on,
    accept: ['.csv', '.txt', '.tsv', '.xlsx', '.json', '.zip'],
  })

function callsOf(family: OrderProfit): RouteMap {
  const { path, resource: r } = family
  const make = (name: 'generate' | 'calc'): Route => ({
    ...act(
      r,
      {
        name,
        title: name === 'generate' ? ['生成', 'Generate'] : ['重算成本', 'Renew costs'],
        over: 'page',
        operation: operations.edit,
        input: { yearMonth: month('月份', 'Month') },
      },
      (context, ask) => makeOrderProfit(context, family, ask.input, name === 'calc' ? 'costs' : undefined),
      makeInput,
    ),
    shown: makeShown,
  })
  return {
    [`POST /${path}/list`]: list(r),
    [`POST /${path}/listExport`]: exportOf(r),
    [`POST /${path}/update`]: update(r, marketHooks),
    [`POST /${path}/batchAudit`]: act(
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
    ),
    [`POST /${path}/importData`]: importOfFiles(
      family.permission,
      [r],
      family.platforms.flatMap(platform => familiesOf[platform]),
    ),
    [`POST /${path}/generate`]: make('generate'),
    [`POST /${path}/calc`]: make('calc'),
    // by shipping, money of an order stands on another day than its units were booked on
    [`POST /${path}/made`]: madeOfRow(r, row => {
      const day = asText(row['bookedOn'])
      return skuCostKey(asText(row['shopId']), family.stage === 'delivery' ? day.slice(0, 7) : day, asText(row['sku']))
    }),
  }
}

export const marketRoutes: RouteMap = {
  'POST /marketLine/list': list(lines),
  'POST /marketLine/listExport': exportOf(lines),
  'POST /marketLine/importData': importOfFiles('finance.market.line', [lines, ebayEarnings.facts, earningCheck, proof], marketFamilies),
  'POST /ebayEarning/list': list(ebayEarnings.facts),
  'POST /ebayEarning/listExport': exportOf(ebayEarnings.facts),
  'POST /ebayEarningCheck/list': list(earningCheck),
  'POST /ebayEarningCheck/listExport': exportOf(earningCheck),
  'POST /walmartProof/list': list(proof),
  'POST /walmartProof/listExport': exportOf(proof),
  'POST /WalMartFinanceData/Convert': importOfFiles('finance.market.line', [], convertedFamilies),
  ...Object.assign({}, ...orderProfits.map(callsOf)),
}
