/** The person: who is signed in, messages, back office, sign out. */
import { App, Avatar, Dropdown, type MenuProps } from 'antd'
import { t } from '../../i18n/t.ts'
import { resolvePage } from '../menu/routes.ts'
import { isSystemAdministrator, shownName } from '../profile.ts'
import { useShell } from '../shell-context.ts'
import { signOut } from '../sign-out.ts'

const messagesPath = '/contribute/employee/1'
const adminPath = '/admin'

export function AvatarMenu() {
  const { profile, routes, open } = useShell()
  const { modal } = App.useApp()
  const name = shownName(profile)
  const image = profile.avatar || profile.faceImgUrl || profile.photoUrl

  const askSignOut = (): void => {
    modal.confirm({
      title: t('确定要退出当前账号吗？'),
      okText: t('退出登录'),
      cancelText: t('取消'),
      onOk: signOut,
    })
  }
  const hasMessages = !profile.isManager && resolvePage(routes, messagesPath, '') !== null
  const hasAdmin = isSystemAdministrator(profile) && routes.some(route => route.path.startsWith(`${adminPath}/`))
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <div className="zg-who">
          <strong>{name}</strong>
          <span>{[profile.username, profile.deptName, profile.positionName].filter(Boolean).join(' · ')}</span>
        </div>
      ),
    },
    { type: 'divider' },
    ...(hasMessages ? [{ key: 'messages', label: t('消息'), onClick: () => open(messagesPath) }] : []),
    ...(hasAdmin ? [{ key: 'admin', label: t('管理后台'), onClick: () => open(adminPath) }] : []),
    { key: 'signOut', label: t('退出登录'), onClick: askSignOut },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className="zg-avatar" aria-label={t('账号菜单')}>
        <Avatar size={28} src={image || undefined}>
          {[...name].at(-1)}
        </Avatar>
        <span className="zg-avatar-name">{name}</span>
      </button>
    </Dropdown>
  )
}
