/** 核算记录: calculations that people asked for, what they changed, and asking again. */
import { date, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { listPage } from '#platform/declare/page.ts'
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import { defined, refuse, act, type Context, type RouteMap } from '#platform/server/area.ts'
import { computeReport } from '#platform/server/reports.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { companyProfit } from '../report/profit.ts'
import { skuCostKey } from '../../costs/unit-cost/key.ts'
import { madeOfRow } from '../../costs/unit-cost/of-row.ts'
import { calculationChange, calculationRun, calculationTables } from './tables.ts'

const [run, change] = [calculationRun, calculationChange]
const { edit } = operations

interface Asked {
  readonly shop: string
  readonly startDate: string
  readonly endDate: string
}

/** The shops and days of the chosen runs, as one ask for each span of days. */
async function again(context: Context, ids: readonly string[]): Promise<{ taskIds: readonly string[] }> {
  const asked = [...new Set(ids)]
  const rows: readonly Asked[] = await context.db
    .selectFrom('calculation_run as r')
    .select([
      sql<string>`r.shop_id::text`.as('shop'),
      sql<string>`r.from_day::text`.as('startDate'),
      sql<string>`r.to_day::text`.as('endDate'),
    ])
    .where(sql<boolean>`r.id = any(${asked}::bigint[])`)
    .execute()
  if (rows.length < asked.length) throw refuse.unknown(run.title)
  const taskIds: string[] = []
  for (const [, all] of Map.groupBy(rows, row => `${row.startDate} ${row.endDate}`)) {
    const { startDate, endDate } = defined(all[0], 'a run')
    const { taskId } = await computeReport(context, companyProfit, { owners: all.map(row => row.shop), startDate, endDate })
    taskIds.push(taskId)
  }
  return { taskIds }
}

const input = {
  startDate: date('开始日期', 'First day'),
  endDate: date('结束日期', 'Last day'),
  shopId: reference('店铺', 'Shop', 'shop', {
    optional: true,
    help: ['不选时为您能看到的全部店铺。', 'All shops that you see unless one is chosen.'],
  }),
}

export const calculationPart = {
  resources: calculationTables,
  routes: {
    'POST /FinanceCalculation/list': list(run),
    'POST /FinanceCalculation/listExport': exportOf(run),
    'POST /FinanceCalculation/changeList': list(change),
    'POST /FinanceCalculation/changeListExport': exportOf(change),
    'POST /FinanceCalculation/made': madeOfRow(change, row =>
      skuCostKey(asText(row['shopId']), asText(row['month']).slice(0, 7), asText(row['sku'])),
    ),
    'POST /FinanceCalculation/again': act(
      run,
      {
        name: 'again',
        title: ['再次核算', 'Again'],
        over: 'rows',
        operation: edit,
        confirm: ['重新核算选中 {n} 行的店铺和期间？已结账的月份不变', 'Work out shops and days of {n} rows again? Closed months stay'],
      },
      (context, ask) => again(context, ask.input['ids'] as string[]),
    ),
    'POST /FinanceCalculation/calc': act(
      run,
      { name: 'calc', title: ['重新核算', 'Work out anew'], over: 'page', operation: edit, input },
      (context, { input: asked }) =>
        computeReport(context, companyProfit, {
          owners: asked['shopId'] == null ? [] : [asText(asked['shopId'])],
          startDate: asText(asked['startDate']),
          endDate: asText(asked['endDate']),
        }),
    ),
  } as RouteMap,
}

export const calculationPages = [
  listPage(calculationRun, '/finance/calculations', { title: run.title }),
  listPage(calculationChange, '/finance/calculation-changes', { title: change.title }),
]
