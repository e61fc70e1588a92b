/** Route map of the bulletin board; replies are the thread of a topic. */
import { Null, Object as O, Union, type TSchema } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { call, Id, type Route, type RouteMap } from '#platform/server/area.ts'
import { askOpeningOf, openToAuthor } from '#platform/server/rights.ts'
import { step } from '#platform/server/steps.ts'
import { family, add, exportOf, list, one, update } from '#platform/server/records.ts'
import { likeReply, replyLikes } from './reply-likes.ts'
import { bbsReport, bbsSection, bbsTopic } from './tables.ts'
import { addTopic, boardSections, chooseBest, likeTopic, reportTopic, viewTopic } from './topic-calls.ts'

const topic = { id: Id('帖子') }

/** A call on a topic: as a write of a list with sealed authors the request log names nobody. */
const onTopic = (summary: string, input: Readonly<Record<string, TSchema>>, handler: Route['handler']): Route => ({
  ...call({ demand: signedIn, summary, input: O(input) }, handler),
  resource: bbsTopic,
})

/** Steps a call each: several lead to the same state. */
const moves: RouteMap = Object.fromEntries(
  (['stick', 'unstick', 'close', 'reopen', 'hide', 'show', 'takeDown'] as const).map(name => [
    `POST /bbsTopic/${name}` as const,
    { ...step(bbsTopic, name), demand: signedIn },
  ]),
)

/** The author's own, also under seal. */
const asAuthor = (route: Route): Route => ({
  ...route,
  demand: signedIn,
  handler: async (context, ask) => route.handler(await openToAuthor(context, bbsTopic), ask),
})

export const boardRoutes: RouteMap = {
  ...family('bbsSection', bbsSection),
  'GET /bbsSection/board': call({ demand: signedIn, summary: '公告栏的版块', write: false }, boardSections),

  'POST /bbsTopic/list': list(bbsTopic),
  'POST /bbsTopic/insert': { ...add(bbsTopic), handler: (context, ask) => addTopic(context, ask.input) },
  'POST /bbsTopic/update': asAuthor(update(bbsTopic)),
  'GET /bbsTopic/query/{id}': asAuthor(one(bbsTopic)),
  'POST /bbsTopic/listExport': exportOf(bbsTopic),
  'POST /bbsTopic/withdraw': asAuthor(step(bbsTopic, 'withdraw')),
  ...moves,
  'POST /bbsTopic/view': onTopic('打开帖子', topic, (context, { input }) => viewTopic(context, input['id'])),
  'POST /bbsTopic/like': onTopic('点赞或取消点赞', topic, (context, { input }) => likeTopic(context, input['id'])),
  'POST /bbsTopic/likeReply': onTopic('点赞或取消点赞回复', { ...topic, replyId: Id('回复') }, (context, { input }) =>
    likeReply(context, input as never),
  ),
  'POST /bbsTopic/replyLikes': { ...onTopic('回复的点赞', topic, (context, { input }) => replyLikes(context, input['id'])), write: false },
  'POST /bbsTopic/best': onTopic('设为最佳回复', { ...topic, replyId: Union([Id('回复'), Null()]) }, (context, { input }) =>
    chooseBest(context, input as never),
  ),
  'POST /bbsTopic/askOpening': askOpeningOf(bbsTopic),

  'POST /bbsReport/list': list(bbsReport),
  'POST /bbsReport/insert': { ...add(bbsReport), handler: (context, ask) => reportTopic(context, ask.input) },
  'POST /bbsReport/uphold': { ...step(bbsReport, 'uphold'), demand: signedIn },
  'POST /bbsReport/reject': { ...step(bbsReport, 'reject'), demand: signedIn },
}
