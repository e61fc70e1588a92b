/** Route map of access: technical accounts, their keys, one's own keys. No key opens any of it. */
import { Array as List, Integer, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { operations, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { act, call, closedToKeys, Day, Id, type RouteMap } from '#platform/server/area.ts'
import { add, exportOf, idsOf, list, one, update } from '#platform/server/records.ts'
import { type KeyWish, makeOwn, makeTechnical, ownKeys, revoke, revokeOwn, scopeChoices, technicalCaller } from './keys/make.ts'
import { apiKey, keyStates, technicalAccount } from './tables.ts'

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
})
