/** Route map of tasks, waves and the packing station. */
import { Object as O, Optional, String as Text } from 'typebox'
import { reference } from '#platform/declare/fields.ts'
import { codeMax } from '#platform/declare/scans.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { act, call, Id, type Route, type RouteMap } from '#platform/server/area.ts'
import { exportOf, list, one, update } from '#platform/server/records.ts'
import { claim, handOver, takers } from './claim.ts'
import { confirm, countFound, finish } from './do-task.ts'
import { moveFrom } from './move-task.ts'
import { openBench, packItem, packShip } from './pack.ts'
import { receivingRoute } from './receive-task.ts'
import { scan } from './scan.ts'
import { short } from './short.ts'
import { goodsTask, goodsTaskLine, goodsWave, shortReasons, takesOver, taskStates } from './task-tables.ts'
import { waveRoute } from './wave.ts'
import { tasksFor } from './work.ts'

const works = needs('goodsTask', operations.edit)
const packs = needs('goodsWave', operations.edit)
const code = (title: string) => Text({ title, minLength: 1, maxLength: codeMax })
const amount = (title: string) => Text({ title, pattern: '^\\d{1,14}(\\.\\d{1,6})?$' })
const unfinished = { state: [taskStates.open[0], taskStates.underWay[0]] }

const claiming: Route = act(
  goodsTask,
  {
    name: 'claim',
    title: ['领取', 'Claim'],
    over: 'row',
    operation: operations.edit,
    when: unfinished,
    reason: ['作业已结束', 'It is over'],
  },
  (context, { input }) => claim(context, input['id']),
)
const finishing: Route = act(
  goodsTask,
  { name: 'finish', title: ['完成', 'Finish'], over: 'row', operation: operations.edit, when: { state: [taskStates.underWay[0]] } },
  (context, { input }) => finish(context, input['id']),
)
const givingOn: Route = {
  ...act(
    goodsTask,
    {
      name: 'handOver',
      title: ['转交', 'Hand over'],
      over: 'row',
      operation: operations.edit,
      when: unfinished,
      input: { assigneeId: reference('作业人', 'Assignee', 'employee') },
    },
    (context, { input }) => handOver(context, input['id'], asText(input['assigneeId'])),
  ),
  further: [{ operation: takesOver.operation, title: takesOver.title }],
}

export const floorRoutes: RouteMap = {
  'POST /goodsTask/list': list(goodsTask),
  'POST /goodsTask/listExport': exportOf(goodsTask),
  'GET /goodsTask/query/{id}': one(goodsTask),
  'POST /goodsTask/update': update(goodsTask),
  'POST /goodsTaskLine/list': list(goodsTaskLine),
  'POST /goodsTaskLine/listExport': exportOf(goodsTaskLine),
  'POST /goodsTask/claim': claiming,
  'POST /goodsTask/finish': finishing,
  'POST /goodsTask/handOver': givingOn,
  'POST /goodsIn/toReceive': receivingRoute,
  'POST /goodsTask/takers': call(
    { demand: works, summary: '可以接手作业的人', input: O({ id: Id() }), write: false },
    (context, { input }) => takers(context, input.id),
  ),
  'POST /goodsTask/move': call({ demand: works, summary: '扫库位开始移位', input: O({ code: code('库位') }) }, (context, { input }) =>
    moveFrom(context, input.code.trim()),
  ),
  'POST /goodsTask/mine': call(
    { demand: needs('goodsTask', operations.view), summary: '可以做的作业', input: O({}), write: false },
    context => tasksFor(context),
  ),
  'POST /goodsTask/scan': call(
    { demand: works, summary: '作业扫码', input: O({ id: Id(), code: code('条码'), lineId: Optional(Id()) }) },
    (context, { input }) => scan(context, input.id, input.code, input.lineId ?? null),
  ),
  'POST /goodsTask/confirm': call(
    {
      demand: works,
      summary: '确认作业明细',
      input: O({
        lineId: Id(),
        quantity: amount('数量'),
        key: Text({ title: '确认键', minLength: 8, maxLength: 60 }),
        toId: Optional(Id()),
      }),
    },
    (context, { input: { toId, ...input } }) => confirm(context, toId === undefined ? input : { ...input, toId }),
  ),
  'POST /goodsTask/short': call(
    {
      demand: works,
      summary: '作业缺货',
      input: O({
        lineId: Id(),
        found: amount('实有数'),
        reason: Text({ title: '原因', pattern: `^[1-${Object.keys(shortReasons).length}]$` }),
      }),
    },
    (context, { input }) => short(context, { ...input, reason: Number(input.reason) }),
  ),
  'POST /goodsTask/found': call(
    {
      demand: works,
      summary: '盘点到没有列出的商品',
      input: O({ taskId: Id(), productId: Id(), locationId: Id(), batchId: Optional(Id()), quantity: amount('数量') }),
    },
    (context, { input: { batchId, ...input } }) => countFound(context, batchId === undefined ? input : { ...input, batchId }),
  ),
  'POST /goodsWave/list': list(goodsWave),
  'POST /goodsWave/listExport': exportOf(goodsWave),
  'GET /goodsWave/query/{id}': one(goodsWave),
  'POST /goodsOut/wave': waveRoute,
  'POST /goodsWave/open': call(
    { demand: packs, summary: '打开打包台', input: O({ no: code('波次号或出库单号') }), write: false },
    (context, { input }) => openBench(context, input.no.trim()),
  ),
  'POST /goodsWave/packItem': call(
    {
      demand: packs,
      summary: '打包扫商品',
      // the key tells two scans of the same code apart from one that is sent again: it is part of what the call is kept by
      input: O({
        no: code('波次号或出库单号'),
        code: code('条码'),
        outId: Optional(Id()),
        key: Optional(Text({ title: '扫码键', maxLength: 60 })),
      }),
    },
    (context, { input }) => packItem(context, input.no.trim(), input.code, input.outId ?? null),
  ),
  'POST /goodsWave/ship': call(
    { demand: packs, summary: '打包扫运单并发运', input: O({ no: code('波次号或出库单号'), outId: Id(), waybill: code('运单号') }) },
    (context, { input }) => packShip(context, input.no.trim(), input.outId, input.waybill),
  ),
}
