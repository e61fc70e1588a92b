/** Route map of notices: one's own preferences, and what administrators set up. */
import { Array as List, Literal, Null, Object as O, String as Text, Union } from 'typebox'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { act, call, type ListWords, type RouteMap } from '#platform/server/area.ts'
import { storedSentence } from '#platform/server/lists.ts'
import { add, exportOf, list, one, remove, update } from '#platform/server/records.ts'
import { giveUp, retry, test } from './deliveries.ts'
import { nameOfCode } from './kinds.ts'
import { preferencesOf, robotsOf, savePreferences } from './preferences.ts'
import { robotCall, templateCall } from './rules.ts'
import { noticeChannel, noticeDelivery, noticeKind, noticeTemplate } from './tables.ts'

const time = (title: string) => Text({ title, maxLength: 5 })
const timeOrNone = (title: string) => Union([time(title), Null()], { title })
const deliveryWords: ListWords = {
  fault: storedSentence,
  code: { shown: ({ house, language }, code) => house.registry.inWords(nameOfCode(house, code), language), stored: (_, shown) => shown },
}

export const noticeRoutes: RouteMap = {
  'POST /noticePreference/list': call({ demand: signedIn, summary: '我的通知设置', write: false }, preferencesOf),
  'POST /noticePreference/robots': call({ demand: signedIn, summary: '群机器人及其通知', write: false }, robotsOf),
  'POST /noticePreference/save': call(
    {
      demand: signedIn,
      summary: '保存我的通知设置',
      input: O({
        quietFrom: timeOrNone('免打扰开始'),
        quietTo: timeOrNone('免打扰结束'),
        digestAt: time('汇总时间'),
        language: Union([Literal(1), Literal(2)], { title: '语言' }),
        mails: List(
          O({ code: Text({ title: '通知', maxLength: 120 }), mail: Union([Literal(0), Literal(1), Literal(2)], { title: '邮件' }) }),
          { title: '邮件通知', maxItems: 1_000 },
        ),
      }),
    },
    (context, ask) => savePreferences(context, ask.input),
  ),
  'POST /noticeKindManage/list': list(noticeKind, { words: { name: storedSentence, title: storedSentence, text: storedSentence } }),

  'POST /noticeChannelManage/list': list(noticeChannel),
  'GET /noticeChannelManage/query/{id}': one(noticeChannel),
  'POST /noticeChannelManage/insert': robotCall(add(noticeChannel), true),
  'POST /noticeChannelManage/update': robotCall(update(noticeChannel), false),
  'POST /noticeChannelManage/delete': remove(noticeChannel),
  'POST /noticeChannelManage/test': act(
    noticeChannel,
    { name: 'test', title: ['发送测试消息', 'Send a test'], over: 'row', operation: operations.edit, when: { status: [1] } },
    (context, ask) => test(context, ask.input),
  ),

  'POST /noticeTemplateManage/list': list(noticeTemplate),
  'GET /noticeTemplateManage/query/{id}': one(noticeTemplate),
  'POST /noticeTemplateManage/insert': templateCall(add(noticeTemplate)),
  'POST /noticeTemplateManage/update': templateCall(update(noticeTemplate)),
  'POST /noticeTemplateManage/delete': remove(noticeTemplate),

  'POST /noticeDeliveryManage/list': list(noticeDelivery, { words: deliveryWords }),
  'POST /noticeDeliveryManage/listExport': exportOf(noticeDelivery, deliveryWords),
  'POST /noticeDeliveryManage/retry': act(
    noticeDelivery,
    {
      name: 'retry',
      title: ['重试', 'Try again'],
      over: 'rows',
      operation: operations.edit,
      when: { state: [3, 4] },
      reason: ['只有失败或放弃的投递可以重试', 'Only what failed or was given up is tried again'],
    },
    (context, ask) => retry(context, ask.input),
  ),
  'POST /noticeDeliveryManage/giveUp': act(
    noticeDelivery,
    {
      name: 'giveUp',
      title: ['放弃', 'Give up'],
      over: 'rows',
      operation: operations.edit,
      when: { state: [1, 3] },
      reason: ['只有待发或失败的投递可以放弃', 'Only what waits or failed can be given up'],
      confirm: ['不再发送选中的投递？', 'Send these no more?'],
    },
    (context, ask) => giveUp(context, ask.input),
  ),
}
