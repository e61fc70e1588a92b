/** Calls of replenishment. */
import { operations } from '#platform/declare/operations.ts'
import { act, type RouteMap } from '#platform/server/area.ts'
import { exportOf, family, imported, list, one, update } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { timed } from '#platform/server/jobs.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { inServersName } from '#platform/server/database.ts'
import { todayOf } from '#platform/format/zones.ts'
import { notify } from '#platform/server/notices.ts'
import { coverLow } from '../notices.ts'
import { explain } from './explain.ts'
import { eventRule, ruleRule } from './rules.ts'
import { stockOverview } from './overview.ts'
import { replenish } from './run.ts'
import { demandEvent, planLine, replenishItem, replenishRule } from './tables.ts'
import { turnLines } from './turn.ts'

export const replenishRoutes: RouteMap = {
  'POST /stockOverview/list': list(stockOverview),
  'POST /stockOverview/listExport': exportOf(stockOverview),
  ...family('replenishRule', replenishRule, ruleRule),
  ...imported('replenishRule', replenishRule),
  ...family('demandEvent', demandEvent, eventRule),
  'POST /replenishItem/list': list(replenishItem),
  'GET /replenishItem/query/{id}': one(replenishItem),
  'POST /replenishItem/listExport': exportOf(replenishItem),
  'POST /planLine/list': list(planLine),
  'GET /planLine/query/{id}': one(planLine),
  'POST /planLine/update': update(planLine),
  'POST /planLine/listExport': exportOf(planLine),
  'POST /planLine/accept': step(planLine, 'accept'),
  'POST /planLine/ignore': step(planLine, 'ignore'),
  'POST /planLine/restore': step(planLine, 'restore'),
  'POST /planLine/turn': turnLines,
  'POST /planLine/explain': explain,
  'POST /replenish/run': act(
    planLine,
    {
      name: 'run',
      title: ['重新测算', 'Work out anew'],
      over: 'page',
      operation: operations.edit,
      confirm: ['按最新的订单、库存和在途重新测算？未采纳的建议会更新', 'Work it out anew? Suggestions that were not accepted change'],
    },
    context => context.write(async (tx, inside) => replenish(await inServersName(inside, tx, 'a look at all shops'), tx)),
  ),
}

export const nightlyLook = timed('replenish.look', ['补货测算', 'Replenishment'], {
  at: '05:30',
  missed: 'skip',
  work: async (inside, tx) => {
    const { items, lines, low } = await replenish(inside, tx)
    if (low > 0)
      await notify(inside, tx, coverLow, { values: { n: String(low) }, once: todayOf(inside), target: { list: 'replenishItem' } })
    return sentence`测算 ${items} 个 MSKU，建议 ${lines} 条`
  },
})
