/** Keeps open pages alive: the visible one, and up to eleven hidden ones whose effects and polling are stopped. */
import { Activity } from 'react'
import { PageFrame } from '../page/page-frame.tsx'
import type { Tabs } from './use-tabs.ts'

export function TabHost({ tabs, attempt }: { tabs: Tabs; attempt: number }) {
  const { pages, activeKey, scroll, setTitle } = tabs
  return pages.map(({ tab, route }) => (
    <Activity key={tab.key} mode={tab.key === activeKey ? 'visible' : 'hidden'}>
      <PageFrame
        route={route}
        tabKey={tab.key}
        url={tab.url}
        active={tab.key === activeKey}
        attempt={tab.key === activeKey ? attempt : 0}
        scroll={scroll}
        onTitle={setTitle}
      />
    </Activity>
  ))
}
