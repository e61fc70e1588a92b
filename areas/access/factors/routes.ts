/** Route map of second factors. */
import { Any, Boolean as Flag, Object as O, Optional, String as Text } from 'typebox'
import { anyone, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { AnswerWithHeaders, call, Id, type Ask, type RouteMap } from '#platform/server/area.ts'
import { bearerOf, cookieOf, deviceCookieName, ticketCookieName, trustedCookie } from '#platform/server/rights.ts'
import { signedInAnswer } from '#areas/admin/index.ts'
import { beginBySetUp, finishSignIn, signInByPasskey, type FactorNeeds } from './finish.ts'
import { addPasskey, beginOwn, confirmOwn, forgetTrusted, newCodes, ownFactors, proveFresh, removeOwn } from './own.ts'
import { askPasskey, siteOf } from './passkeys.ts'
import { resetFactor } from './reset.ts'

const code = Text({ title: '验证码', minLength: 1, maxLength: 40 })
const begun = Text({ title: '验证器', minLength: 1, maxLength: 500 })
const password = Text({ title: '密码', maxLength: 1_000 })
const ticket = Text({ title: '凭条', pattern: '^[A-Za-z0-9_-]{43}$' })

const needsOf = ({ house }: Ask | Pick<Ask, 'house'>): FactorNeeds => ({
  db: house.unscoped('the second step of signing in: no session is there yet'),
  now: house.now(),
  secretKey: house.settings.secretKey,
})
const siteFor = ({ house, headers }: Pick<Ask, 'house' | 'headers'>) => siteOf(house.settings, headers['origin'])
const isHttps = ({ house }: Pick<Ask, 'house'>): boolean => house.settings.publicUrl?.startsWith('https:') ?? false
/** as the browser made it: read by the library that checks it */
const response = Any({ title: '通行密钥的回答' })

export const factorRoutes: RouteMap = {
  'POST /auth/user/login/passkey': call(
    { demand: anyone, summary: '用通行密钥登录', input: O({ response: Optional(response) }), write: false },
    async (_none, ask) => {
      const needs = needsOf(ask)
      const site = siteFor(ask)
      if (ask.input['response'] === undefined) return askPasskey(needs, site)
      const { answer, device } = await signInByPasskey(needs, site, ask.input['response'], {
        address: ask.address,
        userAgent: ask.headers['user-agent'] ?? '',
        device: cookieOf(ask.headers['cookie'], deviceCookieName),
      })
      return signedInAnswer(answer, device, isHttps(ask))
    },
  ),
  'POST /auth/user/factor': call(
    {
      demand: anyone,
      summary: '登录的第二步：验证，或设置第二步验证',
      input: O({
        ticket,
        code: Optional(code),
        begin: Optional(Flag({ title: '设置验证器' })),
        beginPasskey: Optional(Flag({ title: '设置通行密钥' })),
        passkey: Optional(response),
        begun: Optional(begun),
        trust: Optional(Flag({ title: '信任此设备' })),
      }),
      write: false,
    },
    async (_none, ask) => {
      const browser = cookieOf(ask.headers['cookie'], ticketCookieName)
      const site = siteFor(ask)
      const { ticket: given, begin, beginPasskey } = ask.input
      if (begin === true || beginPasskey === true)
        return beginBySetUp(needsOf(ask), { ticket: given, site: beginPasskey === true ? site : null }, browser)
      const visit = { address: ask.address, userAgent: ask.headers['user-agent'] ?? '', browser, site }
      const { answer, codes, device, trusted } = await finishSignIn(needsOf(ask), ask.input, visit)
      const secure = isHttps(ask)
      const told = signedInAnswer(answer, device, secure, trusted === null ? [] : [trustedCookie(trusted, secure)])
      return codes === null ? told : new AnswerWithHeaders({ ...answer, codes }, told.headers)
    },
  ),
  'POST /auth/user/fresh': call(
    {
      demand: signedIn,
      summary: '再次验证身份',
      input: O({ code: Optional(code), password: Optional(password), passkey: Optional(response) }),
      write: false,
    },
    (context, ask) => proveFresh(context, ask.input, { token: bearerOf(ask.headers), address: ask.address, site: siteFor(ask) }),
  ),
  'POST /factor/list': call({ demand: signedIn, summary: '自己的第二步验证', input: O({}), write: false }, ownFactors),
  'POST /factor/begin': call({ demand: signedIn, summary: '设置验证器', input: O({}), write: false, fresh: true }, beginOwn),
  'POST /factor/confirm': call(
    { demand: signedIn, summary: '确认验证器', input: O({ begun, code }), write: false, fresh: true },
    (context, ask) => confirmOwn(context, ask.input),
  ),
  'POST /factor/addPasskey': call(
    {
      demand: signedIn,
      summary: '添加通行密钥',
      input: O({ response: Optional(response), name: Optional(Text({ title: '名称', maxLength: 60 })) }),
      write: false,
      fresh: true,
    },
    (context, ask) => addPasskey(context, ask.input, siteFor(ask)),
  ),
  'POST /factor/codes': call({ demand: signedIn, summary: '重新生成恢复码', input: O({}), write: false, fresh: true }, newCodes),
  'POST /factor/remove': call(
    { demand: signedIn, summary: '移除一种第二步验证', input: O({ id: Id('验证方式') }), fresh: true },
    (context, ask) => removeOwn(context, ask.input.id),
  ),
  'POST /factor/forgetDevices': call({ demand: signedIn, summary: '不再信任所有设备', input: O({}) }, forgetTrusted),
  'POST /userManage/resetFactor': call(
    {
      demand: systemAdmin,
      summary: '重置员工的第二步验证',
      input: O({ employeeId: Id('员工'), reason: Text({ title: '原因', minLength: 1, maxLength: 200 }) }),
      fresh: true,
    },
    (context, ask) => resetFactor(context, ask.input),
  ),
}
