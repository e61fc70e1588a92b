/** The open pages in one row, with their menu of closings, and the refresh button. */
import { ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tabs, type MenuProps } from 'antd'
import { t } from '../../i18n/t.ts'
import { useShell } from '../shell-context.ts'
import { cutTitle, type CloseCommand, type Tab } from './tab-rules.ts'

function TabLabel({ tab, onClose }: { tab: Tab; onClose: (key: string, command: CloseCommand) => void }) {
  const items: MenuProps['items'] = [
    { key: 'current', label: t('关闭当前') },
    { key: 'left', label: t('关闭左侧') },
    { key: 'right', label: t('关闭右侧') },
    { key: 'all', label: t('关闭全部') },
  ]
  return (
    <Dropdown
      trigger={['contextMenu']}
      menu={{
        items,
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          onClose(tab.key, key as CloseCommand)
        },
      }}
    >
      <span className="zg-tab-title" title={tab.title}>
        {cutTitle(tab.title)}
      </span>
    </Dropdown>
  )
}

export function TabBar({ refreshing, onRefresh }: { refreshing: boolean; onRefresh: () => void }) {
  const { tabs } = useShell()
  return (
    <div className="zg-tabs">
      <Tabs
        type="editable-card"
        size="small"
        hideAdd
        activeKey={tabs.activeKey ?? ''}
        items={tabs.tabs.map(tab => ({ key: tab.key, label: <TabLabel tab={tab} onClose={tabs.close} />, closable: tabs.tabs.length > 1 }))}
        onTabClick={key => tabs.goToTab(key, key)}
        onEdit={(key, action) => {
          if (action === 'remove' && typeof key === 'string') tabs.close(key, 'current')
        }}
      />
      <Button
        type="text"
        icon={<ReloadOutlined spin={refreshing} />}
        aria-label={t('刷新页面')}
        title={t('刷新页面')}
        onClick={onRefresh}
      />
    </div>
  )
}
