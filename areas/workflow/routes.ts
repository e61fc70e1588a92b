/** Route map of flows and approvals. */
import {
  Array as List,
  Any,
  Boolean as Flag,
  Integer,
  Literal,
  Object as O,
  Optional,
  Record as Rec,
  String as Text,
  Union,
  Null,
  Number as Num,
} from 'typebox'
import { needs, signedIn } from '#platform/declare/operations.ts'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { flowNodesMax, flowOperators, leaveWays, stepModes } from '#platform/format/flow-graph.ts'
import { call, type RouteMap, Id, Query } from '#platform/server/area.ts'
import { family, usual, list, remove } from '#platform/server/records.ts'
import { bearerOf } from '#platform/server/rights.ts'
import { step } from '#platform/server/steps.ts'
import { allList, type BoxAsk } from './boxes.ts'
import { backProcess, comment, confirmProcess, countersign, submitSentBack, transfer, urge, withdraw, type TaskAsk } from './calls.ts'
import { notices, readNotices, unreadNotices, updateNotice, type NoticeAsk } from './inbox.ts'
import type { Which } from './load.ts'
import { openLink } from './mail-links.ts'
import { auditProcess, flowLog, processList } from './read.ts'
import { check, forms, insert, oneToEdit, publish, update } from './settings.ts'
import { simulate, type SimulateAsk } from './simulate.ts'
import { approvalStandIn, flowsOperation, workflowSetting } from './tables.ts'
import { bringFlows } from './usual-flows.ts'

// ---- a definition on the wire
const nodeId = Text({ title: '节点', minLength: 1, maxLength: 60, pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$' })
const hours = Num({ minimum: 0, maximum: 2_000 })
const condition = Query({
  field: Text({ title: '字段', maxLength: 80 }),
  condition: Union(
    flowOperators.map(one => Literal(one)),
    { title: '条件' },
  ),
  value: Optional(
    Union([Text({ maxLength: 500 }), Num(), Flag(), List(Union([Text({ maxLength: 500 }), Num()]), { maxItems: 500 })], { title: '值' }),
  ),
})
const conditions = List(condition, { title: '条件', maxItems: 20 })
const ids = List(Id(), { maxItems: 200 })
const plainApprovers = [
  Query({ by: Literal('person'), ids }),
  Query({ by: Literal('role'), ids }),
  Query({
    by: Literal('departmentHead'),
    field: Optional(Text({ maxLength: 80 })),
    up: Optional(Integer({ minimum: 0, maximum: 10 })),
  }),
  Query({ by: Literal('line'), levels: Integer({ minimum: 1, maximum: 10 }) }),
  Query({ by: Literal('field'), field: Text({ maxLength: 80 }) }),
] as const
const formula = Query({
  by: Literal('formula'),
  cases: List(Query({ when: conditions, of: List(Union([...plainApprovers]), { maxItems: 20 }) }), { maxItems: 20 }),
})
const approvers = List(Union([...plainApprovers, formula]), { title: '审批人', maxItems: 50 })
const placed = {
  id: nodeId,
  name: Text({ title: '名称', maxLength: 60 }),
  at: Optional(Query({ x: Num({ minimum: -1e6, maximum: 1e6 }), y: Num({ minimum: -1e6, maximum: 1e6 }) })),
}
const leaveOpen = Union([Literal('first'), Literal('all')])
const node = Union(
  [
    Query({ ...placed, kind: Literal('start'), leave: leaveOpen }),
    Query({ ...placed, kind: Literal('gate'), leave: leaveOpen }),
    Query({ ...placed, kind: Literal('end') }),
    Query({
      ...placed,
      kind: Literal('step'),
      approvers,
      mode: Union(stepModes.map(one => Literal(one))),
      share: Optional(Integer({ minimum: 1, maximum: 100 })),
      leave: Union(leaveWays.map(one => Literal(one))),
      allowBack: Flag(),
      allowBackStart: Flag(),
      allowTransfer: Optional(Flag()),
      allowCountersign: Optional(Flag()),
      forms: Optional(List(Query({ field: Text({ maxLength: 80 }), mode: Integer({ minimum: 0, maximum: 3 }) }), { maxItems: 300 })),
      limit: Optional(Query({ hours, remindHours: Optional(hours), escalate: Optional(Flag()) })),
    }),
  ],
  { title: '节点' },
)
const definition = Query({
  nodes: List(node, { title: '节点', maxItems: flowNodesMax }),
  edges: List(Query({ from: nodeId, to: nodeId, name: Optional(Text({ maxLength: 60 })), when: Optional(conditions) }), {
    title: '连线',
    maxItems: flowNodesMax * 5,
  }),
  needed: Optional(conditions),
  cc: Optional(approvers),
  ccAt: Optional(Union([Literal('start'), Literal('end')])),
  samePerson: Union([Literal('pass'), Literal('ask')]),
  ownRequest: Flag(),
  urgeHours: Optional(Num({ minimum: 0.1, maximum: 2_000 })),
  adminIds: Optional(ids),
})

const formCode = Text({ title: '业务', minLength: 1, maxLength: 80 })
const name = Text({ title: '流程名称', minLength: 1, maxLength: 100 })
const remark = Optional(Union([Text({ title: '说明', maxLength: 200 }), Null()]))
const administrators = needs('workflowSetting', flowsOperation)

// ---- an approval on the wire
const which = { formCode, keyValue: Text({ title: '记录', pattern: '^\\+?[1-9][0-9]{0,17}$' }) }
const opinion = Optional(Union([Text({ title: '意见', maxLength: 2_000 }), Null()]))
const fileIds = Optional(List(Id('附件'), { title: '附件', maxItems: 20 }))
const task = {
  ...which,
  currentProcessId: Text({ title: '步骤', minLength: 1, maxLength: 60 }),
  round: Integer({ title: '轮次', minimum: 1, maximum: 1_000_000 }),
  opinion,
  fileIds,
}
const to = { processId: Optional(Text({ title: '下一步', minLength: 1, maxLength: 60 })) }
const values = Optional(Rec(Text({ maxLength: 80 }), Any(), { title: '修改的字段' }))
const version = Optional(Integer({ title: '版本号', minimum: 1 }))
const paging = {
  pageNum: Optional(Integer({ title: '页码', minimum: 1, maximum: 10_000 })),
  pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 1_000 })),
}
const flagNumber = (title: string) => Integer({ title, minimum: 0, maximum: 1 })

