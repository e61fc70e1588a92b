/** Calls of requirements planning. */
import { operations } from '#platform/declare/operations.ts'
import { act, type RouteMap } from '#platform/server/area.ts'
import { exportOf, family, imported, list, one, update } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { planStates } from '#areas/logistics/index.ts'
import { explainLine } from './explain.ts'
import { askRun } from './run.ts'
import type { Parameters } from './snapshot.ts'
import { demandForecast, lineKinds, mrpItem, mrpLine, mrpRun, runWords } from './tables.ts'
import { turnLines } from './turn.ts'

const turned = [lineKinds.buy[0], lineKinds.make[0], lineKinds.subcontract[0], lineKinds.transfer[0]]
const given = (input: Readonly<Record<string, unknown>>, name: keyof Parameters, usual: number): number =>
  typeof input[name] === 'number' ? input[name] : usual

export const mrpRoutes: RouteMap = {
  ...family('demandForecast', demandForecast),
  ...imported('demandForecast', demandForecast),
  'POST /mrpItem/list': list(mrpItem),
  'GET /mrpItem/query/{id}': one(mrpItem),
  'POST /mrpItem/listExport': exportOf(mrpItem),
  'POST /mrpRun/list': list(mrpRun),
  'GET /mrpRun/query/{id}': one(mrpRun),
  'POST /mrpRun/listExport': exportOf(mrpRun),
  'POST /mrpLine/list': list(mrpLine),
  'GET /mrpLine/query/{id}': one(mrpLine),
  'POST /mrpLine/update': update(mrpLine),
  'POST /mrpLine/listExport': exportOf(mrpLine),
  'POST /mrpLine/accept': step(mrpLine, 'accept'),
  'POST /mrpLine/ignore': step(mrpLine, 'ignore'),
  'POST /mrpLine/restore': step(mrpLine, 'restore'),
  'POST /mrpLine/explain': explainLine,
  'POST /mrpLine/turn': act(
    mrpLine,
    {
      name: 'turn',
      title: ['转单', 'Turn into documents'],
      over: 'rows',
      operation: operations.edit,
      when: { state: [planStates.proposed[0], planStates.accepted[0]], kind: turned },
      reason: ['已转单、忽略的建议和只作提示的不能转', 'What was turned or ignored, or is told alone, is not turned'],
      confirm: [
        '把选中的建议转成生产单、采购申请和调拨单（草稿）？',
        'Make production orders, purchase requests and transfers (drafts) of these suggestions?',
      ],
      result: 'page',
    },
    async (context, { input }) => turnLines(context, (input['ids'] ?? [input['id']]) as readonly string[]),
  ),
  'POST /mrpLine/run': act(
    mrpLine,
    {
      name: 'run',
      title: ['运行 MRP', 'Run planning'],
      over: 'page',
      operation: operations.edit,
      input: runWords(),
      result: 'page',
    },
    async (context, { input }) => {
      const id = await askRun(context, {
        horizonDays: given(input, 'horizonDays', 180),
        freezeDays: given(input, 'freezeDays', 7),
        pullDays: given(input, 'pullDays', 30),
        transferDays: given(input, 'transferDays', 3),
      })
      return { page: { list: 'mrpRun', id } }
    },
  ),
}
