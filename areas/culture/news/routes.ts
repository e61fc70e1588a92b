/** Route map of news and notices. */
import { Integer, Object as O, Optional, String as Text, type TSchema } from 'typebox'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { publishOperation, publishStates, type Publishable } from '#platform/declare/publishable.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { act, call, demanding, type Context, type Tx, type Route, type RouteMap, Id, Query } from '#platform/server/area.ts'
import { add, exportOf, list, one, remove, update, oneRecord } from '#platform/server/records.ts'
import { confirmRoute, likeRoute, publishedList, readersRoute, readRoute } from '#platform/server/notices.ts'
import { steps } from '#platform/server/steps.ts'
import { grantPoints } from '../points/grant.ts'
import { analysisOf } from './analysis.ts'
import { frontPage, neighboursOf, type FrontAsk } from './front.ts'
import { remindReaders } from './remind.ts'
import { saveTemporarily } from './save-temporarily.ts'
import { news, notice } from './tables.ts'

/** numbers stand in a query string as texts */
const Whole = (title: string, max: number): TSchema => Text({ title, pattern: '^[1-9][0-9]{0,5}$', description: `≤ ${max}` })
const pageMax = 50
const frontInput = (more: Readonly<Record<string, TSchema>> = {}): TSchema =>
  Query({
    pageNum: Optional(Whole('页码', 100_000)),
    pageSize: Optional(Whole('每页条数', pageMax)),
    keyword: Optional(Text({ title: '关键字', maxLength: 100 })),
    typeId: Optional(Id('分类')),
    ...more,
  })

const front = (what: Publishable, more?: Readonly<Record<string, TSchema>>): Route =>
  call({ demand: signedIn, summary: `${what.published.title[0]}首页`, input: frontInput(more), write: false }, (context, { input }) => {
    const { pageNum, pageSize, waiting, ...rest } = input
    return frontPage(context, what, {
      ...(rest as FrontAsk),
      ...(pageNum === undefined ? {} : { pageNum: Number(pageNum) }),
      ...(pageSize === undefined ? {} : { pageSize: Math.min(Number(pageSize), pageMax) }),
      ...(waiting === 'true' ? { waiting: true } : {}),
    })
  })

const beside = (what: Publishable): Route =>
  call({ demand: signedIn, summary: `${what.published.title[0]}的上一篇和下一篇`, write: false }, (context, ask) =>
    neighboursOf(context, what, ask.params['id']),
  )

/** From the list of drafts to the page that tells who has read one. */
const opensReaders = (what: Publishable, kind: 'news' | 'notice'): Route =>
  act(
    what.draft,
    {
      name: 'readers',
      title: ['阅读情况', 'Readers'],
      over: 'row',
      operation: publishOperation,
      when: { status: [publishStates.published[0], publishStates.archived[0]] },
      reason: ['发布后才有阅读情况', 'There are readers only after it is published'],
      result: 'page',
    },
    async (context, { input }) => {
      const { id } = await oneRecord(context, what.draft, input['id'])
      return { page: `/culture/readers?kind=${kind}&id=${id}` }
    },
  )

/** Points for whoever has confirmed a notice. */
async function confirmed(context: Context, tx: Tx, notice: Row): Promise<void> {
  const { employeeId } = context.caller
  if (employeeId === null) return
  await grantPoints(context, tx, [
    { rule: 'confirmRead', employeeId, eventKey: `confirm:${notice.id}:${employeeId}`, source: asText(notice['title']) },
  ])
}

const temporary = O(
  {
    id: Optional(Id('新闻')),
    version: Optional(Integer({ title: '版本号', minimum: 1 })),
    title: Optional(Text({ title: '标题' })),
  },
  { additionalProperties: true },
)

export const newsRoutes: RouteMap = {
  'GET /noticeSetting/notices': list(notice.draft),
  'POST /noticeSetting/notice': add(notice.draft),
  'PUT /noticeSetting/notice': update(notice.draft),
  'GET /noticeSetting/notice/{id}': one(notice.draft),
  'DELETE /noticeSetting/notice/{id}': remove(notice.draft),
  'PUT /noticeSetting/noticeAction': steps(notice.draft),
  'POST /noticeSetting/listExport': exportOf(notice.draft),
  'POST /noticeSetting/publishedList': publishedList(notice),
  'GET /noticeSetting/homePageNotices': front(notice, { waiting: Optional(Text({ title: '只看待确认', pattern: '^(true|false)$' })) }),
  'GET /noticeSetting/homePageNotice/{id}': readRoute(notice),
  'GET /noticeSetting/indexNotice/{id}': beside(notice),
  'POST /noticeSetting/confirmRead': confirmRoute(notice, confirmed),
  'POST /noticeSetting/readers': readersRoute(notice),
  'POST /noticeSetting/like': likeRoute(notice),
  'POST /noticeSetting/openReaders': opensReaders(notice, 'notice'),
  'POST /noticeSetting/remind': call(
    { demand: needs('notice', publishOperation), summary: '提醒未读的人阅读公告', input: O({ id: Id('公告') }) },
    (context, ask) => remindReaders(context, ask.input.id),
  ),

  'GET /newsSetting/news': list(news.draft),
  'POST /newsSetting/news': add(news.draft),
  'PUT /newsSetting/news': update(news.draft),
  'GET /newsSetting/news/{id}': one(news.draft),
  'DELETE /newsSetting/news/{id}': remove(news.draft),
  'PUT /newsSetting/newsAction': steps(news.draft),
  'POST /newsSetting/listExport': exportOf(news.draft),
  'POST /newsSetting/publishedList': publishedList(news),
  'POST /newsSetting/saveNewsTemporarily': {
    ...call(
      {
        demand: needs('news', operations.add),
        summary: '暂存新闻',
        input: temporary,
        shown: demanding(temporary, ['title']),
      },
      (context, ask) => saveTemporarily(context, ask.input),
    ),
    resource: news.draft,
  },
  'GET /newsSetting/homePageNews': front(news),
  'GET /newsSetting/homePageNews/{id}': readRoute(news),
  'GET /newsSetting/indexNews/{id}': beside(news),
  'POST /newsSetting/readers': readersRoute(news),
  'POST /newsSetting/openReaders': opensReaders(news, 'news'),
  'POST /newsSetting/like': likeRoute(news),
  'POST /newsSetting/analysis': call(
    { demand: needs('cultureAnalysis', operations.view), summary: '访问分析', input: O({}), write: false },
    context => analysisOf(context),
  ),
}
