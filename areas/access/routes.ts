/** Route map of access: technical accounts, their keys, one's own keys. No key opens any of it. */
import { Array as List, Integer, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { needs, operations, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { act, call, closedToKeys, Day, Id, type ListWords, type RouteMap } from '#platform/server/area.ts'
import { storedSentence } from '#platform/server/lists.ts'
import { add, exportOf, idsOf, list, one, remove, update } from '#platform/server/records.ts'
import { type KeyWish, makeOwn, makeTechnical, ownKeys, revoke, revokeOwn, scopeChoices, technicalCaller } from './keys/make.ts'
import { apiKey, keyStates, technicalAccount } from './tables.ts'
import { addEndpoint, again, eventsAfter, removeEndpoints, rotate, test, updateEndpoint } from './webhooks/endpoints.ts'
import { deliveryStates, endpointStates, webhookDelivery, webhookEndpoint } from './webhooks/tables.ts'

const said: ListWords = { said: storedSentence }

const wish = {
  name: Text({ title: '名称', minLength: 1, maxLength: 40, pattern: String.raw`\S` }),
  scopes: List(Text({ maxLength: 120 }), { title: '权限', maxItems: 5_000 }),
  shopIds: Optional(Union([List(Id('店铺'), { maxItems: 5_000 }), Null()], { title: '店铺' })),
  addresses: Optional(Union([List(Text({ maxLength: 60 }), { maxItems: 50 }), Null()], { title: '允许的地址' })),
  perMinute: Optional(Integer({ title: '每分钟调用次数', minimum: 1, maximum: 3_000 })),
  endsOn: Day('有效期至'),
}

export const accessRoutes: RouteMap = closedToKeys({
  'POST /technicalAccount/list': list(technicalAccount),
  'GET /technicalAccount/query/{id}': one(technicalAccount),
  'POST /technicalAccount/insert': { ...add(technicalAccount), demand: systemAdmin, fresh: true },
  'POST /technicalAccount/update': { ...update(technicalAccount), demand: systemAdmin, fresh: true },
  'POST /technicalAccount/listExport': exportOf(technicalAccount),

  'POST /apiKey/list': list(apiKey),
  'GET /apiKey/query/{id}': one(apiKey),
  'POST /apiKey/listExport': exportOf(apiKey),
  'POST /apiKey/insert': {
    ...add(apiKey),
    demand: systemAdmin,
    write: false,
    fresh: true,
    input: O({ technicalId: Id('技术账号'), ...wish }),
    handler: (context, ask) => {
      const { technicalId, ...wanted } = ask.input as unknown as { technicalId: string } & KeyWish
      return makeTechnical(context, technicalId, wanted)
    },
  },
  'POST /apiKey/revoke': {
    fresh: true,
    ...act(
      apiKey,
      {
        name: 'revoke',
        title: ['撤销', 'Revoke'],
        over: 'rows',
        operation: operations.edit,
        when: { state: [keyStates.live[0]] },
        reason: ['已经撤销', 'It is revoked already'],
        confirm: ['用它的程序马上不能再访问，确定？', 'Programs that use it are shut out at once. Go on?'],
      },
      (context, ask) => revoke(context, idsOf(ask.input['id'], ask.input['ids'])),
    ),
  },
  'POST /apiKey/scopes': call(
    { demand: signedIn, summary: '可授予密钥的权限', input: O({ technicalId: Optional(Id('技术账号')) }), write: false },
    async (context, ask) => {
      const { technicalId } = ask.input
      return {
        modules: await scopeChoices(context, technicalId === undefined ? context.caller : await technicalCaller(context, technicalId)),
      }
    },
  ),
  'POST /apiKey/own': call({ demand: signedIn, summary: '自己的密钥', input: O({}), write: false }, ownKeys),
  'POST /apiKey/ownInsert': call(
    { demand: signedIn, summary: '生成自己的密钥', input: O(wish), write: false, fresh: true },
    (context, ask) => makeOwn(context, ask.input),
  ),
  'POST /apiKey/ownRevoke': call(
    { demand: signedIn, summary: '撤销自己的密钥', input: O({ id: Id('密钥') }), fresh: true },
    (context, ask) => revokeOwn(context, ask.input.id),
  ),

  'POST /webhookEndpoint/list': list(webhookEndpoint, { words: said }),
  'GET /webhookEndpoint/query/{id}': one(webhookEndpoint),
  'POST /webhookEndpoint/insert': {
    ...add(webhookEndpoint),
    demand: systemAdmin,
    fresh: true,
    handler: (context, ask) => addEndpoint(context, ask.input),
  },
  'POST /webhookEndpoint/update': {
    ...update(webhookEndpoint),
    demand: systemAdmin,
    fresh: true,
    handler: (context, ask) => updateEndpoint(context, ask.input),
  },
  'POST /webhookEndpoint/delete': {
    ...remove(webhookEndpoint),
    demand: systemAdmin,
    handler: (context, ask) => removeEndpoints(context, idsOf(ask.input['id'], ask.input['ids'])),
  },
  'POST /webhookEndpoint/test': act(
    webhookEndpoint,
    { name: 'test', title: ['发送测试', 'Send a test'], over: 'row', operation: operations.edit, when: { state: [endpointStates.on[0]] } },
    (context, ask) => test(context, ask.input),
  ),
  'POST /webhookEndpoint/rotate': {
    ...act(
      webhookEndpoint,
      {
        name: 'rotate',
        title: ['生成签名密钥', 'New signing secret'],
        over: 'row',
        operation: operations.edit,
        result: 'file',
        confirm: [
          '新密钥下载后不再显示，上一个继续有效到下次生成，确定？',
          'It is downloaded once; the one before holds until the next. Go on?',
        ],
      },
      (context, ask) => rotate(context, ask.input),
    ),
    demand: systemAdmin,
    fresh: true,
  },
  'POST /webhookDelivery/list': list(webhookDelivery, { words: said }),
  'GET /webhookDelivery/query/{id}': one(webhookDelivery),
  'POST /webhookDelivery/again': act(
    webhookDelivery,
    {
      name: 'again',
      title: ['再次投递', 'Send again'],
      over: 'rows',
      operation: operations.edit,
      when: { state: [deliveryStates.sent[0], deliveryStates.failed[0], deliveryStates.dead[0]] },
      reason: ['还在等待第一次投递', 'It waits for its first try'],
    },
    (context, ask) => again(context, idsOf(ask.input['id'], ask.input['ids'])),
  ),
})

/** For programs that were away. */
export const eventRoutes: RouteMap = {
  'POST /webhookEvent/list': call(
    {
      demand: needs('webhookEvent', operations.view),
      summary: '某个序号之后的事件',
      right: ['读取事件', 'Read events'],
      input: O({
        after: Optional(Text({ title: '序号', pattern: '^[0-9]{1,18}(-[0-9]{1,18})?$' })),
        limit: Optional(Integer({ title: '条数', minimum: 1, maximum: 1_000 })),
      }),
      write: false,
    },
    (context, ask) => eventsAfter(context, ask.input.after ?? '0', ask.input.limit ?? 200),
  ),
}
