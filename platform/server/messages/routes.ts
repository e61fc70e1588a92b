/** Route map of the message centre. */
import { Array as Several, Boolean as Flag, Integer, Object as O, Optional } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { unreadTotal } from '../realtime/unread.ts'
import { inbox, markRead } from './inbox.ts'
import { Id, Query } from '../calls/wire-types.ts'

const ids = Several(Id(), { title: '消息', minItems: 1, maxItems: 1_000 })

export const messageRoutes: RouteMap = {
  'POST /notify/list': call(
    {
      demand: signedIn,
      summary: '我的消息',
      input: Query({
        isUnread: Optional(Flag({ title: '只看未读' })),
        kind: Optional(Integer({ title: '种类', minimum: 1, maximum: 6 })),
        pageNum: Optional(Integer({ title: '页码', minimum: 1, maximum: 10_000 })),
        pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 1_000 })),
      }),
      write: false,
    },
    (context, { input }) => inbox(context, input),
  ),
  'GET /notify/unreadCount': call({ demand: signedIn, summary: '未读消息数', input: O({}) }, context => unreadTotal(context, 'message')),
  'POST /notify/read': call(
    { demand: signedIn, summary: '标为已读或未读', input: O({ ids, isRead: Optional(Flag({ title: '已读' })) }) },
    (context, { input }) => markRead(context, input['ids'] as string[], input['isRead'] !== false),
  ),
  'POST /notify/readAll': call({ demand: signedIn, summary: '全部标为已读', input: O({}) }, context => markRead(context, null, true)),
}
