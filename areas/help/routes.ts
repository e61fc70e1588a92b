/** Route map of the help centre. Families without a step call (HelpArticle) step by `update` with the new state as well. */
import { Boolean as Flag, Integer, Object as O, Optional, String as Text } from 'typebox'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { searchMax } from '#platform/format/found-at.ts'
import { act, call, Id, Query, type Route, type RouteMap } from '#platform/server/area.ts'
import { publishedList } from '#platform/server/notices.ts'
import { step } from '#platform/server/steps.ts'
import { family, usual, add, exportOf, list, one, remove, update, oneRecord } from '#platform/server/records.ts'
import { helpArticle, helpSearchWord, helpSynonym, subjects } from './article-tables.ts'
import { addBuiltIn } from './built-in.ts'
import { countVote } from './counts.ts'
import { qaRoutes } from './qa/routes.ts'
import { browse, centreIndex, helpOfPage, popular, versionsOf } from './read-articles.ts'
import { searchArticles, type SearchAsk } from './search/find-articles.ts'
import { typeTree } from './types.ts'
import { helpType } from './type-tables.ts'

const paging = {
  pageNum: Optional(Integer({ title: '页码', minimum: 1, maximum: 1_000 })),
  pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 100 })),
}
const searchInput = Query({
  keyword: Text({ title: '搜索内容', minLength: 1, maxLength: searchMax }),
  typeId: Optional(Id('类型')),
  ...paging,
})
const searched = (context: Parameters<Route['handler']>[0], input: unknown) => searchArticles(context, input as SearchAsk)

export const helpRoutes: RouteMap = {
  'POST /HelpType/list': list(helpType),
  'POST /HelpType/add': add(helpType),
  'POST /HelpType/update': update(helpType),
  'POST /HelpType/delete/{id}': remove(helpType),
  'GET /HelpType/query/{id}': one(helpType),
  'POST /HelpType/listExport': exportOf(helpType),
  'POST /HelpType/typeList': call({ demand: signedIn, summary: '帮助类型树', input: O({}), write: false }, context =>
    typeTree(context, helpType, helpArticle.published),
  ),
  'POST /HelpArticle/list': list(helpArticle.draft),
  'POST /HelpArticle/add': add(helpArticle.draft),
  'POST /HelpArticle/update': update(helpArticle.draft),
  'POST /HelpArticle/delete/{id}': remove(helpArticle.draft),
  'GET /HelpArticle/query/{id}': one(helpArticle.draft),
  'POST /HelpArticle/listExport': exportOf(helpArticle.draft),
  'POST /HelpArticle/publishedList': publishedList(helpArticle),
  'POST /HelpArticle/submit': step(helpArticle.draft, 'submit'),
  'POST /HelpArticle/audit/{id}': step(helpArticle.draft, 'audit'),
  'POST /HelpArticle/sendBack': step(helpArticle.draft, 'sendBack'),
  'POST /HelpArticle/cancelAudit/{id}': step(helpArticle.draft, 'cancelAudit'),
  'POST /HelpArticle/archive': step(helpArticle.draft, 'archive'),
  'POST /HelpArticle/redraft': step(helpArticle.draft, 'redraft'),
  'POST /HelpArticle/popularArticles': call({ demand: signedIn, summary: '热门帮助文章', input: O({}), write: false }, context =>
    popular(context),
  ),
  'POST /HelpArticle/helpCenterIndexPage': call({ demand: signedIn, summary: '帮助中心首页', input: O({}), write: false }, context =>
    centreIndex(context),
  ),
  'POST /HelpArticle/helpCenterSearch': call(
    { demand: signedIn, summary: '搜索帮助文章', input: searchInput, write: false },
    (context, { input }) => searched(context, input),
  ),
  'GET /HelpArticle/browseArticles': call(
    { demand: signedIn, summary: '阅读帮助文章', input: Query({ id: Id() }), write: false },
    (context, { input }) => browse(context, input['id']),
  ),
  'POST /HelpArticle/ofPage': call(
    {
      demand: signedIn,
      summary: '页面的帮助文章',
      input: O({ pageKey: Text({ title: '页面', minLength: 1, maxLength: 100 }) }),
      write: false,
    },
    (context, { input }) => helpOfPage(context, input.pageKey),
  ),
  'POST /HelpArticle/feedback': call(
    { demand: signedIn, summary: '是否有帮助', input: O({ id: Id(), isHelpful: Flag({ title: '有帮助' }) }) },
    async (context, { input }) => {
      const { id } = await oneRecord(context, helpArticle.published, input['id'])
      return countVote(context, subjects.article, id, input.isHelpful)
    },
  ),
  'POST /HelpArticle/versions': call(
    { demand: needs('helpArticle', operations.view), summary: '帮助文章的版本', input: O({ id: Id() }), write: false },
    (context, { input }) => versionsOf(context, input['id']),
  ),
  'POST /HelpArticle/compare': act(
    helpArticle.draft,
    { name: 'compare', title: ['比较版本', 'Compare versions'], over: 'row', operation: operations.view, result: 'page' },
    (_, { input }) => Promise.resolve({ page: `/help-article/versions?id=${String(input['id'])}` }),
  ),
  'POST /HelpArticle/addBuiltIn': usual(
    helpArticle.draft,
    {
      title: ['导入内置文章', 'Add built-in articles'],
      confirm: ['把还没有帮助的页面的内置文章导入帮助中心？', 'Add the built-in articles of pages that have none?'],
    },
    addBuiltIn,
  ),
  ...family('helpSynonym', helpSynonym),
  'POST /helpSearchWord/list': list(helpSearchWord),
  'POST /helpSearchWord/listExport': exportOf(helpSearchWord),
  ...qaRoutes,
}
