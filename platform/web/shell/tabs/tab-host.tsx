/** Keeps open pages alive: the visible one, and up to eleven hidden ones whose effects and polling are stopped. */
import { Activity, memo, type ReactNode } from 'react'
import { PageFrame } from '../page/page-frame.tsx'
import { useIsInFront } from './pending-tab.ts'
import type { Tabs } from './use-tabs.ts'

/** The place of one page. Hidden, it keeps its layout: showing it again is one style, whatever stands in it (shell.css). */
function Pane({ tabKey, isActive, children }: { tabKey: string; isActive: boolean; children: ReactNode }) {
  const isInFront = useIsInFront(tabKey, isActive)
  return (
    <div className="zg-pane" {...(isInFront ? {} : { 'data-hidden': true, 'aria-hidden': true })}>
      {children}
    </div>
  )
}

interface TabHostProps {
  readonly tabs: Tabs
  /** how often a page was asked to try again, by its tab */
  readonly attempts: Readonly<Record<string, number>>
}

export const TabHost = memo(function TabHost({ tabs, attempts }: TabHostProps) {
  const { pages, activeKey, scroll, commands } = tabs
  return pages.map(({ tab, route }) => (
    <Pane key={tab.key} tabKey={tab.key} isActive={tab.key === activeKey}>
      <Activity mode={tab.key === activeKey ? 'visible' : 'hidden'}>
        <PageFrame
          route={route}
          tabKey={tab.key}
          url={tab.url}
          attempt={attempts[tab.key] ?? 0}
          scroll={scroll}
          onTitle={commands.setTitle}
        />
      </Activity>
    </Pane>
  ))
})
