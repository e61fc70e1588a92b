/** Route map of second factors. */
import { Boolean as Flag, Object as O, Optional, String as Text } from 'typebox'
import { anyone, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { AnswerWithHeaders, call, Id, type Ask, type RouteMap } from '#platform/server/area.ts'
import { cookieOf, ticketCookieName, trustedCookie } from '#platform/server/rights.ts'
import { signedInAnswer } from '#areas/admin/index.ts'
import { beginBySetUp, finishSignIn, type FactorNeeds } from './finish.ts'
import { beginOwn, confirmOwn, forgetTrusted, newCodes, ownFactors, proveFresh, removeOwn } from './own.ts'
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
const bearerOf = (headers: Ask['headers']): string => (headers['authorization'] ?? '').replace(/^Bearer +/i, '')

export const factorRoutes: RouteMap = {
  'POST /auth/user/factor': call(
    {
      demand: anyone,
      summary: '登录的第二步：验证，或设置第二步验证',
      input: O({
        ticket,
        code: Optional(code),
        begin: Optional(Flag({ title: '设置验证器' })),
        begun: Optional(begun),
        trust: Optional(Flag({ title: '信任此设备' })),
      }),
      write: false,
    },
    async (_none, ask) => {
      const browser = cookieOf(ask.headers['cookie'], ticketCookieName)
      if (ask.input['begin'] === true) return beginBySetUp(needsOf(ask), ask.input, browser)
      const visit = { address: ask.address, userAgent: ask.headers['user-agent'] ?? '', browser }
      const { answer, codes, device, trusted } = await finishSignIn(needsOf(ask), ask.input, visit)
      const isHttps = ask.house.settings.publicUrl?.startsWith('https:') ?? false
      const told: AnswerWithHeaders = signedInAnswer(answer, device, isHttps, trusted === null ? [] : [trustedCookie(trusted, isHttps)])
      return codes === null ? told : new AnswerWithHeaders({ ...answer, codes }, told.headers)
    },
  ),
  'POST /auth/user/fresh': call(
    {
      demand: signedIn,
      summary: '再次验证身份',
      input: O({ code: Optional(code), password: Optional(password) }),
      write: false,
    },
    (context, ask) => proveFresh(context, ask.input, bearerOf(ask.headers), ask.address),
  ),
  'POST /factor/list': call({ demand: signedIn, summary: '自己的第二步验证', input: O({}), write: false }, ownFactors),
  'POST /factor/begin': call({ demand: signedIn, summary: '设置验证器', input: O({}), write: false, fresh: true }, beginOwn),
  'POST /factor/confirm': call(
    { demand: signedIn, summary: '确认验证器', input: O({ begun, code }), write: false, fresh: true },
    (context, ask) => confirmOwn(context, ask.input),
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
