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
  // company sign-in
  '没有这种登录方式，或已停用': 'There is no such way to sign in, or it is off',
  '登录已超时或已经用过，请重新开始': 'Too much time has passed, or it was used already: begin anew',
  您取消了登录: 'You have cancelled the sign-in',
  登录服务的回答没有通过核对: 'The answer of the provider did not stand up to the checks',
  登录服务的回答无法识别: 'The answer of the provider can not be read',
  '这个企业账号还没有关联，请先用密码登录，在“账号设置 > 安全”里关联':
    'This company account is linked to nobody: sign in by the password and link it in “Account settings > Security”',
  '您已关联了另一个企业账号，请先解除': 'You have linked another company account, take it away first',
  '这个企业账号已关联到别人，请联系系统管理员': 'This company account is linked to somebody else, ask an administrator',
  '这个账号不能登录，请联系系统管理员': 'This account can not sign in, ask an administrator',
  演示企业登录只在演示公司里可用: 'The demo sign-in is there in the demo company alone',
  还没有填写应用密钥: 'The client secret is not set yet',
  '连接不上登录服务，请稍后再试': 'The provider can not be reached, try again later',
  发行者地址不是网址: 'The issuer is no address',
  应用编号或密钥不正确: 'The client id or the secret is wrong',
  '服务器时间与登录服务相差太多，请校准时间': 'The clock of the server is too far from that of the provider: set it right',
  发行者地址与登录服务所说的不一致: 'The provider names another issuer than the address says',
  '登录码已失效，请重新登录': 'The code is no longer valid, sign in anew',
  应用密钥不正确: 'The secret is wrong',
  企业编号不正确: 'The corp id is wrong',
  '服务器的地址不在企业微信的可信 IP 中，请在应用的设置里添加':
    'The address of the server is none of the trusted IPs of WeCom: add it in the settings of the application',
  网址不在企业微信应用的授权回调域中: 'The address of the product is no callback domain of the WeCom application',
  '企业微信拒绝了登录（{}）': 'WeCom refused the sign-in ({})',
  '您不是这家企业的成员，不能登录': 'You are no member of this company',
  '您登录的是另一家企业，请选择本企业后重新登录': 'You have signed in to another company: choose ours and sign in anew',
  '第 {} 行没有外部编号': 'Line {} has no subject',
  '第 {} 行：没有工号 {}': 'Line {}: there is no employee {}',
  '第 {} 行：自己的企业登录请在“账号设置 > 安全”里关联': 'Line {}: link your own in “Account settings > Security”',
  密码不正确: 'The password is wrong',
  '不能重置自己的第二步验证，请联系其他系统管理员': 'Nobody takes away his own second factor: ask another administrator',
  // keys of programs
  '技术账号不能删除，请改为停用': 'A technical account can’t be deleted: close it instead',
  请选择至少一项权限: 'Choose at least one right',
  '账号没有其中的权限，请刷新后重选': 'The account lacks some of these rights: reload and choose again',
  '账号看不到其中的店铺，请重新选择': 'The account does not see some of these shops: choose again',
  '{} 不是网络地址，应如 203.0.113.0/24，也不能是所有地址': '{} is no range of addresses such as 203.0.113.0/24, or it is all addresses',
  有效期应在今天起的一年之内: 'It must end within a year from today',
  '一个账号最多 {} 个有效密钥，请先撤销不用的': 'An account has at most {} live keys: revoke one first',
  '技术账号已停用，请先启用': 'The technical account is closed: open it first',
  这个网络地址不在密钥允许的范围内: 'The key does not allow this network address',
}
