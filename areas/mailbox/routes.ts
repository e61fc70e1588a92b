/** Route map of the mailbox: the writer's side and that of those who keep it. */
import { Array as List, Boolean as Flag, Integer, Literal, Object as O, Optional, String as Text, Union, type TSchema } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { call, demanding, Id, type Route, type RouteMap } from '#platform/server/area.ts'
import { fileCookieName } from '#platform/server/rights.ts'
import { chosenMax, contentMax, filesMax, subjectMax } from './codes.ts'
import {
  employeeFile,
  employeeInbox,
  ownLetter,
  readReplies,
  readReply,
  removeOwn,
  sentBox,
  trashOwn,
  type EmployeeBox,
} from './employee-box.ts'
import { removeLetterFile, withdrawLetters, writeLetter } from './letters.ts'
import {
  askAuthor,
  managerFile,
  managerInbox,
  readAllLetters,
  readLetter,
  readLetters,
  removeOfManager,
  repliesBox,
  trashOfManager,
  type ManagerBox,
} from './manager-box.ts'
import { oneReply, removeReplyFile, withdrawReplies, writeReply } from './replies.ts'
import { bossLetter } from './tables.ts'

const Mark = (title = '信件') => Id(title)
const files = Optional(List(Id(), { title: '附件', maxItems: filesMax }))
const content = Text({ title: '内容', maxLength: contentMax })
const letter = {
  subject: Optional(Text({ title: '主题', maxLength: subjectMax })),
  content: Optional(content),
  kind: Optional(Integer({ title: '类型', minimum: 1, maximum: 5 })),
  isAnonymous: Optional(Flag({ title: '匿名' })),
  fileIds: files,
  parentId: Optional(Mark('回复')),
}
const version = Optional(Integer({ title: '版本号' }))
const state = Optional(Union([Literal(0), Literal(1)], { title: '状态' }))
const chosen = (id: TSchema) => List(id, { title: '选中的信件', minItems: 1, maxItems: chosenMax })
const box = Optional(Union([Literal('inbox'), Literal('sent')], { title: '信箱' }))
const page = O(
  {
    pageNum: Optional(Integer({ title: '页码', minimum: 1, maximum: 10_000 })),
    pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 100 })),
    keyword: Optional(Text({ title: '关键字', maxLength: 100 })),
    kind: Optional(Integer({ title: '类型', minimum: 1, maximum: 5 })),
    status: Optional(Union([Literal(0), Literal(1), Literal(2)], { title: '状态' })),
    isRead: Optional(Union([Flag(), Literal(0), Literal(1)], { title: '已读' })),
    trash: Optional(Flag({ title: '已删除' })),
  },
  { additionalProperties: false },
)
const marks = O({ ids: chosen(Mark()) })
const ids = O({ ids: chosen(Id('信件')) })
const several = (input: Readonly<Record<string, unknown>>): readonly string[] => [...new Set(input['ids'] as string[])]

/** A call of the writer's side: it stands in no log, as most letters of a quiet day are one person's. */
const own = (summary: string, input: TSchema, handler: Route['handler'], write = true, shown = input): Route => ({
  ...call({ demand: signedIn, summary, input, shown, write }, handler),
  resource: bossLetter,
})
/** A call of those who keep the mailbox: who else makes it is refused by `managersDesk`. */
const keepers = (summary: string, input: TSchema, handler: Route['handler']): Route => call({ demand: signedIn, summary, input }, handler)
const read = (summary: string, handler: Route['handler']): Route => call({ demand: signedIn, summary, input: page, write: false }, handler)
const boxOf = <Box extends string>(input: Readonly<Record<string, unknown>>): Box => (input['box'] ?? 'inbox') as Box

