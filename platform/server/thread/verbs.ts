/**
 * Verbs of route maps for conversations: `'GET /workOrderReplywManagement/trace': threadList(workOrder, 'workOrderId')`. A resource with
 * the word `thread` has all of them; those that no route map binds stand beside its other calls, as `POST /<family>/thread/list`. Whoever
 * sees the record may make them.
 */
import { Any, Array as List, Boolean as Flag, Integer, Object as O, Optional, String as Text, type TSchema } from 'typebox'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { signedIn, type Demand } from '#platform/declare/operations.ts'
import { satisfies } from '../calls/may.ts'
import { refuse } from '../calls/refusal.ts'
import { demandOf } from '../calls/verbs.ts'
import type { ThreadCallName } from '../contract/route.ts'
import type { Ask, Route } from '../contract/route.ts'
import { Id } from '../calls/wire-types.ts'
import type { BoundRoute } from '../contract/registry.ts'
import { openedTo } from '../lists/approval-of.ts'
import { namedId } from '../lists/named-id.ts'
import { openToAuthor } from '../sealed/own-records.ts'
import { threadPage } from './list.ts'
import { peopleOf } from './mentions.ts'
import { recordOf } from './record.ts'
import { markSeen } from './mark-seen.ts'
import { addComment, editComment, removeComment, type CommentInput } from './write.ts'

const recordName = 'recordId'
const said = {
  content: Optional(Any({ title: '内容' })),
  files: Optional(Any({ title: '附件' })),
  mentions: Optional(List(Id(), { title: '提到的人', maxItems: 100 })),
}

/** Who may look at the records; what is published is for all whom it is meant for. */
const lookedAt = (r: Resource): Demand => (r.publishing?.published === r.table ? signedIn : demandOf(r, 'view'))

function route(
  resource: Resource,
  does: ThreadCallName,
  record: string,
  summary: string,
  input: Readonly<Record<string, TSchema>>,
  handler: Route['handler'],
): Route {
  const ofRecord = ['update', 'remove'].includes(does) ? {} : { [record]: Id(resource.title[0]) }
  return {
    verb: 'thread',
    thread: { does, record },
    resource,
    // of records that are approved also for an approver: the handler asks
    demand: resource.approval === undefined ? lookedAt(resource) : signedIn,
    summary: `${resource.title[0]}${summary}`,
    input: O({ ...ofRecord, ...input }),
    write: ['add', 'update', 'remove'].includes(does),
    handler: resource.approval === undefined ? forAuthors(resource, handler) : forApprovers(resource, record, handler),
  }
}

/** Of records that their sealed author sees besides his scope. */
const forAuthors = (resource: Resource, handler: Route['handler']): Route['handler'] =>
  resource.sealedAuthor === undefined ? handler : async (context, ask) => handler(await openToAuthor(context, resource), ask)

/** Whoever may view the list, and whoever has or had an approval task on this record. */
const forApprovers =
  (resource: Resource, record: string, handler: Route['handler']): Route['handler'] =>
  async (context, ask) => {
    const id = { ...ask.input, ...ask.params }[record]
    const opened = typeof id === 'string' ? await openedTo(context, resource, id) : null
    if (opened === null && !satisfies(context.caller, demandOf(resource, 'view'))) throw refuse.forbidden()
    return handler(opened ?? context, ask)
  }

/** The input with the record's id under the name that functions know. */
const asked = <T>({ input, params }: Ask, record: string): T => {
  const all: Readonly<Record<string, unknown>> = { ...input, ...params }
  return { ...all, recordId: ownValue(all, record) } as T
}

/** `before`: `next` of the page before. */
export const threadList = (resource: Resource, record: string = recordName): Route =>
  route(
    resource,
    'list',
    record,
    '的沟通',
    { before: Optional(Id('翻页标记')), pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 100 })) },
    (context, ask) => threadPage(context, resource, asked(ask, record)),
  )
/** Colleagues who can be mentioned: they may see the record. */
export const threadPeople = (resource: Resource, record: string = recordName): Route =>
  route(
    resource,
    'people',
    record,
    '沟通中可提到的人',
    { keyword: Optional(Text({ title: '关键字', maxLength: 50 })) },
    async (context, ask) => {
      const { recordId, keyword = '' } = asked<{ readonly recordId: string; readonly keyword?: string }>(ask, record)
      await recordOf(context, resource, recordId)
      return peopleOf(context, resource, recordId, keyword)
    },
  )
/** `isOpen` false: it is closed here, nothing of it is pushed any more. */
export const threadSeen = (resource: Resource, record: string = recordName): Route =>
  route(
    resource,
    'seen',
    record,
    '的沟通已看到哪里',
    { lastId: Optional(Id('评论')), isOpen: Optional(Flag({ title: '正在查看' })) },
    (context, ask) => markSeen(context, resource, asked(ask, record)),
  )
/** `parentId`: the comment that is answered; `mentions`: people who are told beside those that the text mentions. */
export const threadAdd = (resource: Resource, record: string = recordName): Route =>
  route(resource, 'add', record, '发表评论', { parentId: Optional(Id('回复的评论')), ...said }, (context, ask) =>
    addComment(context, resource, asked(ask, record)),
  )
/** Text and files of one's own comment, by its version. */
export const threadUpdate = (resource: Resource): Route =>
  route(
    resource,
    'update',
    'id',
    '编辑评论',
    { id: Id('评论'), version: Integer({ title: '版本号', minimum: 1 }), ...said },
    (context, ask) => editComment(context, resource, asked<CommentInput & { readonly id: string; readonly version: number }>(ask, 'id')),
  )
/** One's own comment, by `{ id }` or the path's id. */
export const threadDelete = (resource: Resource): Route =>
  route(resource, 'remove', 'id', '删除评论', { id: Optional(Id('评论')) }, (context, ask) =>
    removeComment(context, resource, namedId(asked<{ readonly id?: string }>(ask, 'id').id, ['评论', 'The comment'])),
  )

const verbs: Readonly<Record<ThreadCallName, (resource: Resource) => Route>> = {
  list: threadList,
  people: threadPeople,
  seen: threadSeen,
  add: threadAdd,
  update: threadUpdate,
  remove: threadDelete,
}
const pathNames: Readonly<Record<ThreadCallName, string>> = {
  list: 'list',
  people: 'people',
  seen: 'seen',
  add: 'add',
  update: 'update',
  remove: 'delete',
}
const callNames = Object.keys(verbs) as ThreadCallName[]

/** Of each conversation the calls that no route map binds, in the family of its resource. */
export function threadRoutes(resources: Iterable<Resource>, routes: readonly BoundRoute[]): BoundRoute[] {
  return [...resources].flatMap(r => {
    if (r.thread === undefined) return []
    const its = routes.filter(one => one.resource?.table === r.table)
    const bound = new Set(its.map(one => one.thread?.does))
    const family = /^\/[^/{]+/.exec(its[0]?.path ?? '')?.[0] ?? `/${r.type ?? r.table}`
    return callNames
      .filter(does => !bound.has(does))
      .map(does => ({ ...verbs[does](r), method: 'POST', path: `${family}/thread/${pathNames[does]}`, area: its[0]?.area ?? r.table }))
  })
}
