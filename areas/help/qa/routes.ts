/** Route map of questions and answers. */
import { Boolean as Flag, Integer, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { searchMax } from '#platform/format/found-at.ts'
import { act, call, demanding, Id, Query, type RouteMap } from '#platform/server/area.ts'
import { publishedList } from '#platform/server/notices.ts'
import { steps } from '#platform/server/steps.ts'
import { add, exportOf, list, one, remove, update, oneRecord } from '#platform/server/records.ts'
import { subjects } from '../article-tables.ts'
import { countVote } from '../counts.ts'
import { typeTree } from '../types.ts'
import { qaType } from '../type-tables.ts'
import { takeOver } from './answers.ts'
import { changeOwnSearch, commonDocs, complete, docList, noteOwnSearch, openDoc, ownSearches, productTree } from './read.ts'
import { questionCodes } from './states.ts'
import { qaForm, qaItem } from './tables.ts'

const words = Text({ title: '搜索内容', maxLength: searchMax })
const keywords = Text({ title: '搜索内容', minLength: 1, maxLength: searchMax })
const maybeId = (title: string) => Optional(Union([Id(title), Null()]))
/** An empty choice of the page stands for none. */
const given = (input: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))

const searchChange = O({
  keywords,
  docId: Optional(Id('问答')),
  isHelpful: Optional(Flag({ title: '有帮助' })),
  hidden: Optional(Flag({ title: '隐藏' })),
})

export const qaRoutes: RouteMap = {
  'POST /qaList/list': list(qaItem.draft),
  'POST /qaList/insert': add(qaItem.draft),
  'POST /qaList/update': update(qaItem.draft),
  'POST /qaList/delete': remove(qaItem.draft),
  'POST /qaList/publish': steps(qaItem.draft),
  'GET /qaList/query/{id}': one(qaItem.draft),
  'POST /qaList/listExport': exportOf(qaItem.draft),
  'POST /qaList/publishedList': publishedList(qaItem),
  'POST /qaList/docList': call(
    {
      demand: signedIn,
      summary: '查找问答',
      input: Query({
        keyword: Optional(words),
        typeId: maybeId('类型'),
        productId: maybeId('商品'),
        pageNum: Optional(Integer({ title: '页码', minimum: 1, maximum: 100_000 })),
        pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 100 })),
      }),
      write: false,
    },
    (context, { input }) => docList(context, given(input)),
  ),
  'GET /qaList/getCommonDocList': call({ demand: signedIn, summary: '常见问答', input: O({}) }, context => commonDocs(context)),
  'POST /qaList/autoComplate': call(
    { demand: signedIn, summary: '问答自动补全', input: O({ keyword: words }), write: false },
    (context, { input }) => complete(context, input.keyword),
  ),
  'GET /qaList/browse': call({ demand: signedIn, summary: '阅读问答', input: Query({ id: Id() }), write: false }, (context, { input }) =>
    openDoc(context, input['id']),
  ),
  'POST /qaList/feedback': call(
    { demand: signedIn, summary: '问答是否有帮助', input: O({ id: Id(), isHelpful: Flag({ title: '有帮助' }) }) },
    async (context, { input }) => {
      const { id } = await oneRecord(context, qaItem.published, input['id'])
      return countVote(context, subjects.qa, id, input.isHelpful)
    },
  ),
  'POST /qaType/list': list(qaType),
  'POST /qaType/insert': add(qaType),
  'POST /qaType/update': update(qaType),
  'POST /qaType/delete': remove(qaType),
  'GET /qaType/query/{id}': one(qaType),
  'POST /qaType/treelist': call({ demand: signedIn, summary: '问答类型树', input: O({}), write: false }, context =>
    typeTree(context, qaType, qaItem.published),
  ),
  'POST /qaProdcut/list': call(
    {
      demand: signedIn,
      summary: '有问答的商品',
      input: Query({ pageNum: Optional(Integer({ minimum: 1 })), pageSize: Optional(Integer({ minimum: 1 })) }),
      write: false,
    },
    context => productTree(context),
  ),
  'POST /qaForm/list': list(qaForm),
  'POST /qaForm/insert': add(qaForm),
  'POST /qaForm/update': update(qaForm),
  'POST /qaForm/delete': remove(qaForm),
  'GET /qaForm/query/{id}': one(qaForm),
  'POST /qaForm/listExport': { ...exportOf(qaForm), demand: needs('qa', operations.export) },
  'POST /qaForm/takeOver': act(
    qaForm,
    {
      name: 'takeOver',
      title: ['转为问答', 'Take over as Q&A'],
      over: 'row',
      operation: operations.add,
      when: { state: [questionCodes.answered] },
      reason: ['只有已回答的提问可以转为问答', 'Only an answered question is taken over'],
      result: 'page',
    },
    (context, { input }) => takeOver(context, input['id']),
  ),
  'POST /qaSearchHistory/insert': call(
    {
      demand: signedIn,
      summary: '记下问答搜索',
      input: O({ keywords, results: Optional(Integer({ title: '结果数', minimum: 0, maximum: 1_000_000 })) }),
    },
    (context, { input }) => noteOwnSearch(context, { keywords: input.keywords, results: input.results ?? 0 }),
  ),
  'POST /qaSearchHistory/list': call({ demand: signedIn, summary: '我的问答搜索', input: O({}), write: false }, context =>
    ownSearches(context),
  ),
  'POST /qaSearchHistory/updateByKeywords': call(
    {
      demand: signedIn,
      summary: '修改问答搜索记录',
      input: searchChange,
      shown: demanding(searchChange, ['docId'], ['isHelpful'], ['hidden']),
    },
    (context, { input }) => changeOwnSearch(context, input),
  ),
}
