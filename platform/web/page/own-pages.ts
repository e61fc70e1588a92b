/** Pages that everybody has and no menu of the server holds: home, one's own account and messages. */
import { t } from '../i18n/t.ts'
import { homePath } from './guard.ts'
import { withRecordPages } from './record-routes.ts'
import { routeOf } from './routes.ts'
import type { PageRoute } from './page-route.ts'
import type { MenuNode } from './profile.ts'

export const accountCentrePath = '/account/center'
export const accountSettingsPath = '/account/settings'
export const messagesPath = '/notify/notify'
export const approvalNoticePath = '/approval-notice'
export const ownInfoPath = '/account/settings/info/1'
export const securityPath = '/account/settings/info/3'

/** Addresses that only lead on. */
const redirects: Readonly<Record<string, string>> = { '/account': ownInfoPath, '/account/settings/info': ownInfoPath }

export const ownRedirect = (pathname: string): string | null => redirects[pathname.replace(/\/+$/, '')] ?? null

function ownMenu(path: string, name: string, title: string, component: string): MenuNode {
  return {
    path,
    name,
    component,
    meta: { title },
    companyId: null,
    isMonitoring: null,
    menuId: null,
    moduleId: null,
    parentId: null,
  }
}

/** The person's routes, the pages of their records and those everybody has; an entry of the server stands before ours of the same path. */
export function withOwnPages(routes: readonly PageRoute[]): readonly PageRoute[] {
  const own = [
    ownMenu(homePath, 'workbenches', t('首页'), 'home/workbenches'),
    ownMenu(messagesPath, 'notify', t('消息通知'), 'messages/notify'),
    ownMenu(approvalNoticePath, 'approvalNotice', t('审批通知'), 'workflow/approval-notice'),
    ownMenu(accountCentrePath, 'accountCenter', t('个人中心'), 'admin/account/center'),
    ownMenu(accountSettingsPath, 'accountSettings', t('账号设置'), 'admin/account/settings'),
    ownMenu(`${accountSettingsPath}/info/:index`, 'accountInfo', t('个人信息'), 'admin/account/settings'),
  ]
  return [...own.filter(menu => routes.every(route => route.path !== menu.path)).map(menu => routeOf(menu, '')), ...withRecordPages(routes)]
}
