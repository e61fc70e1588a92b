/** One tab: its title, its menu of closings, its place in the row by drag, menu or keys. */
import { CloseOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { memo, useMemo, type HTMLAttributes, type KeyboardEvent, type Ref } from 'react'
import { t } from '../../i18n/t.ts'
import { useIsInFront } from './pending-tab.ts'
import { cutTitle, type CloseCommand, type Tab } from './tab-rules.ts'

/** The same ones as long as the row stands. */
export interface TabActions {
  onGo(key: string): void
  onClose(key: string, command: CloseCommand): void
  /** the tab takes the place of another */
  onMove(key: string, over: string): void
  onKey(event: KeyboardEvent, key: string): void
}

interface TabItemProps {
  readonly tab: Tab
  /** the whole of its title */
  readonly hint: string
  readonly isActive: boolean
  /** whether the Tab key stops here although it is not the one in front */
  readonly isStop: boolean
  readonly before: string | undefined
  readonly after: string | undefined
  readonly actions: TabActions
}

const closings: readonly CloseCommand[] = ['current', 'right', 'left', 'all']
function menuOf({ tab, before, after, actions }: Omit<TabItemProps, 'isActive' | 'isStop' | 'hint'>): MenuProps {
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

export const TabItem = memo(function TabItem({ tab, hint, isActive, isStop, before, after, actions }: TabItemProps) {
  const menu = useMemo(() => menuOf({ tab, before, after, actions }), [tab, before, after, actions])
  return (
    <Dropdown trigger={['contextMenu']} autoFocus destroyOnHidden menu={menu}>
      <TabFace
        tab={tab}
        hint={hint}
        isActive={isActive}
        isStop={isStop}
        isOnly={before === undefined && after === undefined}
        actions={actions}
      />
    </Dropdown>
  )
})

interface TabFaceProps extends Pick<TabItemProps, 'tab' | 'hint' | 'isActive' | 'isStop' | 'actions'>, HTMLAttributes<HTMLDivElement> {
  readonly isOnly: boolean
  readonly ref?: Ref<HTMLDivElement>
}

/** What is seen of a tab; beside it, because a change of tab draws this anew and not the menu. The others are the menu's handlers. */
function TabFace({ tab, hint, isActive, isStop, isOnly, actions, ...handlers }: TabFaceProps) {
  const isInFront = useIsInFront(tab.key, isActive)
  return (
    <div
      {...handlers}
      className={`zg-tab ${handlers.className ?? ''}`}
      data-active={isInFront || undefined}
      data-key={tab.key}
      onAuxClick={event => {
        if (event.button === 1) actions.onClose(tab.key, 'current')
      }}
    >
      <button
        type="button"
        className="zg-tab-title"
        data-tab={tab.key}
        title={hint}
        aria-current={isInFront ? 'page' : undefined}
        aria-haspopup="menu"
        tabIndex={isInFront || isStop ? 0 : -1}
        onClick={() => actions.onGo(tab.key)}
        onKeyDown={event => actions.onKey(event, tab.key)}
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
          <CloseOutlined aria-hidden />
        </button>
      )}
    </div>
  )
}
