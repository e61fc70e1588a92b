/** Route map of one's own account: information, codes, sign-ins. */
import { Any, Integer, Object as O, Optional, String as Text } from 'typebox'
import { asText } from '#platform/format/text.ts'
import { anyone, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { call, demanding, Id, type RouteMap } from '#platform/server/area.ts'
import { sendCode, verifyContact } from './codes.ts'
import { messagesReach, outbox } from './outbox.ts'
import { loginHistory, ownAccount, updateUserName } from './own-account.ts'
import { updateEmployee } from './own-employee.ts'
import { askRecovery, resetByLink } from './recover.ts'
import { activate, register, registrationOffered, type Registration } from './register.ts'

/** left open where the messages are our own and name what to change */
const typed = Optional(Any())
const code = Text({ title: '验证码', minLength: 1, maxLength: 20 })

const target = O({ target: typed })
const codeOf = O({ target: typed, code })
const userName = O({ userName: typed })
const registration = O({ email: typed, password: typed, password2: typed, mobile: typed, code: typed })
const recovery = O({ username: typed, token: typed, newPassword: typed })
/** what one changes of one's own; `employeeId` of another: by whoever keeps employees */
const employeeShown = O(
  { employeeId: Optional(Id('员工')), version: Integer({ title: '版本号', minimum: 1 }) },
  { additionalProperties: true },
)

export const accountRoutes: RouteMap = {
  'GET /account/info': call({ demand: signedIn, summary: '自己的账号和员工资料', input: O({}) }, context => ownAccount(context)),
  'POST /account/loginHistory': call({ demand: signedIn, summary: '自己的登录记录', input: O({}), write: false }, context =>
    loginHistory(context),
  ),
  'POST /account/sms': call(
    { demand: anyone, summary: '发送验证码到手机或邮箱', input: target, shown: demanding(target, ['target']) },
    (_none, ask) => sendCode(ask.house, ask.input['target'], { address: ask.address, language: ask.language }),
  ),
  'POST /sms/smsVerification': call(
    { demand: signedIn, summary: '验证自己的手机或邮箱', input: codeOf, shown: demanding(codeOf, ['target']) },
    (context, ask) => verifyContact(context.house, context.caller.accountId, ask.input['target'], ask.input.code),
  ),
  'POST /userManage/updateUserName': call(
    { demand: signedIn, summary: '修改自己的账号', input: userName, shown: demanding(userName, ['userName']) },
    (context, ask) => updateUserName(context, ask.input['userName']),
  ),
  'PUT /userManage/employee': call({ demand: signedIn, summary: '修改员工资料', shown: employeeShown }, (context, ask) =>
    updateEmployee(context, ask.input),
  ),
  'GET /auth/user/options': call({ demand: anyone, summary: '登录页可用的功能', input: O({}) }, async (_none, { house }) => ({
    registration: (await registrationOffered(house)) && messagesReach(house, 'mail') && messagesReach(house, 'phone'),
    recovery: messagesReach(house, 'mail'),
  })),
  'POST /auth/user/register': call(
    {
      demand: anyone,
      summary: '注册账号',
      input: registration,
      shown: demanding(registration, ['email', 'password', 'password2', 'mobile', 'code']),
    },
    (_none, ask) => register(ask.house, ask.input as Registration, ask),
  ),
  'POST /auth/user/activate': call({ demand: anyone, summary: '用邮件中的链接激活账号', input: O({ token: typed }) }, (_none, ask) =>
    activate(ask.house, ask.input['token'], ask.address),
  ),
  'POST /auth/user/recover': call(
    { demand: anyone, summary: '找回密码', input: recovery, shown: demanding(recovery, ['username'], ['token', 'newPassword']) },
    (_none, ask) =>
      ask.input['token'] === undefined
        ? askRecovery(ask.house, asText(ask.input['username'] ?? ''), { address: ask.address, language: ask.language })
        : resetByLink(ask.house, ask.input['token'], ask.input['newPassword'], ask),
  ),
  'POST /account/outbox': call({ demand: systemAdmin, summary: '发件箱', input: O({}), write: false }, context => outbox(context.house)),
}
