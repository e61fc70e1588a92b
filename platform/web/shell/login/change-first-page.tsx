/** Home of a session whose password must be changed first: only the request to do so. */
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { t } from '../../i18n/t.ts'
import { resetPath } from '../../page/guard.ts'
import { signOut } from '../sign-out.ts'
import { UserLayout } from './user-layout.tsx'

export default function ChangeFirstPage() {
  const navigate = useNavigate()
  return (
    <UserLayout title={t('请先修改密码')}>
      <p style={{ marginBottom: 24 }}>{t('当前使用的是初始密码，修改后才能使用系统。')}</p>
      <Button type="primary" size="large" block onClick={() => void navigate(resetPath)}>
        {t('去修改密码')}
      </Button>
      <Button type="link" block onClick={() => void signOut()}>
        {t('退出登录')}
      </Button>
    </UserLayout>
  )
}
