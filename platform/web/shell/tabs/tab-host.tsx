/** Keeps open pages alive: the visible one, and up to eleven hidden ones whose effects and polling are stopped. */
import { Activity } from 'react'
import { PageFrame } from '../page/page-frame.tsx'
import type { OpenPage } from './use-tabs.ts'

interface TabHostProps {
  readonly pages: readonly OpenPage[]
  readonly activeKey: string | null
  readonly attempt: number
  readonly onTitle: (tabKey: string, title: string) => void
}

export function TabHost({ pages, activeKey, attempt, onTitle }: TabHostProps) {
  return pages.map(({ tab, route }) => (
    <Activity key={tab.key} mode={tab.key === activeKey ? 'visible' : 'hidden'}>
      <PageFrame
        route={route}
        tabKey={tab.key}
        url={tab.url}
        active={tab.key === activeKey}
        attempt={tab.key === activeKey ? attempt : 0}
        onTitle={onTitle}
      />
    </Activity>
  ))
}
