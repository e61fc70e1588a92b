/** Route map of the search over everything. */
import { Object as O, Optional, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { codeMax } from '#platform/declare/scans.ts'
import { searchMax } from '#platform/format/found-at.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { beginActions } from './actions.ts'
import { findRecords } from './find.ts'
import { resolveCode } from './resolve.ts'
import { noteOpened, recentFound } from './recent.ts'

const words = O({ keyword: Text({ title: '搜索内容', minLength: 1, maxLength: searchMax }) })
const code = O({ code: Text({ title: '条码', minLength: 1, maxLength: codeMax }) })
const opened = O({
  type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
  recordId: Optional(Text({ title: '记录', maxLength: 200 })),
  name: Optional(Text({ title: '操作', maxLength: 100 })),
})

export const searchRoutes: RouteMap = {
  'POST /listField/find': call({ demand: signedIn, summary: '按编号或文字查找记录', input: words, write: false }, (context, { input }) =>
    findRecords(context, input['keyword'] as string),
  ),
  'POST /code/resolve': call({ demand: signedIn, summary: '按扫到的条码查找记录', input: code, write: false }, (context, { input }) =>
    resolveCode(context, input['code'] as string),
  ),
  'GET /listField/begin': call({ demand: signedIn, summary: '可以开始的操作', input: O({}) }, async context => beginActions(context)),
  'GET /listField/recent': call({ demand: signedIn, summary: '最近查找的记录和操作', input: O({}) }, context => recentFound(context)),
  'POST /listField/recent': call({ demand: signedIn, summary: '记下打开的记录或操作', input: opened }, (context, { input }) =>
    noteOpened(context, {
      type: input['type'] as string,
      recordId: (input['recordId'] as string | undefined) ?? '',
      name: (input['name'] as string | undefined) ?? '',
    }),
  ),
}
