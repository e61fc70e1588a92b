import { App } from 'antd'
import { t } from '../../i18n/t.ts'
import { signOut } from '../sign-out.ts'

/** Signing out, asked about first. */
export function useAskSignOut(): () => void {
  const { modal } = App.useApp()
  return () =>
    void modal.confirm({
      title: t('确定要退出当前账号吗？'),
      okText: t('退出登录'),
      cancelText: t('取消'),
      onOk: signOut,
    })
}
