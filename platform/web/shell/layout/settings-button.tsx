/** The way to the settings drawer, which is loaded when it is first opened. */
import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { withReload } from '../../page/chunk-load.ts'

const SettingsDrawer = lazy(withReload(() => import('./settings-drawer.tsx')))

export function SettingsButton() {
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const show = (): void => {
    setWasOpen(true)
    setOpen(true)
  }
  return (
    <>
      <Button type="text" icon={<SettingOutlined aria-hidden />} aria-label={t('界面设置')} title={t('界面设置')} onClick={show} />
      {wasOpen && (
        <Suspense fallback={null}>
          <SettingsDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
