/** Route map of signing in, people and organisations. */
import { hintsOf } from './menu-tree.ts'
import { Array as Several, Boolean as Flag, Enum, Integer, Object as O, Optional, Record as Named, String as Text } from 'typebox'
import { screens, storedTabsMax, tabScrollsMax, tabTitleLengthMax, tabUrlLengthMax, type Screen } from '#platform/format/open-tabs.ts'
import { contentWidths, navigationModes, pageStyles, primaryColours, type ShellSettings } from '#platform/format/shell-settings.ts'
import { anyone, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { AnswerWithHeaders, call, demanding, type Ask, type RouteMap, refuse, Id } from '#platform/server/area.ts'
import {
  bearerOf,
  cookieOf,
  deviceCookie,
  deviceCookieName,
  fileCookie,
  noFileCookie,
  revokeSession,
  revokeSessionById,
  sessionsOf,
  trustedCookieName,
} from '#platform/server/rights.ts'
import { changeFirstPassword, changePassword, resetPassword } from './change-password.ts'
import {
  addCommonMenu,
  commonMenuKinds,
  commonMenus,
  keepCommonMenus,
  removeCommonMenu,
  setRolePins,
  type CommonMenuKind,
} from './common-menu.ts'
import { accountRoutes } from './account/routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { firstFill, organisationsOf, userProfile } from './profile.ts'
import { rightsRoutes } from './rights-routes.ts'
import type { SignedIn } from './second-step.ts'
import { issueCaptcha, signIn } from './sign-in.ts'
import { saveUserSetting, userSetting } from './user-setting.ts'
import { saveUserTabs, userTabs } from './user-tab.ts'

const signInNeeds = (ask: Ask) => ({
  db: ask.house.unscoped('signing in: no session is there yet'),
  now: ask.house.now(),
  language: ask.language,
})
/** A route that is reached has a bearer token, or it would have been refused. */
const isHttps = (ask: Ask): boolean => ask.house.settings.publicUrl?.startsWith('https:') ?? false

/** The answer that begins a session, with its cookies. */
export const signedInAnswer = (answer: SignedIn['answer'], device: string | null, secure: boolean, more: readonly string[] = []) =>
  new AnswerWithHeaders(answer, {
    'set-cookie': [fileCookie(answer.access_token, secure), ...(device === null ? [] : [deviceCookie(device, secure)]), ...more],
  })

const credentials = O({
  username: Text({ title: '账号', minLength: 1, maxLength: 200 }),
  password: Text({ title: '密码', minLength: 1, maxLength: 1000 }),
  captcha: Optional(Text({ title: '验证码', maxLength: 20 })),
})
/** left open: the messages of a missing or short password are the specification's own */
const passwords = O({ oldPassword: Optional(Text({ maxLength: 1000 })), newPassword: Optional(Text({ maxLength: 1000 })) })
const device = Text({ title: '设备', pattern: '^[0-9a-z-]{8,40}$' })
const shellSettings = O({
  navTheme: Enum([...pageStyles], { title: '页面风格' }),
  primaryColor: Enum([...primaryColours], { title: '主题色' }),
  layout: Enum([...navigationModes], { title: '导航模式' }),
  contentWidth: Enum([...contentWidths], { title: '内容宽度' }),
  fixedHeader: Flag({ title: '固定顶栏' }),
  fixSiderbar: Flag({ title: '固定侧栏' }),
  colorWeak: Flag({ title: '色弱模式' }),
  autoRows: Optional(Flag({ title: '每页行数自动' })),
  followSystem: Optional(Flag({ title: '深色跟随系统' })),
})
/** an own path: a tab never leads off the site, whoever saved it */
/** absent: a large one */
const screen = Optional(Enum([...screens], { title: '屏幕' }))
const screenOf = (value: unknown): Screen => (value === 'phone' ? 'phone' : 'desk')
const ownUrl = Text({ title: '地址', pattern: '^/(?![/\\\\])', maxLength: tabUrlLengthMax })
const openTab = O({
  key: ownUrl,
  url: ownUrl,
  title: Text({ title: '标题', maxLength: tabTitleLengthMax }),
  scroll: Optional(
    Named(Text({ pattern: '^[a-zA-Z0-9.-]{1,40}$' }), Integer({ minimum: 0, maximum: 100_000_000 }), { maxProperties: tabScrollsMax }),
  ),
})
const kind = Enum([...commonMenuKinds], { title: '种类' })
const menuId = Text({ title: '菜单', minLength: 1, maxLength: 100 })
const menuIds = Several(menuId, { title: '菜单', maxItems: 200 })
const ofEmployee = O({ employeeId: Id('员工') })

export const adminRoutes: RouteMap = {
  ...accountRoutes,
  'POST /auth/user/login': call({ demand: anyone, summary: '登录', input: credentials, write: false }, async (_none, ask) => {
    const { answer, device } = await signIn(signInNeeds(ask), ask.input, {
      address: ask.address,
      userAgent: ask.headers['user-agent'] ?? '',
      device: cookieOf(ask.headers['cookie'], deviceCookieName),
      trusted: cookieOf(ask.headers['cookie'], trustedCookieName),
      isHttps: isHttps(ask),
    })
    return signedInAnswer(answer, device, isHttps(ask))
  }),
  'GET /auth/user/captcha': call(
    { demand: anyone, summary: '登录验证码图片', input: O({ username: Text({ title: '账号', minLength: 1, maxLength: 200 }) }) },
    (_none, ask) => issueCaptcha(signInNeeds(ask), ask.input.username, ask.address),
  ),
  'POST /auth/user/logout': call({ demand: signedIn, summary: '退出登录' }, async (context, ask) => {
    await revokeSession(context.house.unscoped('signing out: sessions are sealed'), bearerOf(ask.headers), context.now())
    context.house.rights.forget?.()
    return new AnswerWithHeaders(null, { 'set-cookie': noFileCookie(isHttps(ask)) })
  }),
  'POST /auth/user/sessions': call({ demand: signedIn, summary: '自己的登录会话', write: false }, (context, ask) =>
    sessionsOf(context.house.unscoped('own sessions: sessions are sealed'), context.caller.accountId, context.now(), bearerOf(ask.headers)),
  ),
  'POST /auth/user/revokeSession': call(
    { demand: signedIn, summary: '撤销自己的一个登录会话', input: O({ id: Text({ title: '会话', pattern: '^[0-9a-f]{64}$' }) }) },
    async (context, ask) => {
      const db = context.house.unscoped('own sessions: sessions are sealed')
      const done = await revokeSessionById(db, context.caller.accountId, ask.input.id, context.now())
      if (!done) throw refuse.unknown(['登录会话', 'Session'])
      context.house.rights.forget?.()
      return null
    },
  ),
  'POST /auth/user/modifyInitPassword': call(
    { demand: signedIn, summary: '修改初始密码', input: passwords, shown: demanding(passwords, ['newPassword']), write: false },
    (context, ask) => changeFirstPassword(context, ask.input, bearerOf(ask.headers)),
  ),
  'POST /auth/user/modifyPassword': call(
    { demand: signedIn, summary: '修改密码', input: passwords, shown: demanding(passwords, ['oldPassword', 'newPassword']), write: false },
    (context, ask) => changePassword(context, ask.input, bearerOf(ask.headers), ask.address),
  ),
  'POST /auth/user/resetPassword': call(
    { demand: systemAdmin, summary: '重置员工密码', input: ofEmployee, write: false, fresh: true },
    (context, ask) => resetPassword(context, ask.input.employeeId),
  ),
  'GET /system/userprofile': call({ demand: signedIn, summary: '当前用户' }, (context, ask) => userProfile(context, bearerOf(ask.headers))),
  'GET /system/firstFill': call({ demand: signedIn, summary: '演示公司的建立进度' }, async context => firstFill(context)),
  'GET /userSetting/query': call({ demand: signedIn, summary: '自己在这台设备上的界面设置', input: O({ device }) }, (context, ask) =>
    userSetting(context, ask.input.device),
  ),
  'POST /userSetting/save': call(
    { demand: signedIn, summary: '保存自己在这台设备上的界面设置', input: O({ device, settings: shellSettings }) },
    (context, ask) => saveUserSetting(context, ask.input.device, ask.input['settings'] as ShellSettings),
  ),
  'POST /userTab/query': call({ demand: signedIn, summary: '自己在本组织打开的标签', input: O({ screen }), write: false }, (context, ask) =>
    userTabs(context, screenOf(ask.input['screen'])),
  ),
  'POST /userTab/save': call(
    {
      demand: signedIn,
      summary: '保存自己在本组织打开的标签',
      input: O({
        screen,
        tabs: Several(openTab, { title: '标签', maxItems: storedTabsMax }),
        activeKey: Text({ title: '当前标签', maxLength: tabUrlLengthMax }),
      }),
    },
    (context, ask) => saveUserTabs(context, screenOf(ask.input['screen']), ask.input),
  ),
  'GET /menuSetting/hints': call({ demand: signedIn, summary: '设置页面的说明', input: O({}) }, async context =>
    hintsOf(context.house.registry.modules, context.caller, context.language),
  ),
  'POST /myCommonMenu/list': call(
    { demand: signedIn, summary: '置顶应用和收藏页面', input: O({ kind: Optional(kind) }), write: false },
    (context, ask) => commonMenus(context, ask.input['kind'] as CommonMenuKind | undefined),
  ),
  'POST /myCommonMenu/insert': call({ demand: signedIn, summary: '置顶应用或收藏页面', input: O({ kind, id: menuId }) }, (context, ask) =>
    addCommonMenu(context, ask.input['kind'] as CommonMenuKind, ask.input.id),
  ),
  'POST /myCommonMenu/delete': call({ demand: signedIn, summary: '取消置顶或收藏', input: O({ kind, id: menuId }) }, (context, ask) =>
    removeCommonMenu(context, ask.input['kind'] as CommonMenuKind, ask.input.id),
  ),
  'POST /myCommonMenu/batchUpdate': call(
    { demand: signedIn, summary: '按顺序保存全部置顶应用或收藏页面', input: O({ kind, ids: menuIds }) },
    (context, ask) => keepCommonMenus(context, ask.input['kind'] as CommonMenuKind, ask.input.ids),
  ),
  'POST /myCommonMenu/roleDefault': call(
    {
      demand: systemAdmin,
      summary: '角色的默认置顶应用',
      input: O({ roleId: Id('角色'), ids: menuIds }),
    },
    (context, ask) => setRolePins(context, ask.input.roleId, ask.input.ids),
  ),
  'POST /SysOrganization/list': call({ demand: signedIn, summary: '所属组织', write: false }, context => organisationsOf(context)),
  ...peopleRoutes,
  ...rightsRoutes,
}
