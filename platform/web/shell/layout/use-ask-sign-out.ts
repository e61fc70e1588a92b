import { App } from 'antd'
import { t } from '../../i18n/t.ts'
import { askFirst } from '../../widgets/confirm.tsx'
import { signOut } from '../sign-out.ts'

/** Signing out, asked about first. */
export function useAskSignOut(): () => void {
  const { modal } = App.useApp()
  return () => askFirst(modal, { loses: false, title: t('确定要退出当前账号吗？'), okText: t('退出登录'), onOk: signOut })
}
