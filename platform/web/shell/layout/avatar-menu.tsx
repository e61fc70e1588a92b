/** The person: who is signed in, messages, back office, sign out. */
import { Avatar, Badge, Dropdown, type MenuProps } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { currentLanguage } from '../../i18n/language.ts'
import { languageNames, switchLanguage } from '../../api/switch-language.ts'
import { t } from '../../i18n/t.ts'
import { useUnread } from '../../realtime/use-unread.ts'
import { resolvePage } from '../../page/routes.ts'
import { withReload } from '../../page/chunk-load.ts'
import { isSystemAdministrator, shownName } from '../../page/profile.ts'
import { useShell } from '../../page/shell-context.ts'
import { useUndoKey } from '../../batch/use-undo-key.ts'
import { useShortcutsKey } from '../shortcuts/use-shortcuts-key.ts'
import { CultureLevel } from './culture-level.tsx'
import { adminPath } from '../../page/layouts.ts'
import { useAskSignOut } from './use-ask-sign-out.ts'

const messagesPath = '/contribute/employee/1'
const accountPath = '/account/center'
const PasswordModal = lazy(withReload(() => import('./password-modal.tsx')))
const ShortcutsModal = lazy(withReload(() => import('../shortcuts/shortcuts-modal.tsx')))

/** A dialog comes when it is first opened, and stays while it closes. */
type Dialog = 'never' | 'open' | 'closed'

/** Both by their own names, the present one marked. */
const languageItem = (): NonNullable<MenuProps['items']>[number] => ({
  key: 'language',
  label: t('语言'),
  children: (['zh-CN', 'en-US'] as const).map(one => ({
    key: one,
    label: languageNames[one],
    disabled: one === currentLanguage(),
    onClick: () => switchLanguage(one),
  })),
})

export function AvatarMenu() {
  const { profile, routes, open } = useShell()
  const askSignOut = useAskSignOut()
  const [changing, setChanging] = useState<Dialog>('never')
  const [shortcuts, setShortcuts] = useState<Dialog>('never')
  useShortcutsKey(() => setShortcuts('open'))
  useUndoKey()
  const name = shownName(profile)
  const image = profile.avatar || profile.faceImgUrl || profile.photoUrl
  // the account of the person viewed as is not shown
  const isViewed = Boolean(profile.viewerName)
  const hasAccount = resolvePage(routes, accountPath, '') !== null
  const hasMessages = !profile.isManager && resolvePage(routes, messagesPath, '') !== null
  // managers have no messages of their own: their mailbox is another page
  const unread = useUnread('employee', !profile.isManager) ?? 0
  const hasAdmin = isSystemAdministrator(profile) && routes.some(route => route.path.startsWith(`${adminPath}/`))
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <div className="zg-who">
          <strong>{name}</strong>
          <span>{[profile.username, profile.deptName, profile.positionName].filter(Boolean).join(' · ')}</span>
          <CultureLevel profile={profile} />
        </div>
      ),
    },
    { type: 'divider' },
    ...(hasAccount && !isViewed ? [{ key: 'account', label: t('个人中心'), onClick: () => open(accountPath) }] : []),
    ...(hasMessages
      ? [{ key: 'messages', label: t('消息'), extra: <Badge size="small" count={unread} />, onClick: () => open(messagesPath) }]
      : []),
    ...(isViewed ? [] : [{ key: 'password', label: t('修改密码'), onClick: () => setChanging('open') }]),
    languageItem(),
    { key: 'shortcuts', label: t('快捷键'), extra: '?', onClick: () => setShortcuts('open') },
    ...(hasAdmin ? [{ key: 'admin', label: t('管理后台'), onClick: () => open(adminPath) }] : []),
    { key: 'signOut', label: t('退出登录'), onClick: askSignOut },
  ]
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <button type="button" className="zg-avatar">
          <span aria-hidden>
            <Badge dot={unread > 0}>
              <Avatar size={28} src={image || undefined}>
                {[...name].at(-1)}
              </Avatar>
            </Badge>
          </span>
          <span className="zg-avatar-name">{name}</span>
          <span className="zg-hidden">{unread > 0 ? t('账号菜单，{count} 条未读消息', { count: unread }) : t('账号菜单')}</span>
        </button>
      </Dropdown>
      {shortcuts !== 'never' && (
        <Suspense fallback={null}>
          <ShortcutsModal open={shortcuts === 'open'} onClose={() => setShortcuts('closed')} />
        </Suspense>
      )}
      {changing !== 'never' && (
        <Suspense fallback={null}>
          <PasswordModal open={changing === 'open'} onClose={() => setChanging('closed')} />
        </Suspense>
      )}
    </>
  )
}
