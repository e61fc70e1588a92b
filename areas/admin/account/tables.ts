/** What accounts leave behind beside their sessions: sign-ins, codes, links, messages on their way. */
import { choice, dateTime, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { serverOnly } from '#platform/declare/scope.ts'

/** A code sent to a phone or mail address. Only its hash is kept; the address it was asked from limits how many can be had. */
export const verificationCode = resource('verification_code', {
  title: ['验证码', 'Verification code'],
  access: { scope: serverOnly },
  fields: {
    /** phone digits, or mail address in lower case */
    target: text('接收者', 'Receiver', { max: 100 }),
    codeHash: text('验证码摘要', 'Hash of the code', { max: 64, hidden: true }),
    address: text('网络地址', 'Address', { max: 64 }),
    sentAt: dateTime('发送时间', 'Sent at'),
    expiresAt: dateTime('失效时间', 'Expires at'),
    tries: integer('已试次数', 'Tries', { default: 0 }),
    /** who typed it rightly while signed in: he may then make the target his own */
    verifiedBy: reference('验证人', 'Verified by', 'account', { optional: true }),
    usedAt: dateTime('使用时间', 'Used at', { optional: true }),
  },
  storage: { organisation: false, index: [['target', 'sentAt']] },
})

/** A link sent by mail: activates an account or lets its password be set anew. The token itself stands in the mail alone. */
export const accountLink = resource('account_link', {
  title: ['邮件链接', 'Mail link'],
  access: { scope: serverOnly },
  fields: {
    tokenHash: text('令牌摘要', 'Token hash', { max: 64, hidden: true }),
    accountId: reference('账号', 'Account', 'account'),
    purpose: choice('用途', 'Purpose', { activate: [1, '激活', 'Activation'], recover: [2, '找回密码', 'Recovery'] }),
    expiresAt: dateTime('失效时间', 'Expires at'),
    usedAt: dateTime('使用时间', 'Used at', { optional: true }),
    /** activation: what was typed by whoever this mail answers */
    passwordHash: text('密码摘要', 'Password hash', { max: 200, optional: true, hidden: true }),
  },
  storage: { primary: ['tokenHash'], index: [['accountId']] },
})

/** A try to get in by post: asked for, whoever it concerns, so that one address can't ask without end. */
export const postRequest = resource('post_request', {
  title: ['邮件请求', 'Request for a mail'],
  access: { scope: serverOnly },
  fields: {
    target: text('接收者', 'Receiver', { max: 100 }),
    address: text('网络地址', 'Address', { max: 64 }),
    at: dateTime('时间', 'Time'),
  },
  storage: {
    organisation: false,
    index: [
      ['target', 'at'],
      ['address', 'at'],
    ],
  },
})

/** A mail or short message on its way. The text goes once it was sent: it may hold a code. */
export const outboxMessage = resource('outbox_message', {
  title: ['发件箱', 'Outbox'],
  access: { scope: serverOnly },
  fields: {
    channel: choice('方式', 'Channel', { mail: [1, '邮件', 'Mail'], sms: [2, '短信', 'Short message'] }),
    receiver: text('接收者', 'Receiver', { max: 100 }),
    subject: text('主题', 'Subject', { max: 200 }),
    body: longText('内容', 'Text', { optional: true }),
    state: choice('状态', 'State', {
      waiting: [0, '待发送', 'Waiting', 'quiet'],
      sent: [1, '已发送', 'Sent', 'good'],
      failed: [2, '发送失败', 'Failed', 'bad'],
      kept: [3, '未外发', 'Kept here'],
    }),
    fault: text('失败原因', 'Reason', { max: 500, optional: true }),
    queuedAt: dateTime('生成时间', 'Queued at'),
    sentAt: dateTime('发送时间', 'Sent at', { optional: true }),
  },
  storage: { organisation: false, index: [['queuedAt']] },
})

/** A try to sign in, successful or not, kept by name whether or not an account has it. */
export const loginRecord = resource('login_record', {
  title: ['登录记录', 'Sign-in record'],
  access: { scope: serverOnly },
  fields: {
    username: text('账号', 'Account name', { max: 100 }),
    at: dateTime('时间', 'Time'),
    outcome: choice('结果', 'Outcome', {
      succeeded: [1, '成功', 'Succeeded', 'good'],
      refused: [2, '密码错误', 'Wrong password', 'bad'],
      halfWay: [3, '密码正确，待第二步验证', 'Right password, second step asked', 'warn'],
      factor: [4, '第二步验证未通过', 'Second step refused', 'bad'],
    }),
    address: text('网络地址', 'Address', { max: 64 }),
    userAgent: text('浏览器', 'Browser', { max: 300 }),
  },
  storage: { organisation: false, index: [['username', 'at'], ['at']] },
})

export const accountTables = { verificationCode, accountLink, postRequest, outboxMessage, loginRecord }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof accountTables> {}
}