type Input = Readonly<Record<string, unknown>>
const as = <T>(input: Input): T => input as T

export const workflowRoutes: RouteMap = {
  'POST /workflowSetting/list': list(workflowSetting),
  'POST /workflowSetting/loadUsual': usual(
    workflowSetting,
    { title: ['载入常用流程', 'Bring the usual flows'], operation: flowsOperation },
    bringFlows,
  ),
  'POST /workflowSetting/forms': call({ demand: administrators, summary: '可审批的业务', input: O({}), write: false }, async context =>
    forms(context),
  ),
  'POST /workflowSetting/get': call(
    { demand: administrators, summary: '审批流程定义', input: Query({ id: Id() }), write: false },
    (context, { input }) => oneToEdit(context, input.id),
  ),
  'POST /workflowSetting/insert': call(
    {
      demand: administrators,
      summary: '新增审批流程',
      input: Query({ formCode, name, remark, definition: Optional(definition), copyOf: Optional(Id('复制自')) }),
    },
    (context, { input }) => insert(context, as(input)),
  ),
  'POST /workflowSetting/update': call(
    {
      demand: administrators,
      summary: '修改审批流程',
      input: Query({ id: Id(), version: Integer({ title: '版本号' }), name: Optional(name), remark, definition: Optional(definition) }),
    },
    (context, { input }) => update(context, as(input)),
  ),
  'POST /workflowSetting/delete': { ...remove(workflowSetting), demand: administrators },
  'POST /workflowSetting/check': call(
    { demand: administrators, summary: '检查审批流程', input: Query({ formCode, definition }), write: false },
    (context, { input }) => check(context, input.formCode, input['definition'] as FlowDefinition),
  ),
  'POST /workflowSetting/simulate': call(
    {
      demand: administrators,
      summary: '用一条记录试走审批流程',
      input: Query({
        formCode,
        definition,
        keyValue: Id('记录'),
        matter: Optional(Text({ title: '事项', maxLength: 60 })),
        applicantId: Optional(Id('申请人')),
      }),
      write: false,
    },
    (context, { input }) => simulate(context, as<SimulateAsk>(input)),
  ),
  'POST /workflowSetting/publish': {
    ...call({ demand: administrators, summary: '发布审批流程', input: Query({ id: Id(), version }) }, (context, { input }) =>
      publish(context, as(input)),
    ),
    verb: 'step',
    resource: workflowSetting,
    steps: [{ step: 'publish', body: {} }],
    shown: Query({ id: Id(), version }),
  },
  'POST /workflowSetting/retire': step(workflowSetting, 'retire'),

  ...family('approvalStandIn', approvalStandIn),

  'POST /workflow/getAuditProcess': call(
    { demand: signedIn, summary: '审批信息', input: Query(which), write: false },
    (context, { input }) => auditProcess(context, as<Which>(input)),
  ),
  'POST /workflow/listFlowProcessLog': call(
    { demand: signedIn, summary: '审批记录', input: Query(which), write: false },
    (context, { input }) => flowLog(context, as<Which>(input)),
  ),
  'POST /workflow/getWorkFlowProcessList': call(
    { demand: signedIn, summary: '审批步骤', input: Query(which), write: false },
    (context, { input }) => processList(context, as<Which>(input)),
  ),
  'POST /workflow/confirmProcess': call(
    { demand: signedIn, summary: '同意', input: Query({ ...task, ...to, values, version }) },
    (context, { input, headers }) => confirmProcess(context, as<TaskAsk>(input), bearerOf(headers)),
  ),
  'POST /workflow/backProcess': call({ demand: signedIn, summary: '退回上一步', input: Query({ ...task, ...to }) }, (context, { input }) =>
    backProcess(context, as<TaskAsk>(input), false),
  ),
  'POST /workflow/backStartProcess': call({ demand: signedIn, summary: '退回申请人', input: Query(task) }, (context, { input }) =>
    backProcess(context, as<TaskAsk>(input), true),
  ),
  'POST /workflow/transfer': call(
    { demand: signedIn, summary: '转交审批', input: Query({ ...task, employeeId: Id('转交给') }) },
    (context, { input }) => transfer(context, as(input)),
  ),
  'POST /workflow/countersign': call(
    {
      demand: signedIn,
      summary: '加签',
      input: Query({ ...task, employeeIds: List(Id('加签人'), { title: '加签人', minItems: 1, maxItems: 20 }) }),
    },
    (context, { input }) => countersign(context, as(input)),
  ),
  'POST /workflow/comment': call(
    {
      demand: signedIn,
      summary: '审批评论',
      input: Query({ ...which, opinion: Text({ title: '内容', minLength: 1, maxLength: 2_000 }), fileIds }),
    },
    (context, { input }) => comment(context, as(input)),
  ),
  'POST /workflow/withdraw': call({ demand: signedIn, summary: '撤回申请', input: Query({ ...which, opinion }) }, (context, { input }) =>
    withdraw(context, as(input)),
  ),
  'POST /workflow/submit': call(
    { demand: signedIn, summary: '重新提交申请', input: Query({ ...which, opinion, values }) },
    (context, { input }) => submitSentBack(context, as(input)),
  ),
  'POST /workflow/urge': call({ demand: signedIn, summary: '催办', input: Query({ ...which, opinion }) }, (context, { input }) =>
    urge(context, as(input)),
  ),

  'POST /workflow/openLink': call(
    {
      demand: signedIn,
      summary: '打开邮件中的审批链接',
      input: Query({ link: Text({ title: '链接', minLength: 1, maxLength: 200 }) }),
    },
    (context, { input }) => openLink(context, input.link),
  ),

  'GET /approval/allList': call(
    {
      demand: signedIn,
      summary: '我的审批',
      input: Query({
        box: Integer({ title: '分类', minimum: 1, maximum: 4 }),
        formCode: Optional(Text({ title: '业务', maxLength: 80 })),
        keyword: Optional(Text({ title: '关键字', maxLength: 100 })),
        ...paging,
      }),
      write: false,
    },
    (context, { input }) => allList(context, as<BoxAsk>(input)),
  ),
  'GET /approvalNotice/list': call(
    {
      demand: signedIn,
      summary: '审批通知',
      input: Query({ isRead: Optional(flagNumber('已读')), kind: Optional(Integer({ title: '种类', minimum: 1, maximum: 6 })), ...paging }),
      write: false,
    },
    (context, { input }) => notices(context, as<NoticeAsk>(input)),
  ),
  'GET /approvalNotice/statisticUnread': call({ demand: signedIn, summary: '未读审批通知数', input: O({}) }, unreadNotices),
  'POST /approvalNotice/update': call(
    { demand: signedIn, summary: '审批通知标为已读或未读', input: Query({ id: Id(), isRead: Optional(flagNumber('已读')) }) },
    (context, { input }) => updateNotice(context, input.id, input['isRead'] !== 0),
  ),
  'POST /approvalNotice/updateBatchReadNotice': call(
    { demand: signedIn, summary: '审批通知批量已读', input: Query({ ids: Optional(List(Id(), { maxItems: 1_000 })) }) },
    (context, { input }) => readNotices(context, input.ids ?? null),
  ),
}