const employeeRoutes: RouteMap = {
  'POST /emp/bossMsg': own(
    '发送来信',
    O(letter),
    (context, { input }) => writeLetter(context, input, true),
    true,
    demanding(O(letter), ['subject', 'content']),
  ),
  'PUT /emp/bossMsg': own('发送或修改草稿', O({ id: Mark(), version, state, ...letter }), (context, { input }) =>
    writeLetter(context, input, input['state'] !== 0),
  ),
  'GET /emp/bossMsg': own('读取草稿', O({ id: Mark() }), (context, { input }) => ownLetter(context, input['id'] as string)),
  'POST /emp/temporarySend': own('暂存来信', O({ id: Optional(Mark()), version, ...letter }), (context, { input }) =>
    writeLetter(context, input, false),
  ),
  'POST /emp/empContributionsOrDraftBoxs': own('我的来信和草稿', page, (context, { input }) => sentBox(context, input), false),
  'POST /emp/empInboxs': own('收到的回复', page, (context, { input }) => employeeInbox(context, input), false),
  'GET /emp/empContributionsDetails': own('来信详情', O({ id: Mark() }), (context, { input }) => ownLetter(context, input['id'] as string)),
  'GET /emp/empToRead': own('阅读回复', O({ id: Mark('回复') }), (context, { input }) => readReply(context, input['id'] as string)),
  'POST /emp/empBatchRead': own('批量标为已读', marks, (context, { input }) => readReplies(context, several(input))),
  'POST /emp/withdraw': own('撤回来信', marks, (context, { input }) => withdrawLetters(context, several(input))),
  'POST /emp/contributorsBatchDelete': own('删除来信', marks, (context, { input }) => trashOwn(context, 'sent', several(input), true)),
  'POST /emp/inboxsBatchDelete': own('删除收到的回复', marks, (context, { input }) => trashOwn(context, 'inbox', several(input), true)),
  'POST /emp/restore': own('恢复已删除的信件', O({ ids: chosen(Mark()), box }), (context, { input }) =>
    trashOwn(context, boxOf<EmployeeBox>(input), several(input), false),
  ),
  'POST /emp/batchRemove': own('彻底删除信件', O({ ids: chosen(Mark()), box }), (context, { input }) =>
    removeOwn(context, boxOf<EmployeeBox>(input), several(input)),
  ),
  'POST /emp/deleteAttachment': own('删除草稿附件', O({ id: Id('附件') }), (context, { input }) =>
    removeLetterFile(context, input['id'] as string),
  ),
  'GET /emp/attachment': {
    ...call({ demand: signedIn, summary: '下载信件附件', input: O({ id: Id('附件') }), tokenCookie: fileCookieName }, employeeFile),
    resource: bossLetter,
    write: true,
  },
}

const managerRoutes: RouteMap = {
  'POST /manager/managerInboxs': read('总经理信箱收件', (context, { input }) => managerInbox(context, input)),
  'POST /manager/managerReplysOrDraftBoxs': read('总经理的回复和草稿', (context, { input }) => repliesBox(context, input)),
  'POST /manager/managerToRead': keepers('阅读来信', O({ id: Id('来信') }), (context, { input }) =>
    readLetter(context, input['id'] as string),
  ),
  'POST /manager/managerBatchRead': keepers('批量标为已读', ids, (context, { input }) => readLetters(context, several(input))),
  'POST /manager/managerAllRead': keepers('全部标为已读', O({}), context => readAllLetters(context)),
  'POST /manager/bossMsgReply': keepers('发送回复', O({ msgId: Id('来信'), content, fileIds: files }), (context, { input }) =>
    writeReply(context, input, true),
  ),
  'PUT /manager/bossMsgReply': keepers(
    '发送或修改回复草稿',
    O({ id: Id('回复'), version, state, content: Optional(content), fileIds: files }),
    (context, { input }) => writeReply(context, input, input['state'] !== 0),
  ),
  'GET /manager/bossMsgReply': keepers('回复详情', O({ id: Id('回复') }), (context, { input }) => oneReply(context, input['id'] as string)),
  'POST /manager/temporarySend': keepers(
    '暂存回复',
    O({ id: Optional(Id('回复')), version, msgId: Optional(Id('来信')), content: Optional(content), fileIds: files }),
    (context, { input }) => writeReply(context, input, false),
  ),
  'POST /manager/withdraw': keepers('撤回回复', ids, (context, { input }) => withdrawReplies(context, several(input))),
  'POST /manager/inboxsBatchDelete': keepers('删除来信', ids, (context, { input }) =>
    trashOfManager(context, 'inbox', several(input), true),
  ),
  'POST /manager/contributorsBatchDelete': keepers('删除回复', ids, (context, { input }) =>
    trashOfManager(context, 'sent', several(input), true),
  ),
  'POST /manager/restore': keepers('恢复已删除的信件', O({ ids: chosen(Id('信件')), box }), (context, { input }) =>
    trashOfManager(context, boxOf<ManagerBox>(input), several(input), false),
  ),
  'POST /manager/batchRemove': keepers('彻底删除信件', O({ ids: chosen(Id('信件')), box }), (context, { input }) =>
    removeOfManager(context, boxOf<ManagerBox>(input), several(input)),
  ),
  'POST /manager/deleteAttachment': keepers('删除草稿附件', O({ id: Id('附件') }), (context, { input }) =>
    removeReplyFile(context, input['id'] as string),
  ),
  'GET /manager/attachment': call(
    { demand: signedIn, summary: '下载信件附件', input: O({ id: Id('附件') }), tokenCookie: fileCookieName },
    managerFile,
  ),
  'POST /manager/askOpening': {
    ...keepers(
      '申请开启匿名作者',
      O({ id: Id('来信'), reason: Text({ title: '原因', minLength: 1, maxLength: 200 }) }),
      (context, { input }) => askAuthor(context, input as { id: string; reason: string }),
    ),
    fresh: true,
  },
}

export const mailboxRoutes: RouteMap = { ...employeeRoutes, ...managerRoutes }
