/** The open pages in one row: to go to, to put in order, to close; and the refresh button. */
import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../i18n/t.ts'
import { useShell } from '../../page/shell-context.ts'
import { pageAt, type TabCommands } from './tab-commands.ts'
import { neighbourOf, type Tab } from './tab-rules.ts'
import { useTabDrag } from './use-tab-drag.ts'
import { TabMenu } from './tab-menu.tsx'
import { TabItem, type TabActions } from './tab-item.tsx'

/** The row is one stop of the Tab key; inside it the arrow keys walk. */
function useRow(tabs: readonly Tab[], activeKey: string | null) {
  const row = useRef<HTMLDivElement>(null)
  const buttonOf = (key: string): HTMLElement | null => row.current?.querySelector(`[data-tab="${CSS.escape(key)}"]`) ?? null
  const focus = (key: string | undefined): void => {
    if (key !== undefined) buttonOf(key)?.focus()
  }
  useEffect(() => {
    if (activeKey === null) return
    // the whole tab: its closing cross stands beside the title
    const tab = row.current?.querySelector(`[data-key="${CSS.escape(activeKey)}"]`)
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [activeKey, tabs])
  return { row, focus }
}

/** What the keys do on a tab. */
function walk(
  tabs: readonly Tab[],
  actions: TabActions,
  focus: (key: string | undefined) => void,
  event: KeyboardEvent,
  key: string,
): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
  const beside = step === null ? undefined : neighbourOf(tabs, key, step)
  if (event.key === 'Home') focus(tabs[0]?.key)
  else if (event.key === 'End') focus(tabs.at(-1)?.key)
  else if (event.key === 'Delete') {
    const next = neighbourOf(tabs, key, 1) ?? neighbourOf(tabs, key, -1)
    actions.onClose(key, 'current')
    focus(next)
  } else if (step === null) return
  else if (!event.ctrlKey || !event.shiftKey) focus(beside)
  else if (beside !== undefined) actions.onMove(key, beside)
  event.preventDefault()
}

/** What hands do with the row, made once: a tab is drawn anew only when it changes itself. */
function useActions(tabs: readonly Tab[], commands: TabCommands, focus: (key: string | undefined) => void, say: (text: string) => void) {
  const latest = useRef({ tabs, focus })
  useLayoutEffect(() => {
    latest.current = { tabs, focus }
  })
  return useMemo<TabActions>(() => {
    const actions: TabActions = {
      onGo: key => commands.goToTab(key, null),
      onClose: commands.close,
      onMove(key, over) {
        commands.move(key, over)
        const { tabs } = latest.current
        const [tab, place] = [tabs.find(one => one.key === key), tabs.findIndex(one => one.key === over) + 1]
        say(t('{title}移到第{n}个', { title: tab?.title ?? '', n: place }))
      },
      onKey: (event, key) => walk(latest.current.tabs, actions, latest.current.focus, event, key),
    }
    return actions
  }, [commands, say])
}

interface TabBarProps {
  readonly tabs: readonly Tab[]
  readonly activeKey: string | null
  readonly commands: TabCommands
  readonly refreshing: boolean
  readonly onRefresh: () => Promise<void>
}

export const TabBar = memo(function TabBar({ tabs, activeKey, commands, refreshing, onRefresh }: TabBarProps) {
  const { row, focus } = useRow(tabs, activeKey)
  const [said, setSaid] = useState('')
  const actions = useActions(tabs, commands, focus, setSaid)
  const drag = useTabDrag(actions.onMove)
  const { routes } = useShell()
  const hintOf = ({ url, title }: Tab): string => {
    const subject = pageAt(routes, url)?.route.subject?.meta.title
    return subject === undefined || subject === title ? title : `${subject} / ${title}`
  }
  return (
    <nav className="zg-tabs" aria-label={t('打开的页面')}>
      <div
        ref={row}
        className="zg-tab-row"
        role="toolbar"
        aria-label={t('打开的页面，方向键移动，Delete 关闭，Ctrl+Shift+方向键换位置')}
        {...drag}
        onWheel={event => {
          if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
        }}
      >
        {tabs.map((tab, at) => (
          <TabItem
            key={tab.key}
            tab={tab}
            hint={hintOf(tab)}
            isActive={tab.key === activeKey}
            isStop={activeKey === null && at === 0}
            before={tabs[at - 1]?.key}
            after={tabs[at + 1]?.key}
            actions={actions}
          />
        ))}
      </div>
      <span className="zg-hidden" role="status">
        {said}
      </span>
      <TabMenu tabs={tabs} activeKey={activeKey} onGo={actions.onGo} />
      <Button
        type="text"
        icon={<ReloadOutlined aria-hidden spin={refreshing} />}
        aria-label={t('刷新页面')}
        title={t('刷新页面')}
        onClick={() => void onRefresh()}
      />
    </nav>
  )
})
