/** English of the refusals of access, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const accessEnglish: English = {
  '登录已超时，请重新输入账号和密码': 'Too much time has passed: type account and password again',
  请先添加验证器或通行密钥: 'Add an authenticator or a passkey first',
  '没有设置 SECRET_KEY，不能使用验证器，请联系系统管理员': 'SECRET_KEY is not set, so no authenticator can be kept; tell the administrator',
  '通行密钥没有通过验证，请重试': 'The passkey was not accepted, please try again',
  '这个通行密钥在这里没有登记，或已被移除': 'This passkey is not registered here, or was removed',
  '这个通行密钥是在 {} 添加的，网址已改为 {}，请用密码登录后重新添加':
    'This passkey was added at {}, and the address is {} now: sign in by the password and add it anew',
  密码不正确: 'The password is wrong',
  '不能重置自己的第二步验证，请联系其他系统管理员': 'Nobody takes away his own second factor: ask another administrator',
}
