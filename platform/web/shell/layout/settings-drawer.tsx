/** The settings drawer: each choice shows at once and is told to the server. */
import { Button, Drawer, Segmented, Switch } from 'antd'
import type { CSSProperties } from 'react'
import {
  contentWidths,
  defaultSettings,
  navigationModes,
  pageStyles,
  primaryColours,
  withLayout,
  type PrimaryColour,
  type ShellSettings,
} from '#platform/format/shell-settings.ts'
import { ApiError } from '../../api/client.ts'
import { t } from '../../i18n/t.ts'
import { saveSettings, useSettings } from '../../theme/settings.ts'

const styleTitles = { light: '亮色', dark: '暗色导航', realdark: '暗黑' } as const
const layoutTitles = { sidemenu: '侧边导航', topmenu: '顶部导航' } as const
const widthTitles = { Fluid: '流式', Fixed: '定宽' } as const
const colourTitles: Readonly<Record<PrimaryColour, string>> = {
  '#1890ff': '蓝色',
  '#f5222d': '红色',
  '#fa541c': '橙红',
  '#faad14': '金色',
  '#13c2c2': '青色',
  '#52c41a': '绿色',
  '#2f54eb': '靛蓝',
  '#722ed1': '紫色',
}

function save(settings: ShellSettings): void {
  saveSettings(settings).catch((error: unknown) => {
    // the choice holds in this browser; what the server said has been shown
    if (!(error instanceof ApiError)) throw error
  })
}

function Colours({ settings }: { settings: ShellSettings }) {
  return (
    <div className="zg-colours" role="radiogroup" aria-label={t('主题色')}>
      {primaryColours.map(colour => (
        <label key={colour} title={t(colourTitles[colour])} style={{ '--zg-choice': colour } as CSSProperties}>
          <input
            type="radio"
            name="zg-primary"
            aria-label={t(colourTitles[colour])}
            checked={settings.primaryColor === colour}
            onChange={() => save({ ...settings, primaryColor: colour })}
          />
        </label>
      ))}
    </div>
  )
}

interface SwitchRowProps {
  readonly title: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

function SwitchRow({ title, checked, disabled = false, onChange }: SwitchRowProps) {
  return (
    <div className="zg-setting-row">
      <span>{title}</span>
      <Switch aria-label={title} checked={checked} disabled={disabled} onChange={onChange} />
    </div>
  )
}

export default function SettingsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const settings = useSettings()
  const isSide = settings.layout === 'sidemenu'
  return (
    <Drawer open={open} onClose={onClose} title={t('界面设置')} size={320} rootClassName="zg-settings">
      <section>
        <h2>{t('页面风格')}</h2>
        <Segmented
          block
          aria-label={t('页面风格')}
          value={settings.navTheme}
          options={pageStyles.map(value => ({ value, label: t(styleTitles[value]) }))}
          onChange={navTheme => save({ ...settings, navTheme })}
        />
        <SwitchRow
          title={t('深色跟随系统')}
          checked={settings.followSystem}
          onChange={followSystem => save({ ...settings, followSystem })}
        />
      </section>
      <section>
        <h2>{t('主题色')}</h2>
        <Colours settings={settings} />
      </section>
      <section>
        <h2>{t('导航模式')}</h2>
        <Segmented
          block
          aria-label={t('导航模式')}
          value={settings.layout}
          options={navigationModes.map(value => ({ value, label: t(layoutTitles[value]) }))}
          onChange={layout => save(withLayout(settings, layout))}
        />
      </section>
      <section>
        <h2>{t('内容宽度')}</h2>
        <Segmented
          block
          aria-label={t('内容宽度')}
          value={settings.contentWidth}
          options={contentWidths.map(value => ({ value, label: t(widthTitles[value]) }))}
          onChange={contentWidth => save({ ...settings, contentWidth })}
        />
      </section>
      <section>
        <SwitchRow title={t('固定顶栏')} checked={settings.fixedHeader} onChange={fixedHeader => save({ ...settings, fixedHeader })} />
        <SwitchRow
          title={t('固定侧栏')}
          checked={settings.fixSiderbar}
          disabled={!isSide}
          onChange={fixSiderbar => save({ ...settings, fixSiderbar })}
        />
        <SwitchRow title={t('色弱模式')} checked={settings.colorWeak} onChange={colorWeak => save({ ...settings, colorWeak })} />
      </section>
      <Button block onClick={() => save(defaultSettings)}>
        {t('恢复默认')}
      </Button>
    </Drawer>
  )
}
