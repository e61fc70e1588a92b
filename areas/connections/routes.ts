/** Route map of connections. */
import { Object as O, String as Text } from 'typebox'
import { anyone, operations } from '#platform/declare/operations.ts'
import { act, call, Query, type FieldWords, type ListWords, type RouteMap } from '#platform/server/area.ts'
import { storedSentence } from '#platform/server/lists.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { add, addRecord, exportOf, family, list, one, remove, type Rule } from '#platform/server/records.ts'
import { again, setPlan, setState, siteOf, skip, syncNow, takeOver, test } from './actions.ts'
import { allSources, sourceOf } from './core/platforms.ts'
import { answerChallenge, noticeKeys, takeNotice } from './ebay/notice.ts'
import { isSigningKey } from './ebay/signature.ts'
import { connectionShop, connectionStates, marketplaceApp, shopConnection, syncCall, syncPlan, syncWindow, windowStates } from './tables.ts'

const reportName: FieldWords = {
  shown: ({ language }, code) => sourceOf(code)?.title[language === 'en' ? 1 : 0] ?? code,
  stored: (_, shown) => Object.entries(allSources()).find(([, { title }]) => title.includes(shown))?.[0] ?? shown,
}
const connectionWords: ListWords = { why: storedSentence }
const planWords: ListWords = { why: storedSentence, report: reportName }
const windowWords: ListWords = { said: storedSentence, report: reportName }

/** A key that can't sign would be found out by the first call. */
const appRule: Rule = ({ signingKey: key }) =>
  typeof key !== 'string' || key.trim() === '' || isSigningKey(key)
    ? []
    : [{ field: 'signingKey', message: sentence`不是 Ed25519 私钥，请粘贴 eBay 给的 privateKey` }]

const codes = (...states: readonly { readonly 0: number }[]): number[] => states.map(state => state[0])
const { draft, open, again: consentAgain, paused } = connectionStates
const { waiting, person, failed, skipped, done, empty } = windowStates

export const connectionRoutes: RouteMap = {
  ...family('marketplaceApp', marketplaceApp, appRule),
  'POST /marketplaceApp/notice': act(
    marketplaceApp,
    {
      name: 'notice',
      title: ['账号删除通知', 'Account deletion notices'],
      over: 'row',
      operation: operations.edit,
      when: { platform: codes(platformChoices.ebay) },
      reason: ['只有 eBay 要求接收账号删除通知', 'eBay alone demands it'],
      result: 'file',
    },
    (context, ask) => noticeKeys(context, ask.input['id']),
  ),
  'GET /hook/ebay/{id}': call(
    { demand: anyone, summary: 'eBay 询问删除通知的地址', input: Query({ challenge_code: Text({ title: '询问码', maxLength: 200 }) }) },
    (_none, { house, params, input }) => answerChallenge(house, params['id'] ?? '', input.challenge_code),
  ),
  'POST /hook/ebay/{id}': call(
    { demand: anyone, summary: 'eBay 的账号删除通知', input: O({}, { additionalProperties: true }), write: false },
    (_none, { house, params, headers, raw }) => takeNotice(house, params['id'] ?? '', headers['x-ebay-signature'] ?? '', raw.body),
  ),

  ...family('shopConnection', shopConnection),
  'POST /shopConnection/list': list(shopConnection, { words: connectionWords }),
  'POST /shopConnection/listExport': exportOf(shopConnection, connectionWords),
  'POST /shopConnection/insert': {
    ...add(shopConnection),
    // imports use the rights of whoever made it
    handler: (context, ask) => addRecord(context, shopConnection, ask.input, { besides: { runsAs: context.caller.accountId } }),
  },
  'POST /shopConnection/test': act(
    shopConnection,
    { name: 'test', title: ['测试', 'Test'], over: 'row', operation: operations.edit },
    (context, ask) => test(context, ask.input),
  ),
  'POST /shopConnection/sync': act(
    shopConnection,
    {
      name: 'sync',
      title: ['同步', 'Fetch'],
      over: 'row',
      operation: operations.edit,
      when: { state: codes(open) },
      reason: ['测试通过后才能同步', 'Fetched once the test has passed'],
    },
    (context, ask) => syncNow(context, ask.input),
  ),
  'POST /shopConnection/pause': act(
    shopConnection,
    { name: 'pause', title: ['暂停', 'Pause'], over: 'row', operation: operations.edit, when: { state: codes(open) } },
    (context, ask) => setState(context, ask.input, 'paused', 'pause'),
  ),
  'POST /shopConnection/resume': act(
    shopConnection,
    { name: 'resume', title: ['恢复', 'Go on'], over: 'row', operation: operations.edit, when: { state: codes(paused) } },
    (context, ask) => setState(context, ask.input, 'open', 'resume'),
  ),
  'POST /shopConnection/takeOver': act(
    shopConnection,
    {
      name: 'takeOver',
      title: ['由我负责', 'Take over'],
      over: 'row',
      operation: operations.edit,
      when: { state: codes(draft, open, consentAgain, paused) },
      confirm: ['以后的文件以您的权限导入，确定？', 'From now on files are imported by your rights. Go on?'],
    },
    (context, ask) => takeOver(context, ask.input),
  ),

  'POST /connectionShop/list': list(connectionShop),
  'GET /connectionShop/query/{id}': one(connectionShop),
  'POST /connectionShop/insert': {
    ...add(connectionShop),
    handler: async (context, ask) =>
      addRecord(context, connectionShop, ask.input, { besides: { marketplaceId: await siteOf(context, ask.input) } }),
  },
  'POST /connectionShop/delete': remove(connectionShop),

  'POST /syncPlan/list': list(syncPlan, { words: planWords }),
  'POST /syncPlan/pause': act(
    syncPlan,
    { name: 'pause', title: ['暂停', 'Pause'], over: 'rows', operation: operations.edit, when: { state: [1] } },
    (context, ask) => setPlan(context, ask.input, 'off', 'pause'),
  ),
  'POST /syncPlan/resume': act(
    syncPlan,
    { name: 'resume', title: ['恢复', 'Go on'], over: 'rows', operation: operations.edit, when: { state: [2] } },
    (context, ask) => setPlan(context, ask.input, 'on', 'resume'),
  ),

  'POST /syncWindow/list': list(syncWindow, { words: windowWords }),
  'POST /syncWindow/listExport': exportOf(syncWindow, windowWords),
  'POST /syncWindow/again': act(
    syncWindow,
    {
      name: 'again',
      title: ['重新同步', 'Fetch again'],
      over: 'rows',
      operation: operations.edit,
      when: { state: codes(done, empty, person, failed, skipped) },
      reason: ['还在进行，不用重新同步', 'It is still under way'],
    },
    (context, ask) => again(context, ask.input),
  ),
  'POST /syncWindow/skip': act(
    syncWindow,
    {
      name: 'skip',
      title: ['跳过', 'Skip'],
      over: 'rows',
      operation: operations.edit,
      when: { state: codes(waiting, person, failed) },
      reason: ['已申请或已完成的不能跳过', 'What was asked for, or is done, is not skipped'],
      confirm: ['跳过的区间不会取回数据，确定？', 'Nothing is fetched for these days. Go on?'],
    },
    (context, ask) => skip(context, ask.input),
  ),

  'POST /syncCall/list': list(syncCall),
}
