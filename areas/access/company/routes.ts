/** Route map of company sign-in. */
import { Readable } from 'node:stream'
import { Object as O, String as Text } from 'typebox'
import { longText } from '#platform/declare/fields.ts'
import { anyone, operations, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { act, AnswerWithHeaders, call, Id, type Ask, type Blob, type RouteMap } from '#platform/server/area.ts'
import { add, family, remove, update } from '#platform/server/records.ts'
import { bearerOf, cookieOf, deviceCookieName, hashOfToken } from '#platform/server/rights.ts'
import { signedInAnswer } from '#areas/admin/index.ts'
import { arrive, beginTrip, finishTrip, providersShown } from './flow.ts'
import { linkByList, ownLinks, removeLink, testProvider } from './links.ts'
import { signInProvider } from './tables.ts'

const cookieName = 'zg_try'
/** Lax: the provider sends the browser back from its own site. */
const tryCookie = (token: string, secure: boolean): string =>
  `${cookieName}=${token}; Path=/api-2024/auth/sso; Max-Age=600; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
const isHttps = ({ house }: Pick<Ask, 'house'>): boolean => house.settings.publicUrl?.startsWith('https:') ?? false
const dbOf = ({ house }: Pick<Ask, 'house'>) => house.unscoped('company sign-in: nobody is signed in yet')
const providerId = Id('登录方式')
/** whatever a provider sends back */
const anyQuery = O({}, { additionalProperties: true })

async function back(ask: Ask): Promise<Blob> {
  const { house, raw } = ask
  const { path, ticket } = await arrive(
    house,
    dbOf(ask),
    new URL(raw.url, 'http://x').searchParams,
    cookieOf(ask.headers['cookie'], cookieName),
  )
  const location = ticket === null ? path : `${path}?sso=${ticket}`
  return { blob: Readable.from([]), fileName: 'back', contentType: 'text/plain', inline: true, status: 302, headers: { location } }
}

export const companyRoutes: RouteMap = {
  ...family('signInProvider', signInProvider),
  // whoever writes a provider says who comes in by it
  'POST /signInProvider/insert': { ...add(signInProvider), demand: systemAdmin },
  'POST /signInProvider/update': { ...update(signInProvider), demand: systemAdmin },
  'POST /signInProvider/delete': { ...remove(signInProvider), demand: systemAdmin },
  'POST /signInProvider/test': act(
    signInProvider,
    { name: 'test', title: ['测试', 'Test'], over: 'row', operation: operations.edit },
    (context, { input }) => testProvider(context, String(input['id'])),
    O({ id: Id('企业登录') }),
  ),
  'POST /signInProvider/linkList': {
    ...act(
      signInProvider,
      {
        name: 'linkList',
        title: ['按名单关联', 'Link by a list'],
        over: 'row',
        operation: operations.edit,
        input: {
          sheet: longText('名单', 'List', {
            max: 100_000,
            help: [
              '每行一个工号和企业账号的编号，从表格复制两列。被关联的人会收到通知，并须重新登录；' +
                '此前匿名写的信、帖子和回复不再显示为其所写，也不能再撤回。',
              'Two columns of a sheet: number and subject. Those who are linked are told and sign in anew; ' +
                'what they wrote without a name until now is no longer shown as their own, nor can it be withdrawn.',
            ],
          }),
        },
      },
      (context, { input }) => linkByList(context, String(input['id']), String(input['sheet'])),
      O({ id: Id('企业登录'), sheet: Text({ title: '名单', minLength: 1, maxLength: 100_000 }) }),
    ),
    demand: systemAdmin,
  },
  'GET /auth/sso/providers': call({ demand: anyone, summary: '企业登录的方式', input: O({}) }, (_none, ask) =>
    providersShown(dbOf(ask as Ask)),
  ),
  'POST /auth/sso/begin': call({ demand: anyone, summary: '开始企业登录', input: O({ providerId }), write: false }, async (_none, ask) => {
    const { url, browser } = await beginTrip(ask.house, dbOf(ask), ask.input.providerId, {
      linking: null,
      origin: ask.headers['origin'],
    })
    return new AnswerWithHeaders({ url }, { 'set-cookie': tryCookie(browser, isHttps(ask)) })
  }),
  'GET /auth/sso/callback': call({ demand: anyone, summary: '企业登录的回调', input: anyQuery }, (_none, ask) => back(ask as Ask)),
  'POST /auth/sso/finish': call(
    { demand: anyone, summary: '完成企业登录', input: O({ ticket: Text({ title: '凭条', maxLength: 100 }) }), write: false },
    async (_none, ask) => {
      const { answer, device } = await finishTrip(ask.house, dbOf(ask), ask.input.ticket, {
        address: ask.address,
        userAgent: ask.headers['user-agent'] ?? '',
        device: cookieOf(ask.headers['cookie'], deviceCookieName),
        browser: cookieOf(ask.headers['cookie'], cookieName),
        isHttps: isHttps(ask),
      })
      return signedInAnswer(answer, device, isHttps(ask))
    },
  ),
  'POST /companyLink/list': call({ demand: signedIn, summary: '自己的企业登录', input: O({}), write: false }, ownLinks),
  'POST /companyLink/begin': call(
    { demand: signedIn, summary: '关联自己的企业登录', input: O({ providerId }), write: false, fresh: true },
    async (context, ask) => {
      const { url, browser } = await beginTrip(ask.house, dbOf(ask), ask.input.providerId, {
        linking: {
          accountId: context.caller.accountId,
          orgId: context.caller.orgId,
          sessionHash: hashOfToken(bearerOf(ask.headers)),
          isViewer: context.caller.viewer !== undefined,
        },
        origin: ask.headers['origin'],
      })
      return new AnswerWithHeaders({ url }, { 'set-cookie': tryCookie(browser, isHttps(ask)) })
    },
  ),
  'POST /companyLink/remove': call(
    { demand: signedIn, summary: '解除自己的企业登录', input: O({ providerId }), fresh: true },
    (context, ask) => removeLink(context, ask.input.providerId),
  ),
}
