/** One tab: its title, its menu of closings, its place in the row by drag, menu or keys. */
import { CloseOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import type { KeyboardEvent } from 'react'
import { t } from '../../i18n/t.ts'
import { cutTitle, type CloseCommand, type Tab } from './tab-rules.ts'

export interface TabActions {
  onGo(key: string): void
  onClose(key: string, command: CloseCommand): void
  /** the tab takes the place of another */
  onMove(key: string, over: string): void
}

interface TabItemProps {
  readonly tab: Tab
  readonly isActive: boolean
  /** whether the Tab key stops here */
  readonly isStop: boolean
  readonly before: string | undefined
  readonly after: string | undefined
  readonly actions: TabActions
  readonly onKey: (event: KeyboardEvent, key: string) => void
}

const closings: readonly CloseCommand[] = ['current', 'right', 'left', 'all']
function menuOf({ tab, before, after, actions }: TabItemProps): MenuProps {
  const isClosing = (key: string): key is CloseCommand => (closings as readonly string[]).includes(key)
  return {
    items: [
      { key: 'current', label: t('关闭当前') },
      { key: 'right', label: t('关闭右侧') },
      { key: 'left', label: t('关闭左侧') },
      { key: 'all', label: t('关闭全部') },
      { type: 'divider' },
      { key: 'before', label: t('左移'), disabled: before === undefined },
      { key: 'after', label: t('右移'), disabled: after === undefined },
    ],
    onClick({ key, domEvent }) {
      domEvent.stopPropagation()
      if (isClosing(key)) actions.onClose(tab.key, key)
      else if (key === 'before' && before !== undefined) actions.onMove(tab.key, before)
      else if (key === 'after' && after !== undefined) actions.onMove(tab.key, after)
    },
  }
}

export function TabItem(props: TabItemProps) {
  const { tab, isActive, isStop, before, after, actions, onKey } = props
  const isOnly = before === undefined && after === undefined
  return (
    <Dropdown trigger={['contextMenu']} autoFocus destroyOnHidden menu={menuOf(props)}>
      <div
        className="zg-tab"
        data-active={isActive || undefined}
        data-key={tab.key}
        onAuxClick={event => {
          if (event.button === 1) actions.onClose(tab.key, 'current')
        }}
      >
        <button
          type="button"
          className="zg-tab-title"
          data-tab={tab.key}
          title={tab.title}
          aria-current={isActive ? 'page' : undefined}
          aria-haspopup="menu"
          tabIndex={isStop ? 0 : -1}
          onClick={() => actions.onGo(tab.key)}
          onKeyDown={event => onKey(event, tab.key)}
        >
          {cutTitle(tab.title)}
        </button>
        {!isOnly && (
          <button
            type="button"
            className="zg-tab-close"
            tabIndex={-1}
            aria-label={t('关闭{title}', { title: tab.title })}
            onClick={() => actions.onClose(tab.key, 'current')}
          >
            <CloseOutlined />
          </button>
        )}
      </div>
    </Dropdown>
  )
}
