/** Route map of the checks: findings, their evidence, the view by marketplace, the rules, and running them. */
import { date, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { act, type RouteMap } from '#platform/server/area.ts'
import { family, usual, exportOf, list, one, update } from '#platform/server/records.ts'
import { steps } from '#platform/server/steps.ts'
import { runChecks } from './run.ts'
import { siteCheck } from './site.ts'
import { checkRule, findingLine, orderFinding } from './tables.ts'
import { addPublishedTiers, sizeTier } from './tiers.ts'

const plain = (r: unknown): Resource => r as Resource
const [findings, lines, sites, rules] = [plain(orderFinding), plain(findingLine), plain(siteCheck), plain(checkRule)]

export const checkRoutes: RouteMap = {
  'POST /shopOrderCheck/list': list(findings),
  'GET /shopOrderCheck/query/{id}': one(findings),
  'POST /shopOrderCheck/update': update(findings),
  'POST /shopOrderCheck/updateState': steps(findings),
  'POST /shopOrderCheck/listExport': exportOf(findings),
  'POST /shopOrderCheck/run': act(
    findings,
    {
      name: 'run',
      title: ['核对', 'Check'],
      over: 'page',
      operation: operations.edit,
      input: {
        startDate: date('开始日期', 'First day', {
          rangeTo: 'endDate',
          rangeTitle: ['期间', 'Period'],
          help: ['按整月核对：从开始日期所在的月初到结束日期所在的月末。', 'Whole months are checked.'],
        }),
        endDate: date('结束日期', 'Last day'),
        shopId: reference('店铺', 'Shop', 'shop', {
          optional: true,
          help: ['不选时为您能看到的全部店铺。', 'All shops that you see unless one is chosen.'],
        }),
      },
    },
    (context, { input }) =>
      runChecks(context, {
        from: asText(input['startDate']),
        to: asText(input['endDate']),
        ...(input['shopId'] == null ? {} : { shopIds: [asText(input['shopId'])] }),
      }),
  ),
  'POST /shopOrderCheck/siteList': list(sites),
  'POST /shopOrderCheck/siteExport': exportOf(sites),
  'POST /shopOrderCheck/lineList': list(lines),
  'POST /shopOrderCheck/lineExport': exportOf(lines),
  ...family('orderCheckRule', rules),
  ...family('fbaSizeTier', plain(sizeTier)),
  'POST /fbaSizeTier/loadUsual': usual(plain(sizeTier), { title: ['载入亚马逊公布的分段', 'Bring the tiers Amazon published'] }, context =>
    addPublishedTiers(context, context.caller.shops),
  ),
}
