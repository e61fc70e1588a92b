/** Tables of signing in: sessions, failed tries, verification pictures. Sealed: the server alone reads and writes them. */
import { bigInteger, dateTime, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { serverOnly, type Scope } from '#platform/declare/scope.ts'

/** One signed-in browser. The token itself is kept nowhere: the key is its SHA-256 in hex. */
export const session = resource('session', {
  title: ['登录会话', 'Session'],
  access: { scope: serverOnly },
  fields: {
    tokenHash: text('令牌摘要', 'Token hash', { max: 64, hidden: true }),
    accountId: reference('账号', 'Account', 'account'),
    createdAt: dateTime('登录时间', 'Signed in at'),
    /** written at most once a minute, so that a read costs no write */
    lastSeenAt: dateTime('最近使用', 'Last seen at'),
    expiresAt: dateTime('最迟失效', 'Expires at'),
    revokedAt: dateTime('撤销时间', 'Revoked at', { optional: true }),
    address: text('网络地址', 'Address', { max: 64 }),
    userAgent: text('浏览器', 'Browser', { max: 300 }),
    /** a system administrator looks at the product as this person (read-only), in `viewAsOrgId` */
    viewAsAccountId: reference('查看身份', 'Viewed as', 'account', { optional: true }),
    viewAsOrgId: reference('查看身份的组织', 'Organisation viewed', 'organisation', { optional: true }),
  },
  storage: { primary: ['tokenHash'], index: [['accountId']] },
})

/** A refused try. Kept for names that no account has as well, so that the answer never tells which exist. */
export const loginFailure = resource('login_failure', {
  title: ['登录失败', 'Failed sign-in'],
  access: { scope: serverOnly },
  fields: {
    username: text('账号', 'Account name', { max: 100 }),
    address: text('网络地址', 'Address', { max: 64 }),
    /** of a device that has signed in before: the hash of its token */
    device: text('设备', 'Device', { max: 64, optional: true, hidden: true }),
    at: dateTime('时间', 'Time'),
  },
  storage: {
    organisation: false,
    index: [
      ['username', 'at'],
      ['address', 'at'],
      ['device', 'at'],
    ],
  },
})

/** An account that has signed in with a device. The device's token itself stands in its cookie alone. */
export const knownDevice = resource('known_device', {
  title: ['登录过的设备', 'Known device'],
  access: { scope: serverOnly },
  fields: {
    tokenHash: text('设备摘要', 'Device hash', { max: 64, hidden: true }),
    accountId: reference('账号', 'Account', 'account'),
    seenAt: dateTime('最近登录', 'Last signed in at'),
  },
  storage: { primary: ['tokenHash', 'accountId'], index: [['accountId', 'seenAt']] },
})

/** The verification picture last shown for an account name at an address. */
export const loginCaptcha = resource('login_captcha', {
  title: ['登录验证码', 'Sign-in verification code'],
  access: { scope: serverOnly },
  fields: {
    username: text('账号', 'Account name', { max: 100 }),
    address: text('网络地址', 'Address', { max: 64 }),
    answer: text('答案', 'Answer', { max: 10, hidden: true }),
    expiresAt: dateTime('失效时间', 'Expires at'),
  },
  storage: { primary: ['username', 'address'] },
})

/** Not sealed, because whoever changes a grant raises the version through his own door. */
const versionOfOwnOrganisation: Scope = { name: 'versionOfOwnOrganisation', all: [{ column: 'organisation_id', grant: 'organisation' }] }

/**
 * Version of everything that decides what people of an organisation may see and do. Whoever changes a grant raises it in the same
 * transaction.
 */
export const scopeVersion = resource('scope_version', {
  title: ['权限版本', 'Scope version'],
  access: { scope: versionOfOwnOrganisation },
  fields: {
    organisationId: reference('组织', 'Organisation', 'organisation'),
    version: bigInteger('版本', 'Version', { default: 1 }),
  },
  storage: { primary: ['organisationId'] },
})

export const sessionTables = { session, loginFailure, knownDevice, loginCaptcha, scopeVersion }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof sessionTables> {}
}
