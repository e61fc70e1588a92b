/** Tables of signing in: sessions, failed tries, verification pictures. Sealed: the server alone reads and writes them. */
import { bigInteger, choice, dateTime, flag, reference, text } from '#platform/declare/fields.ts'
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
    /** begun by company sign-in */
    byCompany: flag('企业登录', 'By company sign-in', { default: false }),
    /** the person last proved himself by a factor, or by the password where he has none (factors.ts); empty: longer ago than counts */
    freshAt: dateTime('最近验证', 'Proved at', { optional: true }),
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

/** What a person proves himself by beside his password: an authenticator, a passkey, a code kept for the day on which both are lost. */
export const secondFactor = resource('second_factor', {
  title: ['第二步验证', 'Second factor'],
  access: { scope: serverOnly },
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    kind: choice('方式', 'Kind', {
      totp: [1, '验证器', 'Authenticator'],
      passkey: [2, '通行密钥', 'Passkey'],
      recovery: [3, '恢复码', 'Recovery code'],
    }),
    name: text('名称', 'Name', { max: 60 }),
    /** of a passkey its id, of a recovery code its first part */
    handle: text('标识', 'Handle', { max: 1_400, optional: true, hidden: true }),
    /** key of an authenticator, sealed; public key of a passkey; hash of a recovery code */
    proof: text('凭据', 'Proof', { max: 4_000, hidden: true }),
    /** the last step of the clock, or the last counter of a passkey: none counts again */
    counter: bigInteger('计数', 'Counter', { default: 0, hidden: true }),
    madeAt: dateTime('添加时间', 'Added at'),
    usedAt: dateTime('最近使用', 'Last used at', { optional: true }),
  },
  storage: {
    organisation: false,
    unique: [['kind', 'handle', 'accountId']],
    index: [['accountId', 'kind'], { on: ['handle'], where: 'kind = 2', unique: true }],
  },
})

/** What stands between a right password and the second factor: five minutes, one use, in the browser that asked. */
export const signInTicket = resource('sign_in_ticket', {
  title: ['登录凭条', 'Sign-in ticket'],
  access: { scope: serverOnly },
  fields: {
    tokenHash: text('令牌摘要', 'Token hash', { max: 64, hidden: true }),
    /** of the cookie */
    browserHash: text('浏览器摘要', 'Browser hash', { max: 64, hidden: true }),
    accountId: reference('账号', 'Account', 'account'),
    /** factor: he has one; setUp: one is demanded of him and he has none yet */
    purpose: choice('用途', 'Purpose', { factor: [1, '验证', 'Factor'], setUp: [2, '设置', 'Set-up'] }),
    /** device that has signed in before */
    deviceHash: text('设备摘要', 'Device hash', { max: 64, optional: true, hidden: true }),
    /** the first step was company sign-in */
    byCompany: flag('企业登录', 'By company sign-in', { default: false }),
    expiresAt: dateTime('失效时间', 'Expires at'),
  },
  storage: { primary: ['tokenHash'], index: [['expiresAt']] },
})

/** What a passkey is asked to sign, once. */
export const passkeyChallenge = resource('passkey_challenge', {
  title: ['通行密钥的询问', 'Challenge of a passkey'],
  access: { scope: serverOnly },
  fields: {
    challengeHash: text('询问摘要', 'Challenge hash', { max: 64, hidden: true }),
    /** who adds one; of a sign-in it is not known yet */
    accountId: reference('账号', 'Account', 'account', { optional: true }),
    expiresAt: dateTime('失效时间', 'Expires at'),
  },
  storage: { primary: ['challengeHash'], index: [['expiresAt']] },
})

/** A browser in which the password is enough for a while. */
export const trustedDevice = resource('trusted_device', {
  title: ['受信任的设备', 'Trusted device'],
  access: { scope: serverOnly },
  fields: {
    tokenHash: text('设备摘要', 'Device hash', { max: 64, hidden: true }),
    accountId: reference('账号', 'Account', 'account'),
    userAgent: text('浏览器', 'Browser', { max: 300 }),
    expiresAt: dateTime('失效时间', 'Expires at'),
  },
  storage: { primary: ['tokenHash'], index: [['accountId']] },
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

export const sessionTables = {
  session,
  loginFailure,
  knownDevice,
  secondFactor,
  signInTicket,
  passkeyChallenge,
  trustedDevice,
  loginCaptcha,
  scopeVersion,
}

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof sessionTables> {}
}
