/** In the top bar while a system administrator views the product as somebody: as whom, and the button to return. */
import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { shownName } from '#platform/web/page/profile.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { succeeded } from './succeeded.tsx'
import { takeReturnAddress } from './return-address.tsx'
import './viewing.css'

export function Viewing() {
  const { profile } = useShell()
  const end = async (): Promise<void> => {
    if (await succeeded(api.write('/userManage/endViewAs'))) window.location.assign(takeReturnAddress())
  }
  return (
    <span className="zg-viewing" role="status">
      <EyeOutlined aria-hidden />
      {t('正在以 {name} 的身份查看（只读）', { name: shownName(profile) })}
      <Button type="link" size="small" onClick={() => void end()}>
        {t('退出查看')}
      </Button>
    </span>
  )
}
